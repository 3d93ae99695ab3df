import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { AlarmsBegun } from '../../../core/contract/alarm-record.ts'
import type { Format } from '../../../core/text/format.ts'

export type Step = 'hour' | 'day'

/** Up to so long the bars are hours. */
const HOURLY_MS = 3 * DAY_MS
/** Bars of longer ranges would be thinner than a px. */
const LONGEST_MS = LIMITS.historyDays * DAY_MS

/** What a bar stands for in a range of so many ms; null where there would be too many. */
export const stepOf = (spanMs: number): Step | null =>
  spanMs <= HOURLY_MS ? 'hour' : spanMs <= LONGEST_MS ? 'day' : null

export const countOf = ({ levels }: AlarmsBegun): number => levels.reduce((sum, count) => sum + count, 0)

/** "11-20 14:00 – 15:00", "2026-11-20". */
export function barWords({ start_time, end_time }: AlarmsBegun, step: Step, format: Format): string {
  if (step === 'day') return format.date(start_time)
  const minute = (time: number) => format.time(time).slice(0, 5)
  return `${format.date(start_time).slice(5)} ${minute(start_time)} – ${minute(end_time)}`
}

/** What stands below a bar: "11-20 14:00", "11-20". */
export function tickWords({ start_time }: AlarmsBegun, step: Step, format: Format): string {
  const day = format.date(start_time).slice(5)
  return step === 'day' ? day : `${day} ${format.time(start_time).slice(0, 5)}`
}
