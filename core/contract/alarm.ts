import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Paging, pageOf } from './paging.ts'
import { PointKey, SnCode } from './telemetry.ts'

/** 1 produced, 2 recovered, 3 confirmed. */
export const AlarmType = z.union([z.literal(1), z.literal(2), z.literal(3)])

/** A fault that a device raised. Times are epoch milliseconds, UTC. */
export const Alarm = z.object({
  alarm_id: z.string(),
  sn_code: z.string(),
  dev_alias: z.string(),
  key: z.string(),
  /** The newest of its events. */
  alarm_type: AlarmType,
  /** 1 (notice) to 5 (critical). */
  alarm_level: z.int().check(z.minimum(1), z.maximum(5)),
  alarm_name: z.string(),
  alarm_name_en: z.nullable(z.string()),
  alarm_info: z.string(),
  alarm_time: z.int(),
  alarm_value: z.nullable(z.number()),
  recover_time: z.nullable(z.int()),
  confirm_time: z.nullable(z.int()),
  confirm_userName: z.nullable(z.string()),
  alarm_note: z.nullable(z.string()),
})
export type Alarm = z.infer<typeof Alarm>

/** When a point's value is an alarm. `dead_band` is in the point's unit. */
export const AlarmRule = z.object({
  key: PointKey,
  alarm_name: z.string().check(z.minLength(1), z.maxLength(32)),
  alarm_name_en: z._default(z.nullable(z.string().check(z.maxLength(64))), null),
  alarm_level: z.int().check(z.minimum(1), z.maximum(5)),
  condition: z.enum(['above', 'below', 'equals']),
  threshold: z.number(),
  dead_band: z._default(z.number().check(z.minimum(0)), 0),
})
export type AlarmRule = z.infer<typeof AlarmRule>

export const alarm = {
  open: endpoint({
    method: 'GET',
    path: '/rAlarmDev',
    needs: ['P73000', 'P100000', 'P10000'],
    summary: 'Alarms that are not over: produced and not recovered, or recovered and not confirmed.',
    input: z.object({
      ...Paging,
      sn_code: z.optional(SnCode),
      alarm_level: z.optional(z.array(Alarm.shape.alarm_level)),
    }),
    output: pageOf(Alarm),
  }),
  confirm: endpoint({
    method: 'PUT',
    path: '/rAlarmDev',
    needs: ['P73000'],
    summary: 'Marks an alarm as seen; it stays until the cause is gone (ISA-18.2).',
    input: z.object({
      alarm_id: z.string().check(z.regex(/^\d{1,15}$/)),
      alarm_note: z.optional(z.string().check(z.maxLength(200))),
    }),
    output: Alarm,
    refusals: ['100002', '110526'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/hAlarmDev',
    needs: ['P73000', 'P100000', 'P10000'],
    summary: 'Alarms of a time range, newest first.',
    input: z.object({
      ...Paging,
      sn_code: z.optional(SnCode),
      alarm_level: z.optional(z.array(Alarm.shape.alarm_level)),
      start: z.optional(z.int()),
      end: z.optional(z.int()),
    }),
    output: pageOf(Alarm),
    refusals: ['110542'],
  }),
}
