import { callNow, whileCallGoesOn } from '../limits/call-now.ts'
import { isGuests, organisationNow } from '../limits/turns.ts'
import type { Timed } from './connection.ts'
import { DbError, type Priority } from './db.ts'
import { type Holder, type LineName, Turns } from './lease-turns.ts'
import { turnLimitMs } from './statement-limits.ts'

const order: readonly Priority[] = ['ingest', 'interactive', 'reports']
/**
 * For so many times as long as the last report took all else goes first, within these bounds: then the next one does, else
 * whoever always calls would keep the jobs of all from the store. No report is to wait longer than its turn may take.
 */
const GAP_TIMES = 19
const GAP_LEAST_MS = 100
const GAP_MOST_MS = 30_000

/**
 * Statements that are carried out by themselves, at once: so many that the store works on while the event loop goes round,
 * and no more, since what goes first has to wait for them.
 */
const LONE_READS = 3
/** Who calls is looked up in less than a millisecond a statement, and by all who have not called for some seconds. */
const LONE_READS_OF_CALLERS = 16

/** So much of one organisation waits; what comes then is refused at once. What networks send has bounds of its own. */
const WAITING_MOST = 1000

/** Whose turn a transaction of an organisation takes: what is done in turns of all, as readings are written, is the server's own. */
export const holderOf = (tenant_id: number, priority: Priority): Holder =>
  priority === 'ingest' ? null : organisationNow(tenant_id)

const isOrganisation = (holder: Holder) => typeof holder === 'number' || isGuests(holder)

/** Whoever looks does not stand behind what changes something, or is nobody's call, such as messages that go out. */
const lineOf = (holder: Holder, priority: Priority): LineName => {
  if (priority === 'callers') return 'callers'
  if (holder === null) return 'server'
  if (!isOrganisation(holder)) return 'networks'
  if (priority === 'history') return 'history'
  return priority !== 'backlog' && callNow()?.isChange === false ? 'reads' : 'changes'
}

type Work<Q, T> = (q: Q) => Promise<T>

/** Whether what a work reads may be carried out statement by statement: it belongs to a call that only looks, or finds who calls. */
export const isLook = (priority: Priority): boolean =>
  priority === 'callers' || ((priority === 'interactive' || priority === 'history') && callNow()?.isChange === false)

/** Work that is done only while the call that it belongs to goes on. What is done in turns of all is not one call's. */
export const ofCall = <Q, T>(work: Work<Q, T>, priority: Priority, holder: Holder): Work<Q, T> =>
  !isOrganisation(holder) || priority === 'backlog' ? work : whileCallGoesOn(work)

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
 * the groups in turn (see `Turns`), and of each group the organisations and networks, by the time that they have had, however
 * much one of them has waiting; in an organisation's turn its backlog goes before its changes. Reports have some of the
 * time all the same: those of the server a twentieth, and those of all others another one, or more where one takes longer
 * than 1.5 s. None of them holds more than a third of the connections: what it has beyond may wait for a lock of its own,
 * and waits here, where it keeps nobody out. Reports never hold the last free half, nor the last that one of them may
 * hold, so that a long report leaves room for the others (with one connection it can only wait its turn). Statements that
 * read by themselves share one connection, while nothing else holds it.
 */
export class Leases {
  readonly #capacity: number
  readonly #mostOfOne: number
  readonly #turnLimitMs: Readonly<Record<Priority, number>>
  readonly #now: () => number
  #taken = 0
  #lone = 0
  /** Begins what has its turn, when the lone reads have ended. */
  #whenNoneIsLone: (() => void) | undefined
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
    const people = new Turns()
    const ofPeople = { callers: people, backlog: people, interactive: people, history: people }
    this.#waiting = { ...ofPeople, ingest: new Turns(), reports: new Turns() }
  }

  /** Rejects with a DbError when the turn does not come in time. */
  async hold<T>(priority: Priority, work: () => Promise<T>, holder: Holder = null): Promise<T> {
    const line = lineOf(holder, priority)
    if (this.#mayStart(priority, holder) && this.#lone === 0) this.#count(priority, holder, 1)
    else
      await this.#turn(priority, line, holder, (begin) => {
        this.#count(priority, holder, 1)
        if (this.#lone === 0) begin()
        else this.#whenNoneIsLone = begin
      })
    const began = this.#now()
    try {
      return await work()
    } finally {
      this.#count(priority, holder, -1)
      this.#waiting[priority].measure(line, holder, this.#now() - began, priority === 'backlog')
      this.#measure(priority, holder, this.#now() - began)
      this.#startNext()
    }
  }

  /** As `hold`, for one statement that only reads, of a store with one connection; `work` says how long that took, in ms. */
  async read<T extends Timed>(priority: Priority, work: () => Promise<T>, holder: Holder): Promise<T> {
    const line = lineOf(holder, priority)
    const begins = () => {
      this.#lone += 1
    }
    if (this.#isRoom(priority)) begins()
    else
      await this.#turn(priority, line, holder, (begin) => {
        begins()
        begin()
      })
    const began = this.#now()
    let done: T | undefined
    try {
      done = await work()
      return done
    } finally {
      const tookMs = done?.tookMs ?? this.#now() - began
      this.#lone -= 1
      this.#waiting[priority].measure(line, holder, tookMs, priority === 'backlog')
      this.#measure(priority, holder, tookMs)
      if (this.#lone === 0) {
        this.#whenNoneIsLone?.()
        this.#whenNoneIsLone = undefined
      }
      this.#startNext()
    }
  }

  /** `onTurn` is called when the turn has come, with what ends the wait. */
  #turn(priority: Priority, line: LineName, holder: Holder, onTurn: (begin: () => void) => void): Promise<void> {
    const isBacklog = priority === 'backlog'
    // What devices send, and what follows from it, waits as long as it takes.
    const isBounded = isOrganisation(holder) && priority !== 'ingest' && !isBacklog
    if (isBounded && this.#waiting[priority].countOf(line, holder) >= WAITING_MOST)
      return Promise.reject(new DbError('57014', `${WAITING_MOST} works of the organisation wait for the store`))
    const waitMs = this.#turnLimitMs[priority]
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting[priority]
      let deadline: NodeJS.Timeout | undefined
      const begin = () => {
        clearTimeout(deadline)
        onTurn(resolve)
      }
      waiting.add(line, holder, begin, isBacklog)
      if (waitMs === Number.POSITIVE_INFINITY) return
      deadline = setTimeout(() => {
        waiting.drop(line, holder, begin)
        reject(new DbError('57014', `the store was busy for ${waitMs} ms`))
      }, waitMs)
    })
  }

  #isRoom(priority: Priority): boolean {
    const loneMost = priority === 'callers' ? LONE_READS_OF_CALLERS : LONE_READS
    if (this.#taken >= this.#capacity || this.#lone >= loneMost) return false
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
    const only = this.#isRoom(priority) ? undefined : 'callers'
    if (only !== undefined && !(priority === 'interactive' && this.#isRoom('callers'))) return false
    const mayStart = (holder: Holder) => isMeant(holder) && this.#hasOwnRoom(priority, holder)
    const next = this.#waiting[priority].next(mayStart, only)
    if (!next) return false
    next()
    return true
  }
}
