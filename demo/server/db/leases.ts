import { DbError, type Priority } from './db.ts'
import { turnLimitMs } from './statement-limits.ts'

const order: readonly Priority[] = ['ingest', 'interactive', 'reports']

/** So much of one organisation waits; what comes then is refused at once. */
const WAITING_MOST = 1000

type Holder = number | null

/**
 * Who waits, by holder in the order of their turns: whoever had one goes to the end. Each second turn is the server's own,
 * which looks up for all organisations who calls.
 */
class Turns {
  readonly #queues = new Map<Holder, Set<() => void>>()
  #wasServers = false

  countOf(holder: Holder): number {
    return this.#queues.get(holder)?.size ?? 0
  }

  add(holder: Holder, begin: () => void): void {
    const own = this.#queues.get(holder)
    if (own) own.add(begin)
    else this.#queues.set(holder, new Set([begin]))
  }

  drop(holder: Holder, begin: () => void): void {
    const own = this.#queues.get(holder)
    own?.delete(begin)
    if (own?.size === 0) this.#queues.delete(holder)
  }

  next(): (() => void) | undefined {
    const holder = this.#nextHolder()
    if (holder === undefined) return undefined
    this.#wasServers = holder === null
    const own = this.#queues.get(holder) as Set<() => void>
    const [begin] = own
    this.#queues.delete(holder)
    if (begin) own.delete(begin)
    if (own.size > 0) this.#queues.set(holder, own)
    return begin
  }

  #nextHolder(): Holder | undefined {
    if (!this.#wasServers && this.#queues.has(null)) return null
    for (const holder of this.#queues.keys()) if (holder !== null) return holder
    return this.#queues.has(null) ? null : undefined
  }
}

/**
 * Turns at a store's connections: at most `capacity` at once, ingest before people before reports, and of each of these
 * the organisations in turn, however much one of them has waiting. Reports never hold the last free half, so that a long report leaves room for the others (with one connection it can only wait its turn).
 */
export class Leases {
  readonly #capacity: number
  readonly #turnLimitMs: Readonly<Record<Priority, number>>
  #taken = 0
  #reports = 0
  readonly #waiting: Record<Priority, Turns> = { ingest: new Turns(), interactive: new Turns(), reports: new Turns() }

  constructor(capacity: number, limitMs: Readonly<Record<Priority, number>> = turnLimitMs) {
    this.#capacity = capacity
    this.#turnLimitMs = limitMs
  }

  /** For an organisation, or the server itself (null). Rejects with a DbError when the turn does not come in time. */
  async hold<T>(priority: Priority, work: () => Promise<T>, holder: number | null = null): Promise<T> {
    if (this.#mayStart(priority)) this.#start(priority)
    else await this.#turn(priority, holder)
    try {
      return await work()
    } finally {
      this.#taken--
      if (priority === 'reports') this.#reports--
      this.#startNext()
    }
  }

  #turn(priority: Priority, holder: number | null): Promise<void> {
    // Readings wait as long as it takes.
    if (holder !== null && priority !== 'ingest' && this.#waiting[priority].countOf(holder) >= WAITING_MOST)
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

  #mayStart(priority: Priority): boolean {
    if (this.#taken >= this.#capacity) return false
    return priority !== 'reports' || this.#reports < Math.max(1, Math.floor(this.#capacity / 2))
  }

  #start(priority: Priority): void {
    this.#taken++
    if (priority === 'reports') this.#reports++
  }

  #startNext(): void {
    for (const priority of order) {
      const waiting = this.#waiting[priority]
      while (this.#mayStart(priority)) {
        const begin = waiting.next()
        if (!begin) break
        this.#start(priority)
        begin()
      }
    }
  }
}
