import * as z from 'zod/mini'
import { DAY_S } from '../catalogue/durations.ts'
import { FENCE_CONDITIONS } from '../catalogue/fence-conditions.ts'
import { LIMITS } from '../catalogue/limits.ts'
import { Line, TextBody } from './plain-text.ts'
import { PointKey } from './telemetry.ts'

/** How alarms of a rule reach people beyond the console. */
export const PUSH_CHANNELS = ['email', 'sms', 'wechat', 'webhook'] as const
export const PushChannel = z.enum(PUSH_CHANNELS)
export type PushChannel = z.infer<typeof PushChannel>

export const CONDITIONS = [
  'above',
  'below',
  'between',
  'outside',
  'equals',
  'changes',
  'no_data',
  ...FENCE_CONDITIONS,
] as const
export const AlarmCondition = z.enum(CONDITIONS)
export type AlarmCondition = z.infer<typeof AlarmCondition>

/** 1 (notice) to 5 (critical). */
export const AlarmLevel = z.int().check(z.minimum(LIMITS.alarmLevelMin), z.maximum(LIMITS.alarmLevelMax))

const note = z._default(TextBody(500), '')
const delay = z._default(z.number().check(z.minimum(0), z.maximum(DAY_S)), 0)

/**
 * When a point's value is an alarm. `threshold` and `threshold_high` are in the point's unit: above, below and equals take
 * `threshold`; between and outside take both, the lower one first; changes and no_data take neither. A boolean is compared
 * as 0 or 1, an enum by its number. A geofence is compared with the points `lat` and `lng`.
 */
export const AlarmRule = z.object({
  key: PointKey,
  alarm_name: Line(32),
  alarm_name_en: z._default(z.nullable(Line(64, 0)), null),
  alarm_level: AlarmLevel,
  condition: AlarmCondition,
  threshold: z._default(z.nullable(z.number()), null),
  threshold_high: z._default(z.nullable(z.number()), null),
  /** Of no_data: how long the point may be silent, seconds. */
  no_data_s: z._default(z.nullable(z.number().check(z.minimum(1), z.maximum(30 * DAY_S))), null),
  /** Which geofence enters_fence, leaves_fence and outside_fence are about. */
  fence_id: z._default(z.nullable(z.int()), null),
  /** In the point's unit: how far a value must come back before the alarm is over. Of a geofence: metres beyond its edge at which a device is outside. */
  dead_band: z._default(z.number().check(z.minimum(0)), 0),
  /** Seconds that the condition must stand before it is an alarm, and be gone before the alarm is over. */
  on_delay_s: delay,
  off_delay_s: delay,
  /** What operators read, with values in it: `{{value}}`, `{{threshold}}`, `{{device}}` or any key of the device's points. Empty: value and threshold. */
  alarm_text: z._default(Line(200, 0), ''),
  alarm_text_en: z._default(Line(200, 0), ''),
  /** Rationalisation (ISA-18.2): what brings it about, what it leads to, what the operator does. */
  cause: note,
  cause_en: note,
  consequence: note,
  consequence_en: note,
  response: note,
  response_en: note,
  /** An expression over the device's points; while it is true the alarm is suppressed by design. Empty: never. */
  suppress_when: z._default(z.string().check(z.maxLength(500)), ''),
  channels: z._default(z.array(PushChannel).check(z.maxLength(PUSH_CHANNELS.length)), []),
  is_enabled: z._default(z.boolean(), true),
})
export type AlarmRule = z.infer<typeof AlarmRule>
