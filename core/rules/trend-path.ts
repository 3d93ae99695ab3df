import { HOUR_MS } from '../catalogue/durations.ts'
import type { TrendRow } from '../contract/live.ts'

export const SPAN_MS = HOUR_MS
export const COLUMNS = 120
export const COLUMN_MS = SPAN_MS / COLUMNS
/** Of the drawing, whose columns are one wide. */
export const HEIGHT = 32

/** A line through the last hour's columns and a band from least to greatest; where nothing came there is nothing. */
export function trendPath(
  rows: readonly TrendRow[],
  now: number,
  report_interval_s: number,
): { line: string; band: string; least: number; most: number } {
  const least = Math.min(...rows.map((row) => row[1]))
  const most = Math.max(...rows.map((row) => row[2]))
  const x = (time: number) => (COLUMNS * (1 - (now - time) / SPAN_MS)).toFixed(1)
  const y = (value: number) =>
    (most === least ? HEIGHT / 2 : HEIGHT * (1 - (value - least) / (most - least))).toFixed(1)
  const gapMs = Math.max(3 * COLUMN_MS, 3000 * report_interval_s)
  let line = ''
  let band = ''
  rows.forEach(([time, low, high, , last], n) => {
    const isJoined = n > 0 && time - (rows[n - 1] as TrendRow)[0] <= gapMs
    line += `${isJoined ? 'L' : 'M'}${x(time)} ${y(last)}${isJoined ? '' : 'h.1'}`
    if (high > low) band += `M${x(time)} ${y(low)}V${y(high)}h1V${y(low)}Z`
  })
  return { line, band, least, most }
}
