import { LIMITS } from '../../catalogue/limits.ts'
import { activeSpans, countedAt, countedBetween, staleSpans } from './active-spans.ts'
import { type Bucket, type Calendar, placeOf } from './calendar.ts'
import { type Flood, timeWithin } from './floods.ts'
import type { Span } from './holds.ts'

interface Came {
  alarm: number
  alarm_time: number
  alarm_level: number
}

interface SeriesInput {
  calendar: Calendar
  start: number
  end: number
  bucket: Bucket
  positions: number
  annunciated: readonly Came[]
  held: readonly Came[]
  late: readonly Came[]
  known: readonly (Came & { recover_time: number | null; holds: readonly Span[] })[]
  floods: readonly Flood[]
  /** Each time at which an alarm chattered. */
  chatters: readonly { alarm: number; alarm_time: number }[]
}

/** The window by hour, day or week: what came in each bucket, and what stood at its end. */
export function seriesOf({ calendar, start, end, bucket, positions, ...input }: SeriesInput) {
  const edges = calendar.buckets(start, end, bucket)
  const clipped = edges.map((edge) => Math.min(end, Math.max(start, edge)))
  const rows = edges.slice(0, -1).map((start_time, i) => ({
    start_time,
    end_time: edges[i + 1] as number,
    /** Annunciated alarms of levels 1 to 5. */
    levels: [0, 0, 0, 0, 0],
    held: 0,
    late: 0,
    /** The most in one ten-minute period, per position. */
    peak: 0,
    busy_periods: 0,
    flood_ms: timeWithin(input.floods, clipped[i] as number, clipped[i + 1] as number),
    chattering: 0,
    standing: 0,
    stale: 0,
  }))
  type Row = (typeof rows)[number]
  const rowAt = (time: number) => rows[placeOf(edges, time)] as Row

  for (const { alarm_time, alarm_level } of input.annunciated) {
    const { levels } = rowAt(alarm_time)
    levels[alarm_level - 1] = (levels[alarm_level - 1] ?? 0) + 1
  }
  for (const { alarm_time } of input.held) rowAt(alarm_time).held++
  for (const { alarm_time } of input.late) rowAt(alarm_time).late++

  // Ten-minute periods lie in one bucket each: both count from midnight.
  const periods = calendar.periods(start, end)
  const counts = new Map<number, number>()
  for (const { alarm_time } of input.annunciated) {
    const period = periods[placeOf(periods, alarm_time)] as number
    counts.set(period, (counts.get(period) ?? 0) + 1)
  }
  for (const [period, count] of counts) {
    const row = rowAt(period)
    row.peak = Math.max(row.peak, count / positions)
    if (count > LIMITS.floodAlarms * positions) row.busy_periods++
  }

  const chattered = rows.map(() => new Set<number>())
  for (const { alarm, alarm_time } of input.chatters) chattered[placeOf(edges, alarm_time)]?.add(alarm)

  const active = countedAt(clipped.slice(1))
  const stale = countedBetween(clipped)
  for (const alarm of input.known) {
    for (const span of activeSpans(alarm)) active.add(span)
    stale.add(staleSpans(alarm))
  }
  const [stood, wasStale] = [active.counts(), stale.counts()]
  rows.forEach((row, i) => {
    row.chattering = chattered[i]?.size ?? 0
    row.standing = stood[i] ?? 0
    row.stale = wasStale[i] ?? 0
  })
  return rows
}
