import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { Alarm, alarm, whenever } from './alarm.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { SnCode } from './telemetry.ts'
import { Timestamp } from './timestamp.ts'

/** How many alarms began in an hour or day of the organisation's clock; the first and the last may reach out of the range. */
export const AlarmsBegun = z.object({
  start_time: z.int(),
  end_time: z.int(),
  /** Of levels 1 to 5. */
  levels: z.array(z.int()),
})
export type AlarmsBegun = z.infer<typeof AlarmsBegun>

/** The open alarms of a point: what is drawn at its value. */
export const MarkedPoint = z.object({
  key: z.string(),
  open: z.int(),
  /** The highest. */
  alarm_level: Alarm.shape.alarm_level,
  /** Of the highest: not confirmed before recovered, and that before confirmed. */
  state: Alarm.shape.state,
})
export type MarkedPoint = z.infer<typeof MarkedPoint>

/** The open alarms of a device: what is drawn at it in a tree. */
export const DeviceMark = z.object({
  sn_code: z.string(),
  group_id: z.nullable(z.int()),
  open: z.int(),
  unconfirmed: z.int(),
  /** The highest. */
  alarm_level: Alarm.shape.alarm_level,
  /** The highest first; where more than 5,000 points are in alarm, the lowest are left out unless one device is named. */
  points: z.array(MarkedPoint),
})
export type DeviceMark = z.infer<typeof DeviceMark>

/** What an organisation keeps of alarms, and may keep: but for `limit` of the devices that the caller sees. */
export const AlarmsKept = z.object({
  kept: z.int(),
  /** Null: as many as there are. */
  limit: z.nullable(z.int()),
  /** Those that are over: beyond the limit the oldest of these go. */
  over: z.int(),
  /** How many of these go next. */
  next: z.int(),
  /** When the oldest that is over came, and the last of those that go next; null where none is over. */
  oldest_time: z.nullable(z.int()),
  next_time: z.nullable(z.int()),
})
export type AlarmsKept = z.infer<typeof AlarmsKept>

const { needs } = alarm.history

export const alarmRecord = {
  perTime: endpoint({
    method: 'GET',
    path: '/hAlarmDev/perTime',
    needs,
    summary: `How many alarms began in each hour or day of the organisation's clock, by level: of at most ${LIMITS.hourlyDays} days by the hour, ${LIMITS.historyDays} by the day.`,
    input: z.object({ ...whenever, start: Timestamp, end: Timestamp, step: z.enum(['hour', 'day']) }),
    output: z.array(AlarmsBegun),
    refusals: ['110509', '110542'],
  }),
  marks: endpoint({
    method: 'GET',
    path: '/rAlarmDev/marks',
    needs,
    summary:
      'The open alarms of each device that has any, or of one device, and of its points: how many, and the highest level.',
    input: z.object({ sn_code: z.optional(SnCode) }),
    output: z.array(DeviceMark),
    refusals: ['110509'],
  }),
  kept: endpoint({
    method: 'GET',
    path: '/hAlarmDev/kept',
    needs,
    summary:
      'How many alarms of devices that the caller sees are kept, of how many of all, and how many of them are over.',
    input: Nothing,
    output: AlarmsKept,
  }),
}
