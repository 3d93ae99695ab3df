import { setTimeout as sleep } from 'node:timers/promises'
import { openSlices } from '../limits/slices.ts'

/** How long one slice of work may take before everything else has its turn. */
const SLICE_MS = 5
/** How much of the event loop the work of one organisation may take, and how much of it at once after a rest. */
const SHARE = 0.3
const AT_ONCE_MS = 1000

/** Owners that are remembered: networks are owners too, and a stranger may come from any number of them. */
const REMEMBERED = 20_000

/** An organisation, or a word for those that belong to none. */
export type Owner = number | string

/** Does a part of the work that `isOver` ends: ask it between steps, each of which takes well below a millisecond or two. */
export type Slice<T> = (isOver: () => boolean) => T

/**
 * Time on the event loop for work that devices cause and users have written, such as expressions: nobody knows beforehand
 * how much it is. Slices of all organisations take turns, and one organisation waits for its own share.
 */
export interface SharedTime {
  /** Resolves with what the slice made, when the organisation's turn came. */
  slice<T>(owner: Owner, work: Slice<T>): Promise<T>
  /** Does a slice before anything else happens; `false` where the organisation has to wait. */
  atOnce(owner: Owner, work: Slice<void>): boolean
  /** What a slice has set off takes time too, after it. */
  charge(owner: Owner, ms: number): void
  /** What is begun is brought to its end, and waits no longer. */
  close(): void
}

export interface SharedTimeParts {
  /** Gives milliseconds. */
  clock?: () => number
  wait?: (ms: number) => Promise<unknown>
  atOnceMs?: number
}

export function openSharedTime({
  clock = () => performance.now(),
  wait = (ms) => sleep(ms, undefined, { ref: false }),
  atOnceMs = AT_ONCE_MS,
}: SharedTimeParts = {}): SharedTime {
  const inSlice = openSlices()
  /** By owner: the time that it has left, as of a time; below 0 what it took beforehand. */
  const accounts = new Map<Owner, { left: number; time: number }>()
  let isClosing = false

  /** Those that have rested are as new; then those that came first. */
  const forgetSome = (time: number) => {
    for (const [owner, account] of accounts)
      if (account.left + (time - account.time) * SHARE >= atOnceMs) accounts.delete(owner)
    for (const owner of accounts.keys()) {
      if (accounts.size < REMEMBERED * 0.9) return
      accounts.delete(owner)
    }
  }

  const accountOf = (owner: Owner) => {
    const time = clock()
    if (accounts.size >= REMEMBERED && !accounts.has(owner)) forgetSome(time)
    const account = accounts.get(owner) ?? { left: atOnceMs, time }
    account.left = Math.min(atOnceMs, account.left + (time - account.time) * SHARE)
    account.time = time
    accounts.set(owner, account)
    return account
  }

  function run<T>(owner: Owner, work: Slice<T>): T {
    const start = clock()
    try {
      return work(() => clock() - start >= SLICE_MS)
    } finally {
      const account = accountOf(owner)
      account.left -= clock() - start
      if (account.left === atOnceMs) accounts.delete(owner)
    }
  }

  return {
    async slice(owner, work) {
      const mayGo = () => isClosing || accountOf(owner).left > 0
      for (;;) {
        // Others of the same owner, who waited as long, may have had it all when the turn comes.
        const done = mayGo() ? await inSlice(() => (mayGo() ? { value: run(owner, work) } : null)) : null
        if (done) return done.value
        await wait(Math.ceil(-accountOf(owner).left / SHARE) + 1)
      }
    },
    atOnce(owner, work) {
      if (accountOf(owner).left <= 0) return false
      run(owner, work)
      return true
    },
    charge(owner, ms) {
      accountOf(owner).left -= ms
    },
    close: () => {
      isClosing = true
    },
  }
}
