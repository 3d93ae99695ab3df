import { setTimeout as sleep } from 'node:timers/promises'
import { openSlices } from './slices.ts'

/** How long one slice of work may take before everything else has its turn. */
const SLICE_MS = 5
/**
 * How much of the event loop the work of one organisation may take, and how much of it at once after a rest. What it takes is
 * its thread's own time, what comes back is the clock's: of a thread that has half of a processor it may take twice as much.
 */
const SHARE = 0.3
const AT_ONCE_MS = 1000

/** Owners that are remembered: networks are owners too, and an unknown caller may come from any number of them. */
const REMEMBERED = 20_000
/** Members of an owner that are remembered without looking for those that can be forgotten. */
const MEMBERS = 1000

/** An organisation, or a word for those that belong to none. */
export type Owner = number | string

/** Does a part of the work that `isOver` ends: ask it between steps, each of which takes well below a millisecond or two. */
export type Slice<T> = (isOver: () => boolean) => T

/**
 * Time on the event loop for work that devices cause and users have written, such as expressions: nobody knows beforehand
 * how much it is. Owners take turns, each within its own share; the members of an owner take turns within that share, so
 * that one device does not keep its organisation's other devices waiting.
 */
export interface SharedTime {
  /** Resolves with what the slice made, when the owner's and the member's turn came. `member`: an SN, or a network. */
  slice<T>(owner: Owner, work: Slice<T>, member?: string): Promise<T>
  /**
   * Does a slice before anything else happens; `false` where the owner has used up its share, and for a member where
   * others of its owner are waiting for their turns.
   */
  atOnce(owner: Owner, work: Slice<void>, member?: string): boolean
  /** What a slice has set off takes time too, after it. */
  charge(owner: Owner, ms: number, member?: string): void
  /** What is begun is brought to its end, and waits no longer. */
  close(): void
}

/**
 * What an owner has waiting. Its members go by start-time fair queueing: whoever has taken least time since somebody waits
 * is next, so that a device with one message does not wait for those that send without end.
 */
interface Waiting {
  /** Works of each member, in their order. */
  works: Map<string, (() => void)[]>
  /** Where each member stands, in milliseconds that it took. */
  taken: Map<string, number>
  /** Where the member stood whose turn was last: nobody who comes anew stands before it. */
  now: number
}

export interface SharedTimeParts {
  /** Gives milliseconds, both of the clock and of work. */
  clock?: () => number
  wait?: (ms: number) => Promise<unknown>
  atOnceMs?: number
  /** Of the event loop, that the work of one owner may take. */
  share?: number
}

/** Milliseconds that the event loop's thread has worked: on a busy machine it waits for a processor, which no owner is to pay. */
const threadMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export function openSharedTime({
  clock,
  wait = (ms) => sleep(ms, undefined, { ref: false }),
  atOnceMs = AT_ONCE_MS,
  share = SHARE,
}: SharedTimeParts = {}): SharedTime {
  const now = clock ?? (() => performance.now())
  const worked = clock ?? threadMs
  const inSlice = openSlices()
  /** By owner: the time that it has left, as of a time; below 0 what it took beforehand. */
  const accounts = new Map<Owner, { left: number; time: number }>()
  let isClosing = false
  /** Whose work is being done: what it calls upon is part of it. */
  let running: Owner | null = null

  /** Those that have rested are as new; then those that came first. */
  const forgetSome = (time: number) => {
    for (const [owner, account] of accounts)
      if (account.left + (time - account.time) * share >= atOnceMs) accounts.delete(owner)
    for (const owner of accounts.keys()) {
      if (accounts.size < REMEMBERED * 0.9) return
      accounts.delete(owner)
    }
  }

  const accountOf = (owner: Owner) => {
    const time = now()
    if (accounts.size >= REMEMBERED && !accounts.has(owner)) forgetSome(time)
    const account = accounts.get(owner) ?? { left: atOnceMs, time }
    account.left = Math.min(atOnceMs, account.left + (time - account.time) * share)
    account.time = time
    accounts.set(owner, account)
    return account
  }

  const waiting = new Map<Owner, Waiting>()
  const mayGo = (owner: Owner) => isClosing || accountOf(owner).left > 0

  function charge(owner: Owner, ms: number, member = ''): void {
    const account = accountOf(owner)
    account.left -= ms
    if (account.left === atOnceMs) accounts.delete(owner)
    const taken = waiting.get(owner)?.taken
    const before = taken?.get(member)
    if (before !== undefined) taken?.set(member, before + ms)
  }

  function run<T>(owner: Owner, work: Slice<T>, member?: string): T {
    const start = worked()
    const isOver = () => worked() - start >= SLICE_MS
    if (running === owner) return work(isOver)
    const outer = running
    running = owner
    try {
      return work(isOver)
    } finally {
      running = outer
      charge(owner, worked() - start, member)
    }
  }

  /** Members stand where the last one stood if they come again: those that have fallen behind it need not be remembered. */
  function forgetMembers({ works, taken, now }: Waiting): void {
    for (const [member, ms] of taken) if (ms <= now && !works.has(member)) taken.delete(member)
  }

  /** Does the next work of the member whose turn it is. */
  function goOn(own: Waiting): void {
    let next = ''
    let least = Number.POSITIVE_INFINITY
    for (const member of own.works.keys()) {
      const taken = own.taken.get(member) ?? 0
      if (taken < least) {
        next = member
        least = taken
      }
    }
    own.now = least
    const works = own.works.get(next) ?? []
    const work = works.shift()
    if (works.length === 0) own.works.delete(next)
    work?.()
  }

  /** Gives an owner its turns until nothing of it waits. */
  async function serve(owner: Owner, own: Waiting): Promise<void> {
    while (own.works.size > 0) {
      if (!mayGo(owner)) await wait(Math.ceil(-accountOf(owner).left / share) + 1)
      else
        await inSlice(() => {
          const start = worked()
          do goOn(own)
          while (own.works.size > 0 && mayGo(owner) && worked() - start < SLICE_MS)
        })
    }
    waiting.delete(owner)
  }

  return {
    slice: (owner, work, member = '') =>
      new Promise((resolve, reject) => {
        const own = waiting.get(owner) ?? { works: new Map(), taken: new Map(), now: 0 }
        const works = own.works.get(member) ?? []
        works.push(() => {
          try {
            resolve(run(owner, work, member))
          } catch (error) {
            reject(error)
          }
        })
        own.works.set(member, works)
        own.taken.set(member, Math.max(own.now, own.taken.get(member) ?? 0))
        if (own.taken.size > MEMBERS && own.taken.size > 2 * own.works.size) forgetMembers(own)
        if (waiting.has(owner)) return
        waiting.set(owner, own)
        void serve(owner, own)
      }),
    atOnce(owner, work, member) {
      if (accountOf(owner).left <= 0 || (member !== undefined && waiting.has(owner))) return false
      run(owner, work, member)
      return true
    },
    charge,
    close: () => {
      isClosing = true
    },
  }
}
