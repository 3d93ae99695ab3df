import { useEffect, useEffectEvent } from 'react'
import type { Connection } from '../../../core/connection/connection.ts'
import { useConnection } from '../../define/index.ts'
import { type Draft, typedIn } from './settings-form.ts'

/** What was typed and not saved, for who comes back to the page; of the user who typed it. */
const left = new WeakMap<Connection, { user_id: number | undefined; typed: Partial<Draft> }>()

interface Typed {
  draft: Draft
  first: Draft
  isUnsaved: boolean
  set: (part: Partial<Draft>) => void
}

/** Keeps what was typed while another page of the console is open, and asks before the window is closed with it. */
export function useKeptDraft({ draft, first, isUnsaved, set }: Typed): void {
  const connection = useConnection()
  const user = () => connection.$session.get()?.user_id

  const takeUp = useEffectEvent(() => {
    const kept = left.get(connection)
    left.delete(connection)
    if (kept && kept.user_id === user()) set(kept.typed)
  })
  const keep = useEffectEvent(() => {
    const typed = typedIn(first, draft)
    if (Object.keys(typed).length > 0) left.set(connection, { user_id: user(), typed })
  })
  useEffect(() => {
    takeUp()
    return () => keep()
  }, [])
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}
