import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import type { SentRule } from '../../../core/contract/alarm-rules.ts'
import type { Curve } from '../../../core/contract/history.ts'
import { type Occurrence, occurrencesOf, type TimelineSample } from '../../../core/rules/alarm-timeline.ts'

const BUCKET_MS = { raw: 0, minute: 60_000, hour: HOUR_MS } as const

/**
 * The readings that a curve's columns stand for: first, lowest, highest and last of each. Exact where each column holds
 * one reading, else as close as the columns are wide.
 */
export function samplesOf(curve: Curve, columnMs: number): TimelineSample[] {
  const bucketMs = Math.max(columnMs, BUCKET_MS[curve.source])
  return curve.rows.flatMap((row): TimelineSample[] => {
    if (!row.every((cell) => typeof cell === 'number')) return []
    const [time, min, max, first, last, count] = row as number[]
    const at = time as number
    if (count === 1) return [[at, first as number, 'good']]
    // A value that falls was highest first: the other way round it would seem to come back once more.
    const [second, third] = (first as number) > (last as number) ? [max, min] : [min, max]
    return [
      [at, first as number, 'good'],
      [at + bucketMs / 4, second as number, 'good'],
      [at + bucketMs / 2, third as number, 'good'],
      [at + (bucketMs * 3) / 4, last as number, 'good'],
    ]
  })
}

/** When the alarm would have stood. */
export const stoodIn = (rule: SentRule, samples: readonly TimelineSample[], from: number, to: number): Occurrence[] =>
  occurrencesOf(rule, samples, { from, to })

/** When its condition held, whatever the delays: what they are measured from. */
export const crossingsIn = (rule: SentRule, samples: readonly TimelineSample[], from: number, to: number) =>
  stoodIn({ ...rule, on_delay_s: 0, off_delay_s: 0 }, samples, from, to).filter(({ alarm_time }) => alarm_time >= from)

export interface Scale {
  low: number
  high: number
}

/** Room for all that is drawn: the curve, the limits, and a dead band beside them; with air at both ends. */
export function scaleFor(samples: readonly TimelineSample[], limits: readonly number[]): Scale {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const take = (value: number) => {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  for (const [, value] of samples) if (typeof value === 'number' && Number.isFinite(value)) take(value)
  for (const limit of limits) if (Number.isFinite(limit)) take(limit)
  if (low > high) return { low: 0, high: 1 }
  const air = (high - low || Math.abs(high) || 1) * 0.08
  const step = roundStep((high - low + 2 * air) / 5)
  const round = (value: number) => Number(value.toPrecision(12))
  return { low: round(Math.floor((low - air) / step) * step), high: round(Math.ceil((high + air) / step) * step) }
}

/** 1, 2 or 5 times a power of ten, at least so much. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5, 10].find((times) => times * power >= least) ?? 10)
}
