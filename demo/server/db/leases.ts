import { DbError, type Priority } from './db.ts'
import { turnLimitMs } from './statement-limits.ts'

const order: readonly Priority[] = ['ingest', 'interactive', 'reports']

/** So much of one organisation waits; what comes then is refused at once. What networks send has bounds of its own. */
const WAITING_MOST = 1000

/** An organisation, the network of somebody who is not signed in, or the server itself (null). */
export type Holder = number | string | null

/** Who waits, by holder in the order of their turns: whoever had one goes to the end. */
type Queues = Map<Holder, Set<() => void>>

/** The server, which looks up for all who calls, the networks and the organisations have each third turn, if they wait. */
class Turns {
  readonly #server: Queues = new Map()
  readonly #networks: Queues = new Map()
  readonly #organisations: Queues = new Map()
  /** Those whose turn was last stand last. */
  #order = [this.#server, this.#networks, this.#organisations]

  #queuesOf(holder: Holder): Queues {
    if (holder === null) return this.#server
    return typeof holder === 'number' ? this.#organisations : this.#networks
  }

  countOf(holder: Holder): number {
    return this.#queuesOf(holder).get(holder)?.size ?? 0
  }

  add(holder: Holder, begin: () => void): void {
    const queues = this.#queuesOf(holder)
    const own = queues.get(holder)
    if (own) own.add(begin)
    else queues.set(holder, new Set([begin]))
  }

  drop(holder: Holder, begin: () => void): void {
    const queues = this.#queuesOf(holder)
    const own = queues.get(holder)
    own?.delete(begin)
    if (own?.size === 0) queues.delete(holder)
  }

  next(mayStart: (holder: Holder) => boolean): { holder: Holder; begin: () => void } | undefined {
    for (const queues of this.#order)
      for (const [holder, own] of queues) {
        const [begin] = own
        if (!begin || !mayStart(holder)) continue
        this.#order = [...this.#order.filter((other) => other !== queues), queues]
        own.delete(begin)
        queues.delete(holder)
        if (own.size > 0) queues.set(holder, own)
        return { holder, begin }
      }
    return undefined
  }
}

/**
 * Turns at a store's connections: at most `capacity` at once, ingest before people before reports, and of each of these
 * the organisations and networks in turn, however much one of them has waiting. None of them holds more than a third of
 * the connections: what it has beyond may wait for a lock of its own, and waits here, where it keeps nobody out. Reports
 * never hold the last free half, so that a long report leaves room for the others (with one connection it can only wait
 * its turn).
 */
export class Leases {
  readonly #capacity: number
  readonly #mostOfOne: number
  readonly #turnLimitMs: Readonly<Record<Priority, number>>
  #taken = 0
  #reports = 0
  readonly #held = new Map<Holder, number>()
  readonly #waiting: Record<Priority, Turns> = { ingest: new Turns(), interactive: new Turns(), reports: new Turns() }

  constructor(capacity: number, limitMs: Readonly<Record<Priority, number>> = turnLimitMs) {
    this.#capacity = capacity
    this.#mostOfOne = Math.max(1, Math.floor(capacity / 3))
    this.#turnLimitMs = limitMs
  }

  /** Rejects with a DbError when the turn does not come in time. */
  async hold<T>(priority: Priority, work: () => Promise<T>, holder: Holder = null): Promise<T> {
    if (this.#mayStart(priority, holder)) this.#start(priority, holder)
    else await this.#turn(priority, holder)
    try {
      return await work()
    } finally {
      this.#end(priority, holder)
      this.#startNext()
    }
  }

  #turn(priority: Priority, holder: Holder): Promise<void> {
    // Readings wait as long as it takes.
    if (typeof holder === 'number' && priority !== 'ingest' && this.#waiting[priority].countOf(holder) >= WAITING_MOST)
      return Promise.reject(new DbError('57014', `${WAITING_MOST} works of the organisation wait for the store`))
    const waitMs = this.#turnLimitMs[priority]
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting[priority]
      let deadline: NodeJS.Timeout | undefined
      const begin = () => {
        clearTimeout(deadline)
        resolve()
      }
      waiting.add(holder, begin)
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

  readonly #hasOwnRoom = (holder: Holder): boolean => holder === null || (this.#held.get(holder) ?? 0) < this.#mostOfOne

  #mayStart(priority: Priority, holder: Holder): boolean {
    return this.#isRoom(priority) && this.#hasOwnRoom(holder)
  }

  #start(priority: Priority, holder: Holder): void {
    this.#taken++
    if (priority === 'reports') this.#reports++
    this.#held.set(holder, (this.#held.get(holder) ?? 0) + 1)
  }

  #end(priority: Priority, holder: Holder): void {
    this.#taken--
    if (priority === 'reports') this.#reports--
    const held = (this.#held.get(holder) ?? 0) - 1
    if (held > 0) this.#held.set(holder, held)
    else this.#held.delete(holder)
  }

  #startNext(): void {
    for (const priority of order) {
      while (this.#isRoom(priority)) {
        const next = this.#waiting[priority].next(this.#hasOwnRoom)
        if (!next) break
        this.#start(priority, next.holder)
        next.begin()
      }
    }
  }
}
