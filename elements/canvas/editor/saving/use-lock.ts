import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ScreenLock } from '../../../../core/contract/screen.ts'
import { attempt } from '../../../../core/stores/attempt.ts'
import { useConnection } from '../../../define/index.ts'
import { isCallFailure } from '../../../parts/use-call.ts'
import type { DrawnCalls } from '../drawn/drawn.ts'

/** The server forgets a lock after 30 s. */
const EVERY_MS = 10_000

export interface Lock {
  /** Null until it is known. */
  readonly isMine: boolean | null
  /** Who has it, if it is not this page. */
  readonly holder: ScreenLock | null
  /** It was this page's before. */
  readonly wasTaken: boolean
  /** Who else has it open. */
  readonly present: readonly ScreenLock[]
  /** The holder is the same person, in another page. */
  readonly isOwn: boolean
  /** The newest revision that the server announced. */
  readonly revision: number | null
  take(): Promise<void>
}

/** Holds a screen or a dashboard for drawing as long as the editor is open, and says who else is there. */
export function useLock(calls: DrawnCalls, id: number, editor_id: string, isWanted: boolean): Lock {
  const { $session } = useConnection()
  const session = useStore($session)
  const [answer, setAnswer] = useState<{
    lock: ScreenLock | null
    present: readonly ScreenLock[]
    revision: number
  } | null>(null)
  const [hadIt, setHadIt] = useState(false)

  async function ask(more: { take?: boolean; signal?: AbortSignal } = {}) {
    const { signal, take = false } = more
    const next = await calls.lock({ id, editor_id, take }, { raisesToast: take, ...(signal ? { signal } : {}) })
    setAnswer(next)
    if (next.lock?.is_mine) setHadIt(true)
  }
  const askNow = useEffectEvent(ask)

  useEffect(() => {
    if (!isWanted) return
    const abort = new AbortController()
    const turn = () =>
      askNow({ signal: abort.signal }).catch((error: unknown) => {
        // A line that is down says nothing of the lock: the next save finds out.
        if (!abort.signal.aborted && !isCallFailure(error)) throw error
      })
    void turn()
    const timer = setInterval(turn, EVERY_MS)
    const release = () => void calls.lock({ id, editor_id, release: true }).catch(() => {})
    window.addEventListener('pagehide', release)
    return () => {
      abort.abort()
      clearInterval(timer)
      window.removeEventListener('pagehide', release)
      release()
    }
  }, [calls, id, editor_id, isWanted])

  const lock = answer?.lock ?? null
  const isMine = answer === null ? null : lock === null || lock.is_mine
  return {
    isMine,
    holder: isMine === false ? lock : null,
    wasTaken: isMine === false && hadIt,
    isOwn: isMine === false && lock?.user_id === session?.user_id,
    revision: answer?.revision ?? null,
    present: (answer?.present ?? []).filter((one) => one.editor_id !== editor_id),
    take: async () => void (await attempt(ask({ take: true }))),
  }
}
