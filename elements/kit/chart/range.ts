import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'

export interface Range {
  from: number
  to: number
}

/** One second is the closest look. */
const NARROWEST_MS = 1000
/** So far back, and so little ahead, can be looked by moving; a range that was typed may lie further back. */
const BACK_MS = LIMITS.historyDays * DAY_MS
const AHEAD_MS = DAY_MS

export const ZOOM_STEP = 1.25

/** A wanted range, moved and cut to what can be looked at from where one is. */
function within(wanted: Range, { from, to }: Range, now: number): Range {
  const earliest = Math.max(0, Math.min(now - BACK_MS, from))
  const latest = Math.max(now + AHEAD_MS, to)
  const span = Math.min(Math.max(NARROWEST_MS, wanted.to - wanted.from), latest - earliest)
  const start = Math.min(Math.max(wanted.from, earliest), latest - span)
  return { from: start, to: start + span }
}

/** Holds what is at this share of the width in its place; a factor above 1 shows more. */
export function zoomed(range: Range, factor: number, now: number, share = 0.5): Range {
  const { from, to } = range
  const span = Math.max(NARROWEST_MS, (to - from) * factor)
  const at = Math.min(1, Math.max(0, share))
  const start = from + (to - from - span) * at
  return within({ from: start, to: start + span }, range, now)
}

/** Moved by a share of its span, later for a positive one. */
export function panned(range: Range, share: number, now: number): Range {
  const shift = (range.to - range.from) * share
  return within({ from: range.from + shift, to: range.to + shift }, range, now)
}
