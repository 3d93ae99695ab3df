import { useCallback, useEffect, useState } from 'react'
import { useConnection } from '../define/index.ts'
import { isCallFailure } from '../parts/use-call.ts'

export interface Checks {
  puzzle: boolean
  graphic_code: boolean
  experience: boolean
}

/** Which checks a sign-in needs; null until the server has said so. Asked again after each refusal: it may need more then. */
export function useChecks(): { checks: Checks | null; ask: (user_name: string) => Promise<Checks | null> } {
  const { api } = useConnection()
  const [checks, setChecks] = useState<Checks | null>(null)
  const ask = useCallback(
    async (user_name: string) => {
      try {
        const needed = await api.loginCheck.needed({ user_name }, { isQuiet: true })
        setChecks(needed)
        return needed
      } catch (error) {
        if (!isCallFailure(error)) throw error
        return null
      }
    },
    [api],
  )
  useEffect(() => void ask(''), [ask])
  return { checks, ask }
}
