import { CONNECTION_LIMITS } from '../catalogue/connection-limits.ts'
import { SECOND_MS } from '../catalogue/durations.ts'
import type { Quality } from '../contract/telemetry.ts'

/** When a value that no newer one followed counts as old, and a device that says nothing as silent. */
export const staleAfterMs = (report_interval_s: number): number =>
  CONNECTION_LIMITS.staleIntervals * report_interval_s * SECOND_MS

/** Whether what was last heard at `time` is old at `now`. */
export const isStale = (time: number, report_interval_s: number, now: number): boolean =>
  now - time > staleAfterMs(report_interval_s)

/** The quality of a value that may be old: a good one is stale then, what was doubtful before stays so. */
export const agedQuality = (quality: Quality, isOld: boolean): Quality =>
  quality === 'good' && isOld ? 'stale' : quality
