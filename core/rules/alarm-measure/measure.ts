import { DAY_MS, HOUR_MS } from '../../catalogue/durations.ts'
import { LIMITS } from '../../catalogue/limits.ts'
import type { WeekStart } from '../../contract/week-start.ts'
import { activeSpans, countedBetween, staleSpans } from './active-spans.ts'
import { type Bucket, calendarOf, placeOf } from './calendar.ts'
import { floodsOf, timeWithin } from './floods.ts'
import { covers, HOLD_KINDS, type HoldEvent, holdSpans, merged, type Span } from './holds.ts'
import { chatteringOf, isFleeting, mostFrequent } from './nuisance.ts'
import { seriesOf } from './series.ts'
import { MEASURES, type Measure, MIX_TARGET, TARGETS, verdictOf } from './targets.ts'
import { levelTimes } from './times.ts'

/** One time that an alarm came: a row of `alarm`. */
export interface MeasuredAlarm {
  alarm_id: string
  /** Which alarm of which device it is, by a number that is the same each time it comes. */
  alarm: number
  alarm_level: number
  alarm_time: number
  recover_time: number | null
  confirm_time: number | null
  is_late: boolean
}

export interface MeasureInput {
  /**
   * In the order of time: those that came from `LOOK_BACK_MS` before `start` until `end`, and those from before that
   * stood in the window.
   */
  alarms: readonly MeasuredAlarm[]
  /** In the order of time, until `end`. */
  holds: readonly HoldEvent[]
  start: number
  end: number
  /** Since when alarms are known; null where there never was one. */
  since_time: number | null
  /** Of those that came until then, only some are known: storage limits dropped the others. Null where none was. */
  dropped_time: number | null
  positions: number
  bucket: Bucket
  timeZone: string
  /** Monday where it is left out. */
  weekStart?: WeekStart
}

/** A flood that goes on at the window's beginning is found when it began no longer before. */
export const LOOK_BACK_MS = DAY_MS

const PERIOD_MS = LIMITS.floodWindowMs
/** More of them in an hour, per operator position, are too many (ISA-18.2, IEC 62682). */
const HOUR_ALARMS = 30
const TOP = 10

/**
 * The measures of ISA-18.2 / IEC 62682 over [start, end).
 *
 * What counts: each time that an alarm was produced, also of those that came again before anybody confirmed them. An
 * alarm is annunciated unless it was held (shelved, suppressed by design or out of service) when it was
 * produced, or is late: raised by readings that the device sent later, when nobody could have been notified. Late ones stand
 * when they stood. Loads, floods, the most frequent, chattering and the mix count annunciated alarms alone; what stands
 * and what is stale counts every alarm that stood and was not held just then.
 *
 * Averages are over the part of the window for which there is data. Ten-minute periods and hours are those of the
 * clock; floods and chattering slide (see there). Loads are per operator position.
 */
export function measure(input: MeasureInput) {
  const steps = measuring(input)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
export type Measures = ReturnType<typeof measure>

/** The same in steps, each of a few looks at all alarms: of very many, others have their turn in between. */
export function* measuring({
  alarms,
  holds,
  start,
  end,
  dropped_time,
  positions,
  bucket,
  timeZone,
  weekStart,
  ...input
}: MeasureInput) {
  const calendar = calendarOf(timeZone, weekStart)
  const wholeFrom = dropped_time === null ? Number.NEGATIVE_INFINITY : dropped_time + 1
  const since_time = input.since_time === null ? null : Math.max(input.since_time, wholeFrom)
  const covered = Math.min(end, Math.max(start, since_time ?? end))
  const coveredMs = end - covered
  const byKind = holdSpans(holds)
  const heldOf = new Map([...byKind].map(([alarm, kinds]) => [alarm, merged(Object.values(kinds).flat())]))
  const spansOf = (alarm: number): readonly Span[] => heldOf.get(alarm) ?? []

  yield
  const isHeld = ({ alarm, alarm_time }: MeasuredAlarm) => covers(spansOf(alarm), alarm_time)
  const produced = alarms.filter(({ alarm_time }) => Math.max(start, wholeFrom) <= alarm_time && alarm_time < end)
  const late = produced.filter(({ is_late }) => is_late)
  yield
  const held = produced.filter((alarm) => !alarm.is_late && isHeld(alarm))
  yield
  const announced = alarms.filter(
    (alarm) => !alarm.is_late && wholeFrom <= alarm.alarm_time && alarm.alarm_time < end && !isHeld(alarm),
  )
  const recent = announced.filter(({ alarm_time }) => alarm_time >= start - LOOK_BACK_MS)
  const annunciated = announced.filter(({ alarm_time }) => alarm_time >= start)

  yield
  const periods = loadIn(calendar.periods(covered, end), annunciated)
  yield
  const hours = loadIn(calendar.buckets(covered, end, 'hour'), annunciated)
  const busy = periods.counts.filter((count) => count > LIMITS.floodAlarms * positions).length
  const busyHours = hours.counts.filter((count) => count > HOUR_ALARMS * positions).length
  const average = coveredMs > 0 ? annunciated.length / (coveredMs / PERIOD_MS) / positions : 0
  const rate = {
    average,
    peak: periods.peak / positions,
    peak_time: periods.peak_time,
    hour_average: coveredMs > 0 ? annunciated.length / (coveredMs / HOUR_MS) / positions : 0,
    hour_peak: hours.peak / positions,
    hour_peak_time: hours.peak_time,
    periods: coveredMs > 0 ? periods.counts.length : 0,
    busy_periods: busy,
    busy_share: share(busy, periods.counts.length),
    hours: coveredMs > 0 ? hours.counts.length : 0,
    busy_hours: busyHours,
    busy_hour_share: share(busyHours, hours.counts.length),
  }

  yield
  const everyFlood = floodsOf(
    recent.map(({ alarm_time }) => alarm_time),
    end,
    positions,
  )
  const floods = everyFlood.filter(({ end_time }) => end_time === null || end_time > start)
  const floodMs = timeWithin(floods, covered, end)

  yield
  const ranked = mostFrequent(annunciated)
  const top = ranked.slice(0, TOP).map((row) => ({ ...row, share: share(row.count, annunciated.length) }))
  yield
  const chatters: { alarm: number; alarm_time: number }[] = []
  const chattering = chatteringOf(recent, start, (alarm, alarm_time) => chatters.push({ alarm, alarm_time }))
  const fleeting = annunciated.filter(isFleeting)

  yield
  const known = alarms.map((row) => ({ ...row, holds: spansOf(row.alarm) }))
  const days = calendar.days(covered, end)
  const staleDays = countedBetween(days.length > 1 ? [covered, ...days.slice(1, -1), end] : [])
  yield
  const stale = known.flatMap((row) => {
    const spans = staleSpans(row)
    const inWindow = spans.filter((span) => span.start < end && span.end > start)
    if (inWindow.length === 0) return []
    staleDays.add(inWindow)
    const { alarm, alarm_id, alarm_time, recover_time } = row
    return [{ alarm, alarm_id, alarm_time, recover_time, isNow: spans.some((span) => isAt(span, end)) }]
  })
  yield
  const active = known.filter((row) => activeSpans(row).some((span) => isAt(span, end))).length

  yield
  const mix = mixOf(annunciated)
  const values: Record<Measure, number> = {
    rate: average,
    peak: rate.peak,
    busy: rate.busy_share,
    hours: rate.busy_hour_share,
    flood: share(floodMs, coveredMs),
    top: top.reduce((sum, { count }) => sum + count, 0) / (annunciated.length || 1),
    chattering: chattering.length,
    stale: Math.max(0, ...staleDays.counts()),
    mix: Math.max(mix.medium / MIX_TARGET.medium, mix.high / MIX_TARGET.high),
  }
  yield
  const times = levelTimes(annunciated)
  yield
  const heat = heatOf(annunciated, calendar)
  yield
  const shown = { calendar, start, end, bucket, positions, annunciated, held, late, known, floods, chatters }
  const series = seriesOf(shown)
  yield
  const counts = { annunciated: annunciated.length, distinct: ranked.length }
  return {
    start,
    end,
    since_time,
    covered_ms: coveredMs,
    produced: produced.length,
    held: held.length,
    late: late.length,
    annunciated: annunciated.length,
    rate,
    floods: {
      count: floods.length,
      time_ms: floodMs,
      share: values.flood,
      longest_ms: Math.max(0, ...floods.map((flood) => timeWithin([flood], flood.start_time, end))),
      rows: floods.toReversed(),
    },
    top: { distinct: ranked.length, share: values.top, rows: top },
    chattering: { count: chattering.length, rows: chattering },
    fleeting: { count: fleeting.length, distinct: new Set(fleeting.map(({ alarm }) => alarm)).size },
    stale: {
      now: stale.filter(({ isNow }) => isNow).length,
      most_a_day: values.stale,
      count: stale.length,
      rows: stale
        .map(({ isNow, ...row }) => ({ ...row, stood_ms: (row.recover_time ?? end) - row.alarm_time }))
        .sort((a, b) => b.stood_ms - a.stood_ms || a.alarm_time - b.alarm_time),
    },
    standing: { now: active },
    mix,
    times,
    holds: HOLD_KINDS.map((kind) => {
      const spans = [...byKind.values()].map((kinds) => kinds[kind])
      return {
        kind,
        now: spans.filter((own) => own.some((span) => isAt(span, end))).length,
        count: spans.filter((own) => own.some((span) => span.start < end && span.end > start)).length,
      }
    }),
    heat,
    series,
    verdicts: MEASURES.map((name) => {
      const { target, far } = TARGETS[name]
      const value = values[name]
      const verdict = verdictOf(name, { value, coveredMs, windowMs: end - start, ...counts })
      return { measure: name, value, target, far, verdict }
    }),
  }
}

const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0)

/** Whether it is there just before a time. */
const isAt = ({ start, end }: Span, time: number) => start < time && time <= end

/** How many alarms came between each edge and the next, and the first stretch with the most. */
function loadIn(edges: readonly number[], alarms: readonly { alarm_time: number }[]) {
  const counts = new Array<number>(Math.max(0, edges.length - 1)).fill(0)
  for (const { alarm_time } of alarms) {
    const place = placeOf(edges, alarm_time)
    if (place >= 0 && place < counts.length) counts[place] = (counts[place] as number) + 1
  }
  const peak = counts.reduce((most, count) => Math.max(most, count), 0)
  return { counts, peak, peak_time: peak > 0 ? (edges[counts.indexOf(peak)] as number) : null }
}

/** Which share of the alarms has which priority. */
function mixOf(alarms: readonly { alarm_level: number }[]) {
  const of = (from: number, to: number) =>
    share(alarms.filter(({ alarm_level }) => alarm_level >= from && alarm_level <= to).length, alarms.length)
  return { low: of(1, 2), medium: of(3, 3), high: of(4, 5) }
}

/** When alarms come: seven days from Monday, 24 hours each, by the time zone's clocks. */
function heatOf(alarms: readonly { alarm_time: number }[], { weekdayOf, hourOf }: ReturnType<typeof calendarOf>) {
  const heat = [...Array(7)].map(() => new Array<number>(24).fill(0))
  for (const { alarm_time } of alarms) {
    const day = heat[weekdayOf(alarm_time)] as number[]
    const hour = hourOf(alarm_time)
    day[hour] = (day[hour] as number) + 1
  }
  return heat
}
