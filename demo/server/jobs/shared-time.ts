import { setTimeout as sleep } from 'node:timers/promises'
import { openSlices } from '../limits/slices.ts'

/** How long one slice of work may take before everything else has its turn. */
const SLICE_MS = 5
/** How much of the event loop the work of one organisation may take, and how much of it at once after a rest. */
const SHARE = 0.3
const AT_ONCE_MS = 1000

/** Does a part of the work that `isOver` ends: ask it between steps, each of which takes well below a millisecond or two. */
export type Slice<T> = (isOver: () => boolean) => T

/**
 * Time on the event loop for work that devices cause and users have written, such as expressions: nobody knows beforehand
 * how much it is. Slices of all organisations take turns, and one organisation waits for its own share.
 */
export interface SharedTime {
  /** Resolves with what the slice made, when the organisation's turn came. */
  slice<T>(tenant_id: number, work: Slice<T>): Promise<T>
  /** Does a slice before anything else happens; `false` where the organisation has to wait. */
  atOnce(tenant_id: number, work: Slice<void>): boolean
  /** What is begun is brought to its end, and waits no longer. */
  close(): void
}

/** `clock` gives milliseconds; `wait` resolves after so many of them. */
export function openSharedTime(
  clock: () => number = () => performance.now(),
  wait: (ms: number) => Promise<unknown> = (ms) => sleep(ms, undefined, { ref: false }),
): SharedTime {
  const inSlice = openSlices()
  /** By organisation: the time that it has left, as of a time; below 0 what it took beforehand. */
  const accounts = new Map<number, { left: number; time: number }>()
  let isClosing = false

  const accountOf = (tenant_id: number) => {
    const time = clock()
    const account = accounts.get(tenant_id) ?? { left: AT_ONCE_MS, time }
    account.left = Math.min(AT_ONCE_MS, account.left + (time - account.time) * SHARE)
    account.time = time
    accounts.set(tenant_id, account)
    return account
  }

  function run<T>(tenant_id: number, work: Slice<T>): T {
    const start = clock()
    try {
      return work(() => clock() - start >= SLICE_MS)
    } finally {
      const account = accountOf(tenant_id)
      account.left -= clock() - start
      if (account.left === AT_ONCE_MS) accounts.delete(tenant_id)
    }
  }

  return {
    async slice(tenant_id, work) {
      for (;;) {
        const { left } = accountOf(tenant_id)
        if (left > 0 || isClosing) break
        await wait(Math.ceil(-left / SHARE) + 1)
      }
      return inSlice(() => run(tenant_id, work))
    },
    atOnce(tenant_id, work) {
      if (accountOf(tenant_id).left <= 0) return false
      run(tenant_id, work)
      return true
    },
    close: () => {
      isClosing = true
    },
  }
}
