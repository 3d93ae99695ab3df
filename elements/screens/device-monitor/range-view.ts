import { HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { presetRange, type RangePreset, type TimeRange } from '../../kit/time-range.ts'

/** The time range as the attributes name it: a preset, or from when to when, epoch ms. */
export interface RangeView {
  /** '' for none. */
  range: RangePreset | ''
  start: number | null
  /** Until now without. */
  end: number | null
}

/** The stretch that a curve is compared with: the same hours so much earlier, or as long from a time on, epoch ms. */
export type Earlier = 'day' | 'week' | number

/** As attributes and saved ranges write it; null for none, and for what is none of these. */
export const earlierOf = (written: string): Earlier | null =>
  written === 'day' || written === 'week' ? written : /^\d{1,15}$/.test(written) ? Number(written) : null

/** What is wrong with a range that a page or an address names. */
export type RangeProblem = 'noStart' | 'noTime' | 'inFuture' | 'backwards'

export const NO_RANGE: RangeView = { range: '', start: null, end: null }
/** Where nobody says. */
const FIRST: RangePreset = 'day'

const isTime = (time: number) => time >= 0 && Number.isFinite(new Date(time).getTime())

function problemOf({ start, end }: RangeView, now: number): RangeProblem | null {
  if (start === null) return end === null ? null : 'noStart'
  if (!isTime(start) || (end !== null && !isTime(end))) return 'noTime'
  if (end === null) return start < now ? null : 'inFuture'
  return start < end ? null : 'backwards'
}

/** The range that the attributes mean at a time; the last 24 hours where they name none, or one that cannot be. */
export function rangeOf(
  view: RangeView,
  now: number,
  timeZone: string,
): { range: TimeRange; problem: RangeProblem | null } {
  const problem = problemOf(view, now)
  const { start, end } = view
  if (start !== null && !problem) return { range: { from: Math.floor(start), to: Math.ceil(end ?? now) }, problem }
  return { range: presetRange((!problem && view.range) || FIRST, now, timeZone), problem }
}

/** How a range stands in the attributes. One that was chosen as "the last …" is that of whoever opens the address. */
export const viewOf = ({ from, to, preset }: TimeRange): RangeView =>
  preset ? { ...NO_RANGE, range: preset } : { range: '', start: from, end: to }

/** An hour before a time, and an hour after it as far as there is one. */
export const around = (time: number, now: number): TimeRange => ({
  from: time - HOUR_MS,
  to: Math.max(time + MINUTE_MS, Math.min(now, time + HOUR_MS)),
})

/** What a range is told apart by. */
export const keyOf = ({ range, start, end }: RangeView): string => [range, start ?? '', end ?? ''].join(' ')
