import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { AlarmsBegun } from '../../../core/contract/alarm-record.ts'
import type { Format } from '../../../core/text/format.ts'

export type Step = 'hour' | 'day'

/** Up to so long the bars are hours. */
const HOURLY_MS = 3 * DAY_MS
/** Bars of longer ranges would be thinner than a px. */
const LONGEST_MS = LIMITS.historyDays * DAY_MS
/** Words below the bars, at most. */
const MOST_LABELS = 6
const LAST_SHARE = 0.9

/** What a bar stands for in a range of so many ms; null where there would be too many. */
export const stepOf = (spanMs: number): Step | null =>
  spanMs <= HOURLY_MS ? 'hour' : spanMs <= LONGEST_MS ? 'day' : null

export const countOf = ({ levels }: AlarmsBegun): number => levels.reduce((sum, count) => sum + count, 0)

/** What the highest bar may hold: a round number, at least the most there is. */
export function scaleOf(bars: readonly AlarmsBegun[]): number {
  const most = Math.max(1, ...bars.map(countOf))
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 5, 10].map((step) => step * power).find((round) => round >= most) ?? most
}

/** "11-20 14:00 – 15:00", "2026-11-20". */
export function barWords({ start_time, end_time }: AlarmsBegun, step: Step, format: Format): string {
  if (step === 'day') return format.date(start_time)
  const minute = (time: number) => format.time(time).slice(0, 5)
  return `${format.date(start_time).slice(5)} ${minute(start_time)} – ${minute(end_time)}`
}

/** Some of the bars by name, and how far from the left they begin: 0 to 1. */
export function labelledBars(
  bars: readonly AlarmsBegun[],
  step: Step,
  format: Format,
): readonly { label: string; share: number }[] {
  const every = Math.max(1, Math.ceil(bars.length / MOST_LABELS))
  return bars.flatMap(({ start_time }, index) => {
    const share = index / bars.length
    // A word at the end would not have the room.
    if (index % every !== 0 || share > LAST_SHARE) return []
    const day = format.date(start_time).slice(5)
    const label = step === 'day' ? day : `${day} ${format.time(start_time).slice(0, 5)}`
    return [{ label, share }]
  })
}
