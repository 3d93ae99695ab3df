import { useEffect, useState } from 'react'
import { useConsole } from '../use-console.ts'
import { idsOf, type Known } from './entries.ts'
import { openedBy } from './opened.ts'

/** What was opened before is called now; null until that is known. Without it nothing is offered before something is typed. */
export function useKnown(user_id: number): Known | null {
  const { connection } = useConsole()
  const [known, setKnown] = useState<Known | null>(null)
  useEffect(() => {
    const ids = idsOf(openedBy(user_id).get())
    if (Object.values(ids).every((some) => some.length === 0)) return
    const request = new AbortController()
    connection.api.find.known(ids, request).then(
      (answer) => request.signal.aborted || setKnown(answer),
      () => {},
    )
    return () => request.abort()
  }, [connection, user_id])
  return known
}
