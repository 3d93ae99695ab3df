import type { Kysely } from 'kysely'
import { requireCallGoesOn } from '../limits/call-now.ts'
import { isGuests, organisationNow } from '../limits/turns.ts'
import { DbError, type Priority } from './db.ts'
import type { Schema } from './schema.ts'
import { turnLimitMs } from './statement-limits.ts'

const order: readonly Priority[] = ['ingest', 'interactive', 'reports']
/**
 * For so many times as long as the last report took all else goes first, within these bounds: then the next one does, else
 * whoever always calls would keep the jobs of all from the store. No report is to wait longer than its turn may take.
 */
const GAP_TIMES = 19
const GAP_LEAST_MS = 100
const GAP_MOST_MS = 30_000

/** So much of one organisation waits; what comes then is refused at once. What networks send has bounds of its own. */
const WAITING_MOST = 1000
/** Holders of whom is remembered what they have had; beyond these the one that had its turn longest ago is as new. */
const REMEMBERED = 10_000

/** An organisation or its guests, the network of somebody who is not signed in, or the server itself (null). */
export type Holder = number | string | null

/** Whose turn a transaction of an organisation takes: what is done in turns of all, as readings are written, is the server's own. */
export const holderOf = (tenant_id: number, priority: Priority): Holder =>
  priority === 'ingest' ? null : organisationNow(tenant_id)

const isOrganisation = (holder: Holder) => typeof holder === 'number' || isGuests(holder)

type Work<T> = (q: Kysely<Schema>) => Promise<T>

/**
 * The work of a transaction, which is undone where whoever makes the call that it belongs to may do so no more: looked at
 * when its turn has come, and again before it is kept. What is done in turns of all is not one call's.
 */
export const ofCall = <T>(work: Work<T>, priority: Priority, holder: Holder): Work<T> => {
  if (!isOrganisation(holder) || priority === 'backlog') return work
  return async (q) => {
    requireCallGoesOn()
    const result = await work(q)
    requireCallGoesOn()
    return result
  }
}

/** What one holder has waiting, each in its order: the backlog goes first. */
class Waiting {
  readonly #backlog = new Set<() => void>()
  readonly #others = new Set<() => void>()

  get size(): number {
    return this.#backlog.size + this.#others.size
  }
  add(begin: () => void, isBacklog: boolean): this {
    ;(isBacklog ? this.#backlog : this.#others).add(begin)
    return this
  }
  drop(begin: () => void): void {
    this.#backlog.delete(begin)
    this.#others.delete(begin)
  }
  /** The first, which waits no more. */
  take(): (() => void) | undefined {
    const [begin] = this.#backlog.size > 0 ? this.#backlog : this.#others
    if (begin) this.drop(begin)
    return begin
  }
}

/** Who waits, by holder in the order of their turns: whoever had one goes to the end. */
type Queues = Map<Holder, Waiting>

/** The server (which looks up who calls), the networks and the organisations have one turn in three each while they wait. */
class Turns {
  readonly #server: Queues = new Map()
  readonly #networks: Queues = new Map()
  readonly #organisations: Queues = new Map()
  /** Those whose turn was last stand last. */
  #order = [this.#server, this.#networks, this.#organisations]
  /**
   * How long each has had the store, in ms, whoever had it last at the end; whoever comes anew begins with what the one has
   * whose turn was last.
   */
  readonly #had = new Map<Holder, number>()
  #last = 0

  #queuesOf(holder: Holder): Queues {
    if (holder === null) return this.#server
    return isOrganisation(holder) ? this.#organisations : this.#networks
  }

  countOf(holder: Holder): number {
    return this.#queuesOf(holder).get(holder)?.size ?? 0
  }

  add(holder: Holder, begin: () => void, isBacklog: boolean): void {
    const queues = this.#queuesOf(holder)
    const own = queues.get(holder)
    if (own) return void own.add(begin, isBacklog)
    queues.set(holder, new Waiting().add(begin, isBacklog))
  }

  #hadBy(holder: Holder): number {
    return Math.max(this.#had.get(holder) ?? 0, this.#last)
  }

  /** Long works count for more: who has many of them does not hold up all whose works are short. */
  measure(holder: Holder, tookMs: number): void {
    const had = this.#hadBy(holder) + tookMs
    this.#had.delete(holder)
    if (this.#had.size >= REMEMBERED) this.#had.delete(this.#had.keys().next().value as Holder)
    this.#had.set(holder, had)
  }

  drop(holder: Holder, begin: () => void): void {
    const queues = this.#queuesOf(holder)
    const own = queues.get(holder)
    own?.drop(begin)
    if (own?.size === 0) queues.delete(holder)
  }

  next(mayStart: (holder: Holder) => boolean): { holder: Holder; begin: () => void } | undefined {
    for (const queues of this.#order) {
      let least: Holder | undefined
      for (const holder of queues.keys())
        if ((least === undefined || this.#hadBy(holder) < this.#hadBy(least)) && mayStart(holder)) least = holder
      const own = least === undefined ? undefined : queues.get(least)
      const begin = own?.take()
      if (least === undefined || !own || !begin) continue
      this.#last = this.#hadBy(least)
      this.#order = [...this.#order.filter((other) => other !== queues), queues]
      queues.delete(least)
      if (own.size > 0) queues.set(least, own)
      return { holder: least, begin }
    }
    return undefined
  }
}

/** How long all else had the store since a report began, and how long it has it before the next one goes first. */
class Gap {
  elseMs = 0
  leastMs = GAP_LEAST_MS
}

function addTo(counts: Map<Holder, number>, holder: Holder, change: 1 | -1): void {
  const count = (counts.get(holder) ?? 0) + change
  if (count > 0) counts.set(holder, count)
  else counts.delete(holder)
}

/**
 * Turns at a store's connections: at most `capacity` at once, ingest before people before reports, and of each of these
 * the organisations and networks in turn by the time that they have had, however much one of them has waiting; in an
 * organisation's turn its backlog goes before its people. Reports have some of the time all the same: those of
 * the server a twentieth, and those of all others another one, or more where one takes longer than 1.5 s. None of them
 * holds more than a third of the connections: what it has beyond may wait for a lock of its own, and waits here, where
 * it keeps nobody out. Reports never hold the last free half, nor the last that one of them may hold, so that a long
 * report leaves room for the others (with one connection it can only wait its turn).
 */
export class Leases {
  readonly #capacity: number
  readonly #mostOfOne: number
  readonly #turnLimitMs: Readonly<Record<Priority, number>>
  readonly #now: () => number
  #taken = 0
  #reports = 0
  /** Apart from each other: long reports of users keep no job of the server waiting. */
  readonly #serverGap = new Gap()
  readonly #othersGap = new Gap()
  readonly #held = new Map<Holder, number>()
  readonly #reportsOf = new Map<Holder, number>()
  readonly #waiting: Record<Priority, Turns>

  constructor(
    capacity: number,
    limitMs: Readonly<Record<Priority, number>> = turnLimitMs,
    now = () => performance.now(),
  ) {
    this.#capacity = capacity
    this.#mostOfOne = Math.max(1, Math.floor(capacity / 3))
    this.#turnLimitMs = limitMs
    this.#now = now
    const interactive = new Turns()
    this.#waiting = { ingest: new Turns(), backlog: interactive, interactive, reports: new Turns() }
  }

  /** Rejects with a DbError when the turn does not come in time. */
  async hold<T>(priority: Priority, work: () => Promise<T>, holder: Holder = null): Promise<T> {
    if (this.#mayStart(priority, holder)) this.#count(priority, holder, 1)
    else await this.#turn(priority, holder)
    const began = this.#now()
    try {
      return await work()
    } finally {
      this.#count(priority, holder, -1)
      this.#measure(priority, holder, this.#now() - began)
      this.#startNext()
    }
  }

  #turn(priority: Priority, holder: Holder): Promise<void> {
    const isBacklog = priority === 'backlog'
    // What devices send, and what follows from it, waits as long as it takes.
    const isBounded = isOrganisation(holder) && priority !== 'ingest' && !isBacklog
    if (isBounded && this.#waiting[priority].countOf(holder) >= WAITING_MOST)
      return Promise.reject(new DbError('57014', `${WAITING_MOST} works of the organisation wait for the store`))
    const waitMs = this.#turnLimitMs[priority]
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting[priority]
      let deadline: NodeJS.Timeout | undefined
      const begin = () => {
        clearTimeout(deadline)
        resolve()
      }
      waiting.add(holder, begin, isBacklog)
      if (waitMs === Number.POSITIVE_INFINITY) return
      deadline = setTimeout(() => {
        waiting.drop(holder, begin)
        reject(new DbError('57014', `the store was busy for ${waitMs} ms`))
      }, waitMs)
    })
  }

  #isRoom(priority: Priority): boolean {
    if (this.#taken >= this.#capacity) return false
    return priority !== 'reports' || this.#reports < Math.max(1, Math.floor(this.#capacity / 2))
  }

  #hasOwnRoom(priority: Priority, holder: Holder): boolean {
    if (holder === null) return true
    const mostReports = Math.max(1, this.#mostOfOne - 1)
    if (priority === 'reports' && (this.#reportsOf.get(holder) ?? 0) >= mostReports) return false
    return (this.#held.get(holder) ?? 0) < this.#mostOfOne
  }

  #mayStart(priority: Priority, holder: Holder): boolean {
    return this.#isRoom(priority) && this.#hasOwnRoom(priority, holder)
  }

  #count(priority: Priority, holder: Holder, change: 1 | -1): void {
    this.#taken += change
    addTo(this.#held, holder, change)
    if (priority !== 'reports') return
    this.#reports += change
    addTo(this.#reportsOf, holder, change)
    if (change === 1) this.#gapOf(holder).elseMs = 0
  }

  #gapOf(holder: Holder): Gap {
    return holder === null ? this.#serverGap : this.#othersGap
  }

  #measure(priority: Priority, holder: Holder, tookMs: number): void {
    this.#waiting[priority].measure(holder, tookMs)
    const gaps = [this.#serverGap, this.#othersGap]
    if (priority !== 'reports') for (const gap of gaps) gap.elseMs += tookMs
    else this.#gapOf(holder).leastMs = Math.min(Math.max(GAP_TIMES * tookMs, GAP_LEAST_MS), GAP_MOST_MS)
  }

  #startNext(): void {
    for (const gap of [this.#serverGap, this.#othersGap])
      if (gap.elseMs >= gap.leastMs) this.#start('reports', (holder) => this.#gapOf(holder) === gap)
    for (const priority of order) while (this.#start(priority));
  }

  /** Whether one could be started. */
  #start(priority: Priority, isMeant = (_: Holder) => true): boolean {
    const next = this.#isRoom(priority)
      ? this.#waiting[priority].next((holder) => isMeant(holder) && this.#hasOwnRoom(priority, holder))
      : undefined
    if (!next) return false
    this.#count(priority, next.holder, 1)
    next.begin()
    return true
  }
}
