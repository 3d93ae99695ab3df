import { atom, type ReadableAtom } from 'nanostores'
import type { Words } from '../catalogue/words.ts'
import type { RealtimeStatus } from '../realtime/realtime.ts'

/** Why nothing new comes, as `data-sg-state` says it: the line is away, the token or session is over, the page may not. */
export type LineFault = 'offline' | 'expired' | 'forbidden'

export interface BrokenLine {
  readonly state: LineFault
  /** Epoch ms of the server's last message; null where none has come. */
  readonly as_of: number | null
}

/** Every element reports a broken connection in these words. */
export const LINE_WORDS = {
  offline: { zh: '连接中断', en: 'Connection lost' },
  expired: { zh: '登录已过期', en: 'Session over' },
  forbidden: { zh: '此页面不被允许', en: 'Page not allowed' },
} as const satisfies Record<LineFault, Words>

export const isOfToken = (problem: string): boolean => /^(token|get-token|no-token|two-token|origin)/.test(problem)

/** What an element shows that cannot go on because of a connection's problem. */
export function faultOf(problem: string): LineFault {
  if (problem === 'origin-not-allowed') return 'forbidden'
  return isOfToken(problem) ? 'expired' : 'offline'
}

interface LineParts {
  $status: ReadableAtom<RealtimeStatus>
  $isExpired: ReadableAtom<boolean>
  $problem: ReadableAtom<string | null>
  heardAt(): number | null
}

/** Null while what is watched comes; else why it does not, from the last message on until it comes again. */
export function createLine({ $status, $isExpired, $problem, heardAt }: LineParts): ReadableAtom<BrokenLine | null> {
  const $line = atom<BrokenLine | null>(null)
  let isQueued = false

  function fault(): LineFault | null {
    const [status, isExpired, problem] = [$status.get(), $isExpired.get(), $problem.get()]
    if (status === 'live' && !isExpired) return null
    if (problem !== null) return faultOf(problem)
    if (isExpired || status === 'expired') return 'expired'
    if (status === 'offline') return status
    // A new attempt has mended nothing yet; where nobody watches there is nothing to miss.
    return status === 'connecting' ? ($line.get()?.state ?? null) : null
  }
  function follow() {
    isQueued = false
    const state = fault()
    const before = $line.get()
    if (state === (before?.state ?? null)) return
    $line.set(state && { state, as_of: before ? before.as_of : heardAt() })
  }
  // After all that changes at once: a new attempt passes through `idle`.
  const queue = () => {
    if (!isQueued) queueMicrotask(follow)
    isQueued = true
  }
  for (const $cause of [$status, $isExpired, $problem]) $cause.listen(queue)
  return $line
}
