import { HOUR_MS } from '../../../../core/catalogue/durations.ts'
import type { Curve } from '../../../../core/contract/history.ts'
import type { Format } from '../../../../core/text/format.ts'

export type TimeAggregate = 'difference' | 'highest' | 'lowest' | 'last'
export type Step = 'hour' | 'day'

/** Hours that a range takes, from the whole hour on. */
export const hoursIn = (from: number, to: number): number => Math.max(1, Math.ceil((to - from) / HOUR_MS))

/** What an hour is counted to, in words that sort: itself, or its day in the time zone. */
export const keyOf = (time: number, step: Step, format: Format): string =>
  step === 'day' ? format.date(time) : format.dateTime(time).slice(0, 16)

/** Every hour or day from one time to another, oldest first. */
export function keysIn(from: number, to: number, step: Step, format: Format): string[] {
  const keys = new Set<string>()
  for (let time = from; time < to; time += HOUR_MS) keys.add(keyOf(time, step, format))
  return [...keys]
}

/** What a point came to in each hour or day, of rows that are an hour each; nothing for those without values. */
export function aggregated(
  rows: Curve['rows'],
  step: Step,
  aggregate: TimeAggregate,
  format: Format,
): ReadonlyMap<string, number> {
  const found = new Map<string, { first: number; last: number; min: number; max: number }>()
  for (const row of rows) {
    const [time, min, max, first, last] = row.map(Number) as [number, number, number, number, number]
    const key = keyOf(time, step, format)
    const before = found.get(key)
    found.set(
      key,
      before
        ? { first: before.first, last, min: Math.min(min, before.min), max: Math.max(max, before.max) }
        : { first, last, min, max },
    )
  }
  const valueIn = {
    difference: ({ first, last }: { first: number; last: number }) => last - first,
    highest: ({ max }: { max: number }) => max,
    lowest: ({ min }: { min: number }) => min,
    last: ({ last }: { last: number }) => last,
  }[aggregate]
  return new Map([...found].map(([key, of]) => [key, valueIn(of as never)]))
}
