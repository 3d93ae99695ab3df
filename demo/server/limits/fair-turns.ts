import { tooOften } from './limiter.ts'

export interface TurnLimits {
  /** How many run at once. */
  atOnce: number
  /** Of these, how many of one holder: with fewer than `atOnce` nobody holds up all others. */
  ofOne: number
  /** How many of one holder while nobody else waits; as many as `ofOne` where it is not said. */
  ofOneAlone?: number
  /** How many of one holder may wait, and how many in all: beyond that, whoever has most waiting loses the last of it. */
  waitingOfOne: number
  waiting: number
}

/** Long work of many holders (organisations, links), of which only some runs at once. */
export interface FairTurns {
  /**
   * Runs work when its holder's turn comes: holders take turns, however much each of them has waiting, and every second
   * turn is of whoever has had none for longest, so that he does not wait for all who come again and again. Refuses with
   * 100019 what would wait behind too much, and what waits for somebody who is gone.
   */
  run<T>(holder: string | number, work: () => Promise<T>, gone?: AbortSignal): Promise<T>
}

/** Places that works of several kinds share. */
export interface Places {
  /**
   * Turns of one kind of work, with bounds of its own. Holders take turns over all kinds, and the kinds of one holder in
   * its turns. Long works have the places, and short ones those and one more: they wait for no long one.
   */
  turns(limits: TurnLimits, length: 'long' | 'short'): FairTurns
}

type Holder = string | number

/** After this long it is worth trying again. */
const RETRY_MS = 5000

/** Holders of whom is remembered when they had their last turn; beyond these the one that had its turn longest ago is as new. */
const REMEMBERED = 10_000

/** A work that waits: how it begins, and how it is refused after all. */
interface Waiting {
  start(): void
  refuse(): void
}

/** What runs and waits of one kind. */
interface Kind {
  readonly limits: TurnLimits
  readonly isLong: boolean
  readonly running: Map<Holder, number>
  all: number
  queued: number
}

export const openFairTurns = (limits: TurnLimits): FairTurns =>
  openPlaces(Number.POSITIVE_INFINITY).turns(limits, 'long')

export function openPlaces(places: number): Places {
  /** By holder, in the order of their turns, and by kind in theirs: whoever had one goes to the end. */
  const queues = new Map<Holder, Map<Kind, Set<Waiting>>>()
  let all = 0
  let long = 0
  /** Which turn each holder had last, whoever had the last of all at the end. */
  const lastTurns = new Map<Holder, number>()
  let turn = 0

  function mayStart(kind: Kind, holder: Holder): boolean {
    const { limits, running } = kind
    if (all > places || (kind.isLong && long >= places)) return false
    const isAlone = queues.size === 0 || (queues.size === 1 && queues.has(holder))
    const ofOne = isAlone ? (limits.ofOneAlone ?? limits.ofOne) : limits.ofOne
    return kind.all < limits.atOnce && (running.get(holder) ?? 0) < ofOne
  }

  function remember(holder: Holder): void {
    lastTurns.delete(holder)
    if (lastTurns.size >= REMEMBERED) lastTurns.delete(lastTurns.keys().next().value as Holder)
    turn += 1
    lastTurns.set(holder, turn)
  }

  function count(kind: Kind, holder: Holder, change: 1 | -1): void {
    all += change
    if (kind.isLong) long += change
    kind.all += change
    const own = (kind.running.get(holder) ?? 0) + change
    if (own === 0) kind.running.delete(holder)
    else kind.running.set(holder, own)
  }

  function add(kind: Kind, holder: Holder, work: Waiting): void {
    const own = queues.get(holder) ?? new Map<Kind, Set<Waiting>>()
    queues.set(holder, own.set(kind, (own.get(kind) ?? new Set()).add(work)))
    kind.queued += 1
  }

  function drop(kind: Kind, holder: Holder, work: Waiting): void {
    const own = queues.get(holder)
    const works = own?.get(kind)
    if (!works?.delete(work)) return
    kind.queued -= 1
    if (works.size === 0) own?.delete(kind)
    if (own?.size === 0) queues.delete(holder)
  }

  function goToEnd<K, V>(order: Map<K, V>, key: K): void {
    const value = order.get(key)
    if (value !== undefined && order.delete(key)) order.set(key, value)
  }

  /** What a holder can begin now, of the kind whose turn it is within his. */
  function nextOf(holder: Holder): { kind: Kind; work: Waiting } | undefined {
    for (const [kind, [work]] of queues.get(holder) ?? []) if (work && mayStart(kind, holder)) return { kind, work }
    return undefined
  }

  /** Every second time whoever had no turn for longest, else the first in the order. */
  function nextHolder(): Holder | undefined {
    let longest: Holder | undefined
    for (const holder of queues.keys()) {
      if (!nextOf(holder)) continue
      if (turn % 2 === 0) return holder
      if (longest === undefined || (lastTurns.get(holder) ?? 0) < (lastTurns.get(longest) ?? 0)) longest = holder
      if (!lastTurns.has(holder)) return holder
    }
    return longest
  }

  function startNext(): void {
    const holder = nextHolder()
    const next = holder === undefined ? undefined : nextOf(holder)
    if (holder === undefined || !next) return
    drop(next.kind, holder, next.work)
    goToEnd(queues.get(holder) ?? new Map(), next.kind)
    goToEnd(queues, holder)
    next.work.start()
  }

  /** Makes room for one more of somebody who has so many waiting; false where nobody would have more than he then has. */
  function makeRoom(kind: Kind, count: number): boolean {
    if (kind.queued < kind.limits.waiting) return true
    let longest = new Set<Waiting>()
    for (const own of queues.values()) {
      const works = own.get(kind)
      if (works && works.size > longest.size) longest = works
    }
    if (longest.size <= count + 1) return false
    const last = [...longest].at(-1)
    last?.refuse()
    return true
  }

  function turnOf(kind: Kind, holder: Holder, gone?: AbortSignal): Promise<void> {
    if (mayStart(kind, holder)) {
      count(kind, holder, 1)
      remember(holder)
      return Promise.resolve()
    }
    const own = queues.get(holder)?.get(kind)?.size ?? 0
    if (own >= kind.limits.waitingOfOne || gone?.aborted || !makeRoom(kind, own))
      return Promise.reject(tooOften(RETRY_MS))
    return new Promise<void>((resolve, reject) => {
      const work: Waiting = {
        start() {
          gone?.removeEventListener('abort', work.refuse)
          count(kind, holder, 1)
          remember(holder)
          resolve()
        },
        refuse() {
          gone?.removeEventListener('abort', work.refuse)
          drop(kind, holder, work)
          reject(tooOften(RETRY_MS))
        },
      }
      add(kind, holder, work)
      gone?.addEventListener('abort', work.refuse, { once: true })
    })
  }

  return {
    turns(limits, length) {
      const kind: Kind = { limits, isLong: length === 'long', running: new Map(), all: 0, queued: 0 }
      return {
        async run(holder, work, gone) {
          await turnOf(kind, holder, gone)
          try {
            return await work()
          } finally {
            count(kind, holder, -1)
            // Whoever had a turn stands behind all who came during it.
            goToEnd(queues, holder)
            startNext()
          }
        },
      }
    },
  }
}
