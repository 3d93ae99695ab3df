import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { RangePreset, TimeRange } from '../../kit/time-range.ts'

/** No longer range than history is kept. */
export const LONGEST_MS = LIMITS.historyDays * DAY_MS

/** The range of a dashboard as attributes and addresses name it. */
export interface DashboardTime {
  /** '' for none. */
  readonly range: RangePreset | ''
  /** Epoch ms; without both, `range` says it. */
  readonly start: number | null
  readonly end: number | null
  /** As long a time before it is shown with it. */
  readonly compare: boolean
}

export const NO_TIME: DashboardTime = { range: '', start: null, end: null, compare: false }

/** What is meant by it: a preset, whose ends come with the clock, or from when to when. `first` is that of the dashboard. */
export function rangeOf({ range, start, end }: DashboardTime, first: RangePreset): TimeRange {
  const isSpan = start !== null && end !== null && start >= 0 && start < end && Number.isFinite(new Date(end).getTime())
  if (isSpan) return { from: Math.max(Math.floor(start), Math.ceil(end) - LONGEST_MS), to: Math.ceil(end) }
  return { from: 0, to: 0, preset: range || first }
}

/** How a range that was chosen stands in attributes and addresses. */
export const timeOf = ({ from, to, preset }: TimeRange, compare: boolean): DashboardTime =>
  preset
    ? { range: preset, start: null, end: null, compare }
    : { range: '', start: Math.floor(from), end: Math.ceil(to), compare }
