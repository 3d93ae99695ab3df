import { DbError, type Priority } from './db.ts'
import { turnLimitMs } from './statement-limits.ts'

const order: readonly Priority[] = ['ingest', 'interactive', 'reports']

/**
 * Turns at a store's connections: at most `capacity` at once, ingest before people before reports. Reports never hold
 * the last free half, so that a long report leaves room for the others (with one connection it can only wait its turn).
 */
export class Leases {
  readonly #capacity: number
  readonly #turnLimitMs: Readonly<Record<Priority, number>>
  #taken = 0
  #reports = 0
  readonly #waiting: Record<Priority, Array<() => void>> = { ingest: [], interactive: [], reports: [] }

  constructor(capacity: number, limitMs: Readonly<Record<Priority, number>> = turnLimitMs) {
    this.#capacity = capacity
    this.#turnLimitMs = limitMs
  }

  /** Rejects with a DbError when the turn does not come in time. */
  async hold<T>(priority: Priority, work: () => Promise<T>): Promise<T> {
    if (this.#mayStart(priority)) this.#start(priority)
    else await this.#turn(priority)
    try {
      return await work()
    } finally {
      this.#taken--
      if (priority === 'reports') this.#reports--
      this.#startNext()
    }
  }

  #turn(priority: Priority): Promise<void> {
    const waitMs = this.#turnLimitMs[priority]
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting[priority]
      let deadline: NodeJS.Timeout | undefined
      const begin = () => {
        clearTimeout(deadline)
        resolve()
      }
      waiting.push(begin)
      if (waitMs === Number.POSITIVE_INFINITY) return
      deadline = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1)
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
      while (waiting.length > 0 && this.#mayStart(priority)) {
        this.#start(priority)
        waiting.shift()?.()
      }
    }
  }
}
