import { DAY_MS, WEEK_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { MeasureBucket } from '../../../core/contract/alarm-measure.ts'
import type { RangePreset } from '../../kit/time-range.ts'

/** What is measured. Null and '' where nothing is chosen. */
export interface AlarmKpiView {
  /** `24h`, `7d` or `30d`. */
  range: string
  /** Epoch ms; by `range` without. */
  start: number | null
  /** Epoch ms; until now without. */
  end: number | null
  sn: string
  group: number | null
  positions: number
  /** `hour`, `day` or `week`; by the length of the time range without. */
  bucket: string
}

export type Bucket = 'hour' | 'day' | 'week'

export const LONGEST_MS = LIMITS.historyDays * DAY_MS

export const RANGES = ['24h', '7d', '30d'] as const
export type Range = (typeof RANGES)[number]
const SPANS: Record<Range, number> = { '24h': DAY_MS, '7d': WEEK_MS, '30d': 30 * DAY_MS }
export const PRESETS: Record<Range, RangePreset> = { '24h': 'day', '7d': 'week', '30d': 'month' }

/** What a `range` names; the first of them for a word that is none. */
export const rangeOf = (range: string): Range => RANGES.find((one) => one === range.trim()) ?? '24h'

/** From when to when; an end that is not set is `now`. */
export function windowOf({ range, start, end }: AlarmKpiView, now: number): { start: number; end: number } {
  const until = end ?? now
  const from = start ?? until - SPANS[rangeOf(range)]
  return { start: Math.max(0, until - LONGEST_MS, Math.min(from, until - 1)), end: until }
}

/** The buckets that a window of so many ms can be shown by. */
export const bucketsOf = (spanMs: number): Bucket[] =>
  spanMs <= LIMITS.hourlyDays * DAY_MS ? ['hour', 'day', 'week'] : ['day', 'week']

/** What is chosen, where the window allows it; else so that there are neither few bars nor too many. */
export function bucketOf(bucket: string, spanMs: number): Bucket {
  const chosen = bucketsOf(spanMs).find((one) => one === bucket)
  if (chosen) return chosen
  if (spanMs <= 2 * DAY_MS) return 'hour'
  return spanMs <= 62 * DAY_MS ? 'day' : 'week'
}

export const positionsOf = (positions: number): number => Math.min(100, Math.max(1, Math.round(positions) || 1))

const TEN_MINUTES: Record<Bucket, number> = { hour: 6, day: 144, week: 1008 }

/** How many alarms a bucket may have at one in ten minutes for each operator. */
export const targetOf = (bucket: Bucket, positions: number): number => TEN_MINUTES[bucket] * positions

export const countOf = ({ levels }: Pick<MeasureBucket, 'levels'>): number =>
  levels.reduce((sum, count) => sum + count, 0)

/** Those that were held or late: nobody was notified of them, though the history has them. */
export const untoldOf = ({ held, late }: Pick<MeasureBucket, 'held' | 'late'>): number => held + late
