import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../core/contract/api-error.ts'
import { useConnection } from '../../define/index.ts'
import { isCallFailure } from '../../parts/use-call.ts'

export interface Checks {
  puzzle: boolean
  graphic_code: boolean
  experience: boolean
  registration: boolean
}

const NONE: Checks = { puzzle: false, graphic_code: false, experience: false, registration: true }

/** Which checks a sign-in needs: it may be more after each wrong password. */
export function useChecks() {
  const { api } = useConnection()
  const [known, setKnown] = useState<{ user_name: string; checks: Checks } | null>(null)
  const latest = useRef<{ user_name: string; answer: Promise<Checks> } | null>(null)

  const fetchFor = useCallback(
    async (user_name: string): Promise<Checks> => {
      const answer = api.loginCheck.needed({ user_name })
      const own = { user_name, answer }
      latest.current = own
      try {
        const checks = await answer
        // Answers may overtake each other.
        if (latest.current === own) setKnown({ user_name, checks })
        return checks
      } catch (error) {
        if (latest.current === own) latest.current = null
        throw error
      }
    },
    [api],
  )

  /** Asks anew; null where no answer came, which sending the form will show. */
  const ask = useCallback(
    async (user_name: string): Promise<Checks | null> => {
      try {
        return await fetchFor(user_name)
      } catch (error) {
        if (!isCallFailure(error)) throw error
        return null
      }
    },
    [fetchFor],
  )
  useEffect(() => void ask(''), [ask])

  const isAsked = (user_name: string) => latest.current?.user_name === user_name
  return {
    /** Of the latest answer; null before the first. */
    checks: known?.checks ?? null,
    ask,
    /** Asks unless that was asked for this very name. */
    learn: (user_name: string) => void (isAsked(user_name) || ask(user_name)),
    /** What this very name needs; rejects where the line is lost. */
    async checksFor(user_name: string): Promise<Checks> {
      try {
        return await (isAsked(user_name) && latest.current ? latest.current.answer : fetchFor(user_name))
      } catch (error) {
        // The sign-in itself is refused where it needs more.
        if (error instanceof ApiError) return NONE
        throw error
      }
    },
  }
}
