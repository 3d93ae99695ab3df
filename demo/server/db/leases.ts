import type { Priority } from './db.ts'

const order: readonly Priority[] = ['ingest', 'interactive', 'reports']

/**
 * Turns at a store's connections: at most `capacity` at once, ingest before people before reports. Reports never hold
 * the last free half, so that a long report leaves room for the others (with one connection it can only wait its turn).
 */
export class Leases {
  readonly #capacity: number
  #taken = 0
  #reports = 0
  readonly #waiting: Record<Priority, Array<() => void>> = { ingest: [], interactive: [], reports: [] }

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  async hold<T>(priority: Priority, work: () => Promise<T>): Promise<T> {
    if (this.#mayStart(priority)) this.#start(priority)
    else await new Promise<void>((resolve) => this.#waiting[priority].push(resolve))
    try {
      return await work()
    } finally {
      this.#taken--
      if (priority === 'reports') this.#reports--
      this.#startNext()
    }
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
