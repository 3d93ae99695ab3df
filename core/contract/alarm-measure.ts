import * as z from 'zod/mini'
import { ALARM_PAGES } from '../catalogue/readers.ts'
import { endpoint } from './endpoint.ts'
import { SnCode } from './telemetry.ts'

const count = z.int()
const time = z.int()
const orNever = z.nullable(z.int())

/** Which alarm of which device. */
export const AlarmOf = z.object({
  rule_id: z.string(),
  sn_code: z.string(),
  dev_alias: z.string(),
  alarm_name: z.string(),
  alarm_name_en: z.nullable(z.string()),
  alarm_level: z.int(),
})
export type AlarmOf = z.infer<typeof AlarmOf>

/** n alarms in the ten minutes before each instant: it begins above 10 per operator position and ends below 5. */
export const Flood = z.object({
  start_time: time,
  /** Null where it goes on at the end of the window. */
  end_time: orNever,
  /** The most alarms in ten minutes. */
  peak: count,
  /** Those in the ten minutes in which it began, and all that came until it ended. */
  alarms: count,
})

/** How long it took until the annunciated alarms of a level were confirmed and recovered, ms. */
export const LevelTimes = z.object({
  /** Null: of all levels. */
  alarm_level: z.nullable(z.int()),
  annunciated: count,
  confirmed: count,
  confirm_median: orNever,
  confirm_p90: orNever,
  recovered: count,
  recover_median: orNever,
  recover_p90: orNever,
})

/** An hour, day or week, by the tenant's clocks. The first and the last may lie in the window in part only. */
export const MeasureBucket = z.object({
  start_time: time,
  end_time: time,
  /** Annunciated alarms of levels 1 to 5. */
  levels: z.array(count),
  held: count,
  late: count,
  /** The most in one ten-minute period, per operator position. */
  peak: z.number(),
  /** Ten-minute periods with more than 10 per position. */
  busy_periods: count,
  flood_ms: count,
  /** Different alarms that chattered. */
  chattering: count,
  /** At the bucket's end. */
  standing: count,
  /** Stale at some time in it. */
  stale: count,
})
export type MeasureBucket = z.infer<typeof MeasureBucket>

/** A measure against what ISA-18.2 / IEC 62682 asks. */
export const MeasureVerdict = z.object({
  measure: z.enum(['rate', 'peak', 'busy', 'hours', 'flood', 'top', 'chattering', 'stale', 'mix']),
  value: z.number(),
  target: z.number(),
  /** Beyond it is far above. */
  far: z.number(),
  /** `short`: the window, or the part of it that has data, is too short for a verdict; `few`: too few alarms. */
  verdict: z.enum(['within', 'above', 'far', 'short', 'few']),
})
export type MeasureVerdict = z.infer<typeof MeasureVerdict>

/**
 * What ISA-18.2 / IEC 62682 measure of an alarm system. An alarm counts each time it is produced; annunciated are those
 * that were not held (shelved, suppressed, out of service) at that time and were not read from late readings. Shares
 * are 0 to 1, spans milliseconds, loads per operator position and over the part of the window that has data.
 */
export const AlarmMeasures = z.object({
  start: time,
  end: time,
  /** Since when alarms of the devices that the caller sees are known; null where there is no device. */
  since_time: orNever,
  covered_ms: count,
  /** IANA name: days, weeks and hours are those of its clocks. */
  timezone: z.string(),
  positions: count,
  bucket: z.enum(['hour', 'day', 'week']),
  produced: count,
  held: count,
  late: count,
  annunciated: count,
  rate: z.object({
    /** Per 10 minutes. */
    average: z.number(),
    peak: z.number(),
    peak_time: orNever,
    hour_average: z.number(),
    hour_peak: z.number(),
    hour_peak_time: orNever,
    /** Ten-minute periods of the clock, and those with more than 10 alarms. */
    periods: count,
    busy_periods: count,
    busy_share: z.number(),
    /** Hours of the clock, and those with more than 30. */
    hours: count,
    busy_hours: count,
    busy_hour_share: z.number(),
  }),
  /** The newest first, 500 at most. */
  floods: z.object({
    count,
    time_ms: count,
    share: z.number(),
    longest_ms: count,
    rows: z.array(Flood),
  }),
  /** The ten most frequent, and their share of all. `distinct`: how many different alarms came. */
  top: z.object({
    distinct: count,
    share: z.number(),
    rows: z.array(z.object({ ...AlarmOf.shape, count, share: z.number() })),
  }),
  /** Three or more of one alarm in a minute; the worst first, 100 at most. */
  chattering: z.object({
    count,
    rows: z.array(z.object({ ...AlarmOf.shape, worst: count, worst_time: time, count })),
  }),
  /** Recovered within 10 s, before anybody confirmed it. */
  fleeting: z.object({ count, distinct: count }),
  /** Active for over 24 h, at the end and at some time in the window; the longest first, 100 at most. */
  stale: z.object({
    now: count,
    most_a_day: count,
    count,
    rows: z.array(
      z.object({ ...AlarmOf.shape, alarm_id: z.string(), alarm_time: time, recover_time: orNever, stood_ms: count }),
    ),
  }),
  standing: z.object({ now: count }),
  /** Shares of low (levels 1 and 2), medium (3) and high (4 and 5) priority; the target is about 80, 15 and 5 %. */
  mix: z.object({ low: z.number(), medium: z.number(), high: z.number() }),
  /** Of all levels, then of level 5 to 1. */
  times: z.array(LevelTimes),
  /** How many alarms are kept from operators at the end, and were at some time in the window. */
  holds: z.array(z.object({ kind: z.enum(['SHLVD', 'DSUPR', 'OOSRV']), now: count, count })),
  /** Annunciated alarms by weekday, from Monday, and hour. */
  heat: z.array(z.array(count)),
  series: z.array(MeasureBucket),
  verdicts: z.array(MeasureVerdict),
})
export type AlarmMeasures = z.infer<typeof AlarmMeasures>

export const alarmMeasure = {
  measure: endpoint({
    method: 'GET',
    path: '/rAlarmDev/measures',
    needs: ALARM_PAGES,
    summary:
      'What ISA-18.2 measures of alarms in a time range (400 days at most, 32 by the hour): loads, floods, chattering, stale ones.',
    input: z.object({
      /** Of a device, or of a group with all below it; of all that the caller sees without. */
      sn_code: z.optional(SnCode),
      group_id: z.optional(z.int()),
      start: z.int().check(z.minimum(0)),
      /** Until now without, and never later. */
      end: z.optional(z.int()),
      /** Operators among whom the alarms are shared. */
      positions: z._default(z.int().check(z.minimum(1), z.maximum(100)), 1),
      bucket: z._default(z.enum(['hour', 'day', 'week']), 'day'),
    }),
    output: AlarmMeasures,
    refusals: ['110509', '110542'],
  }),
}
