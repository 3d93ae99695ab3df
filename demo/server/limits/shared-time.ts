import { setTimeout as sleep } from 'node:timers/promises'
import { createHeap, type Heap } from './heap.ts'
import { AT_ONCE_MS, type LoopAccounts, type Owner, openLoopAccounts, threadMs } from './loop-accounts.ts'
import { openSlices } from './slices.ts'

/** How long one slice of work may take before everything else has its turn. */
const SLICE_MS = 5
/** How much of the event loop the work of one organisation may take. */
const SHARE = 0.3

/** In one turn of the event loop hundreds of sockets may have something: of all that is done at once the rest is left to slices. */
const AT_ONCE_A_TURN_MS = 10

/** Members of an owner that are remembered at least, without looking for those that can be forgotten. */
const MEMBERS = 1000

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
   * Does a slice before anything else happens; `false` where the owner has used up its share, where enough was done so in
   * this turn of the event loop, and for a member where others of its owner are waiting for their turns.
   */
  atOnce(owner: Owner, work: Slice<void>, member?: string): boolean
  /** What a slice has set off takes time too, after it. */
  charge(owner: Owner, ms: number, member?: string): void
  /** What is begun is brought to its end, and waits no longer. */
  close(): void
}

interface Member {
  /** What waits, in its order. */
  works: (() => void)[]
  /** Where it stands, in milliseconds that it took. */
  taken: number
}

/** A place of a member that waits. */
interface Turn {
  member: Member
  /** Where the member stood when it was given: by now it may have taken more. */
  taken: number
  /** Of those that stand at the same the one that came first is next. */
  number: number
}

/**
 * What an owner has waiting. Its members go by start-time fair queueing: whoever has taken least time since somebody waits
 * is next, so that a device with one message does not wait for those that send without end.
 */
interface Waiting {
  members: Map<string, Member>
  turns: Heap<Turn>
  /** Turns that were given. */
  given: number
  /** Where the member stood whose turn was last: nobody who comes anew stands before it. */
  now: number
  /** With so many members, those are forgotten that can be. */
  forgetsAt: number
}

export interface SharedTimeParts {
  /** Gives milliseconds, both of the clock and of work. */
  clock?: () => number
  wait?: (ms: number) => Promise<unknown>
  atOnceMs?: number
  /** Of the event loop, that the work of one owner may take. */
  share?: number
  /** What an owner may take for all its work together, of whichever kind. */
  whole?: LoopAccounts | undefined
}

/** What was done at once in this turn of the event loop, by whichever part of the process. */
let turnMs = 0
const endTurn = () => {
  turnMs = 0
}

export function openSharedTime({
  clock,
  wait = (ms) => sleep(ms, undefined, { ref: false }),
  atOnceMs = AT_ONCE_MS,
  share = SHARE,
  whole,
}: SharedTimeParts = {}): SharedTime {
  const worked = clock ?? threadMs
  const inSlice = openSlices()
  const accounts = openLoopAccounts({ share, atOnceMs, ...(clock && { now: clock }) })
  let isClosing = false
  /** Whose work is being done: what it calls upon is part of it. */
  let running: Owner | null = null
  /** Until when the thread's work of the slice that is being done is charged: finding the next work is part of that. */
  let paidUntil = 0

  const waiting = new Map<Owner, Waiting>()
  const hasTime = (owner: Owner) => accounts.leftOf(owner) > 0 && (whole?.leftOf(owner) ?? 1) > 0
  const mayGo = (owner: Owner) => isClosing || hasTime(owner)
  const waitOf = (owner: Owner) => Math.ceil(Math.max(accounts.waitOf(owner), whole?.waitOf(owner) ?? 0)) + 1

  function charge(owner: Owner, ms: number, member = ''): void {
    accounts.charge(owner, ms)
    const its = waiting.get(owner)?.members.get(member)
    if (its) its.taken += ms
  }

  function run<T>(owner: Owner, work: Slice<T>, member?: string, start = worked()): T {
    const isOver = () => worked() - start >= SLICE_MS
    if (running === owner) return work(isOver)
    const outer = running
    running = owner
    const charged = whole?.charged ?? 0
    try {
      return work(isOver)
    } finally {
      running = outer
      paidUntil = worked()
      charge(owner, paidUntil - start, member)
      // Other kinds of work within it have paid their part.
      whole?.charge(owner, Math.max(0, paidUntil - start - (whole.charged - charged)))
    }
  }

  const openWaiting = (): Waiting => ({
    members: new Map(),
    turns: createHeap(
      (one, other) => one.taken < other.taken || (one.taken === other.taken && one.number < other.number),
    ),
    given: 0,
    now: 0,
    forgetsAt: MEMBERS,
  })

  function giveTurn(own: Waiting, member: Member): void {
    own.turns.add({ member, taken: member.taken, number: own.given++ })
  }

  function memberOf(own: Waiting, name: string): Member {
    if (own.members.size >= own.forgetsAt) forgetMembers(own)
    const member = own.members.get(name) ?? { works: [], taken: 0 }
    member.taken = Math.max(own.now, member.taken)
    own.members.set(name, member)
    return member
  }

  /** Members stand where the last one stood if they come again: those that have fallen behind it need not be remembered. */
  function forgetMembers(own: Waiting): void {
    for (const [name, { works, taken }] of own.members)
      if (taken <= own.now && works.length === 0) own.members.delete(name)
    own.forgetsAt = Math.max(MEMBERS, 2 * own.members.size)
  }

  /** Does the next work of the member whose turn it is. */
  function goOn(own: Waiting, { member, taken }: Turn): void {
    if (member.taken > taken) {
      giveTurn(own, member)
      return
    }
    own.now = taken
    const work = member.works.shift()
    if (member.works.length > 0) giveTurn(own, member)
    work?.()
  }

  /** Gives an owner its turns until nothing of it waits. */
  async function serve(owner: Owner, own: Waiting): Promise<void> {
    while (own.turns.size > 0) {
      if (!mayGo(owner)) await wait(waitOf(owner))
      else
        await inSlice(() => {
          const start = worked()
          paidUntil = start
          do {
            const turn = own.turns.take()
            if (turn) goOn(own, turn)
          } while (own.turns.size > 0 && mayGo(owner) && worked() - start < SLICE_MS)
        })
    }
    waiting.delete(owner)
  }

  return {
    slice: (owner, work, member = '') =>
      new Promise((resolve, reject) => {
        const own = waiting.get(owner) ?? openWaiting()
        const its = memberOf(own, member)
        const isNext = its.works.length === 0
        its.works.push(() => {
          try {
            resolve(run(owner, work, member, paidUntil))
          } catch (error) {
            reject(error)
          }
        })
        if (isNext) giveTurn(own, its)
        if (waiting.has(owner)) return
        waiting.set(owner, own)
        void serve(owner, own)
      }),
    atOnce(owner, work, member) {
      if (turnMs >= AT_ONCE_A_TURN_MS || !hasTime(owner)) return false
      if (member !== undefined && waiting.has(owner)) return false
      if (turnMs === 0) setImmediate(endTurn)
      const start = worked()
      try {
        run(owner, work, member, start)
      } finally {
        // Work within work of the same owner is paid with that.
        turnMs += Math.max(0, paidUntil - start)
      }
      return true
    },
    charge,
    close: () => {
      isClosing = true
    },
  }
}
