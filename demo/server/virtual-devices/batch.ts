import type { CheckedReading, LiveDevice } from '../fleet/fleet.ts'
import type { Late } from './past.ts'

/** Readings of several messages that one device works through together: each device that is at work has them in its order. */
const TOGETHER = 1000

/** A reading, with the device whose it is. */
export interface Said {
  readonly source: LiveDevice
  readonly reading: CheckedReading
}
/** A message, which is there once for all devices that read it: each of them waits for its turn with nothing of its own. */
export interface Message {
  readonly said: readonly Said[]
  readonly stored: Promise<unknown>
  /** Called by each device that read it, when all that follows from it is durable; or `fail`. */
  readonly done: () => void
  readonly fail: (error: unknown) => void
}

/** Messages that one device works through together. */
export class Batch {
  readings: readonly Said[] = []
  /** The reading that is next. */
  at = 0
  readonly late: Late = new Map()
  #messages: Message[] = []
  readonly #waiting
  readonly #isOfSeveral

  /** Of several sources: in the order of time; else in the order in which they came. */
  constructor(waiting: Message[], isOfSeveral: boolean) {
    this.#waiting = waiting
    this.#isOfSeveral = isOfSeveral
  }

  /** Takes of what waits now: of large messages one at a time. */
  begin(): void {
    if (this.#messages.length > 0) return
    let count = 0
    let most = this.#waiting.findIndex(({ said }) => {
      count += said.length
      return count > TOGETHER
    })
    if (most < 0) most = this.#waiting.length
    this.#messages = this.#waiting.splice(0, Math.max(1, most))
    const [first] = this.#messages
    if (first && this.#messages.length === 1) this.readings = first.said
    else {
      const readings = this.#messages.flatMap(({ said }) => said)
      this.readings = this.#isOfSeveral ? readings.sort(inTime) : readings
    }
  }

  stored = (): Promise<unknown> => Promise.all(this.#messages.map(({ stored }) => stored))

  done(): void {
    for (const { done } of this.#messages) done()
  }

  fail(error: unknown): void {
    this.begin()
    for (const { fail } of this.#messages) fail(error)
  }
}

export const inTime = (a: Said, b: Said): number => a.reading.data_time - b.reading.data_time
