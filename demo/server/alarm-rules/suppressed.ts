import type { TimelineSample } from '../../../core/rules/alarm-timeline.ts'
import { type Expression, evaluate } from '../../../core/rules/expression/expression.ts'
import type { Turns } from '../limits/turns.ts'
import { placeAt } from './past.ts'

/** How closely an expression is looked at that changes with time alone. */
const STEP_MS = 10_000

/** Samples of points that suppress, by their keys: kept from the time on that is not settled yet. */
export class Kept {
  readonly #samples = new Map<string, TimelineSample[]>()
  readonly #timezone: string

  constructor(timezone: string) {
    this.#timezone = timezone
  }

  add(key: string, samples: readonly TimelineSample[]): void {
    const its = this.#samples.get(key) ?? []
    const last = its.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY
    for (const sample of samples) if (sample[0] > last) its.push(sample)
    this.#samples.set(key, its)
  }

  /** What is older than this is not needed any more, except the value that held then. */
  forgetBefore(time: number): void {
    for (const its of this.#samples.values()) its.splice(0, Math.max(0, placeAt(its, time)))
  }

  /** The first time from `from` on, and before `to`, at which the expression is not true; null where it is all the time. */
  async firstNot(expression: Expression, from: number, to: number, turns: Turns): Promise<number | null> {
    for (let time = from; time < to; time = this.#nextTime(expression, time)) {
      if (!this.#isTrueAt(expression, time)) return time
      await turns.pause()
    }
    return null
  }

  #isTrueAt(expression: Expression, now: number): boolean {
    const { value } = evaluate(expression, {
      now,
      timezone: this.#timezone,
      read: ({ key }) => {
        const its = this.#samples.get(key)
        const sample = its?.[placeAt(its, now)]
        if (!sample) return null
        return { value: sample[1], quality: sample[2], data_time: sample[0], alarm_level: 0 }
      },
    })
    return value === true || (typeof value === 'number' && value !== 0)
  }

  /** When it may have another value than before. */
  #nextTime({ points, isOverTime }: Expression, time: number): number {
    let next = isOverTime ? time + STEP_MS : Number.POSITIVE_INFINITY
    for (const { key } of points) {
      const its = this.#samples.get(key) ?? []
      next = Math.min(next, its[placeAt(its, time) + 1]?.[0] ?? Number.POSITIVE_INFINITY)
    }
    return next
  }
}
