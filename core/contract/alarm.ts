import * as z from 'zod/mini'
import { MINUTE_MS } from '../catalogue/durations.ts'
import type { Right } from '../catalogue/held-rights.ts'
import { LIMITS } from '../catalogue/limits.ts'
import { ALARM_PAGES, DEVICE_READERS } from '../catalogue/readers.ts'
import { AlarmLevel, AlarmRule } from './alarm-rule.ts'
import { endpoint } from './endpoint.ts'
import { FileReply } from './file.ts'
import { Paging, pageOf } from './paging.ts'
import { TextBody } from './plain-text.ts'
import { SnCode } from './telemetry.ts'
import { Timestamp } from './timestamp.ts'

/** 1 produced, 2 recovered, 3 confirmed. */
export const AlarmType = z.union([z.literal(1), z.literal(2), z.literal(3)])

/**
 * As ISA-18.2 names them: normal; unacknowledged, acknowledged; returned to normal, unacknowledged; shelved; suppressed by
 * design; out of service.
 */
export const ALARM_STATES = ['NORM', 'UNACK', 'ACKED', 'RTNUN', 'SHLVD', 'DSUPR', 'OOSRV'] as const
export const AlarmState = z.enum(ALARM_STATES)
export type AlarmState = z.infer<typeof AlarmState>

/** A fault that a device raised. Times are epoch milliseconds, UTC. */
export const Alarm = z.object({
  alarm_id: z.string(),
  /** With `sn_code`: which alarm of the device it is, each time that it comes. */
  rule_id: z.string(),
  sn_code: z.string(),
  dev_alias: z.string(),
  key: z.string(),
  /** The newest of its events. */
  alarm_type: AlarmType,
  state: AlarmState,
  /** 1 (notice) to 5 (critical). */
  alarm_level: AlarmLevel,
  alarm_name: z.string(),
  alarm_name_en: z.nullable(z.string()),
  alarm_info: z.string(),
  /** Null where `alarm_info` reads in every language. */
  alarm_info_en: z.nullable(z.string()),
  alarm_time: z.int(),
  alarm_value: z.nullable(z.number()),
  recover_time: z.nullable(z.int()),
  confirm_time: z.nullable(z.int()),
  confirm_userName: z.nullable(z.string()),
  /** A person's, or what the product noted. */
  alarm_note: z.nullable(z.string()),
  /** Of what the product noted; null where a person wrote it. */
  alarm_note_en: z.nullable(z.string()),
  /** How often it came before without being confirmed: those are confirmed with it. */
  repeats: z.int(),
  /** Read from readings that the device sent late: it stood, and nobody could have known. */
  is_late: z.boolean(),
  /** Of one that is shelved or out of service: when that ends. */
  held_until: z.nullable(z.int()),
})
export type Alarm = z.infer<typeof Alarm>

/** What happened to an alarm: the three of `alarm_type`, then 4 shelved, 5 unshelved, 6 suppressed by design, 7 no longer, 8 out of service, 9 in service again, 10 noted. */
export const AlarmEvent = z.object({
  event_time: z.int(),
  alarm_type: z.int().check(z.minimum(1), z.maximum(10)),
  user_name: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Of what the product noted; null where a person wrote it. */
  note_en: z.nullable(z.string()),
})
export type AlarmEvent = z.infer<typeof AlarmEvent>

const { shape: rule } = AlarmRule
/** What the engineer who made the rule wrote for the operator, and what it is measured by. */
export const AlarmRationale = z.object({
  cause: rule.cause,
  consequence: rule.consequence,
  response: rule.response,
  cause_en: rule.cause_en,
  consequence_en: rule.consequence_en,
  response_en: rule.response_en,
  condition: rule.condition,
  threshold: rule.threshold,
  threshold_high: rule.threshold_high,
  dead_band: rule.dead_band,
  no_data_s: rule.no_data_s,
  /** What the rule's geofence is called; null for another condition. */
  fence_name: z._default(z.nullable(z.string()), null),
  on_delay_s: rule.on_delay_s,
  off_delay_s: rule.off_delay_s,
  suppress_when: rule.suppress_when,
})
export type AlarmRationale = z.infer<typeof AlarmRationale>

/** An alarm that a person keeps from operators, whether something is wrong or not. */
export const AlarmHold = z.object({
  rule_id: z.string(),
  sn_code: z.string(),
  dev_alias: z.string(),
  alarm_name: z.string(),
  alarm_name_en: z.nullable(z.string()),
  alarm_level: z.int(),
  kind: z.enum(['SHLVD', 'OOSRV']),
  start_time: z.int(),
  end_time: z.int(),
  /** Ends with the alarm, if that is earlier. */
  is_one_shot: z.boolean(),
  reason: z.string(),
  user_name: z.string(),
})
export type AlarmHold = z.infer<typeof AlarmHold>

/** An alarm that stands and that its rule keeps from operators: while this expression over its device's points is true. */
export const AlarmSuppression = z.object({
  rule_id: z.string(),
  sn_code: z.string(),
  suppress_when: rule.suppress_when,
})
export type AlarmSuppression = z.infer<typeof AlarmSuppression>

const AlarmId = z.string().check(z.regex(/^\d{1,15}$/))
const RuleId = AlarmId
const alarm_ids = z.array(AlarmId).check(z.minLength(1), z.maxLength(1000))
const reason = TextBody(200, 1)
/** Whoever may shelve, or take out of service: which of both, the server asks for each call. */
const HOLDERS = ['P73200', 'P73300'] as const satisfies readonly Right[]
/** Why, and for how long. */
const hold = {
  reason,
  minutes: z.int().check(z.minimum(1), z.maximum(LIMITS.outOfServiceMaxMs / MINUTE_MS)),
  /** Out of service, else shelved. */
  is_out_of_service: z._default(z.boolean(), false),
  is_one_shot: z._default(z.boolean(), false),
}
const isShelvedBriefly = z.refine<{ minutes: number; is_out_of_service: boolean }>(
  ({ minutes, is_out_of_service }) => is_out_of_service || minutes <= LIMITS.shelveMaxMs / MINUTE_MS,
  { path: ['minutes'] },
)
const alarm_note = TextBody(200)
const levels = z.optional(z.array(Alarm.shape.alarm_level).check(z.maxLength(5)))

/** Which devices' alarms: one device, a group with all below it, or all that the caller sees. */
const where = {
  sn_code: z.optional(SnCode),
  group_id: z.optional(z.int()),
  alarm_level: levels,
}

export const whenever = {
  ...where,
  start: z.optional(Timestamp),
  end: z.optional(Timestamp),
  /** Those whose newest event is one of these. */
  alarm_type: z.optional(z.array(AlarmType).check(z.maxLength(3))),
  /** How long it stood, until now where it still does; milliseconds. */
  lasted_min: z.optional(z.int()),
  lasted_max: z.optional(z.int()),
  search: z.optional(z.string().check(z.maxLength(64))),
}

/** For each of several: the code of the error catalogue, `100001` where it was done. */
const AnswerForEach = z.object({ results: z.array(z.object({ alarm_id: z.string(), code: z.string() })) })
export type AnswerForEach = z.infer<typeof AnswerForEach>

export const alarm = {
  open: endpoint({
    method: 'GET',
    path: '/rAlarmDev',
    needs: DEVICE_READERS,
    summary: 'Alarms that are not over: produced and not recovered, or recovered and not confirmed; a page of them.',
    input: z.object({
      ...Paging,
      ...where,
      states: z.optional(z.array(AlarmState).check(z.maxLength(ALARM_STATES.length))),
    }),
    output: pageOf(Alarm),
    refusals: ['110509'],
  }),
  feed: endpoint({
    method: 'GET',
    path: '/rAlarmDev/feed',
    needs: ALARM_PAGES,
    summary:
      'All alarms that are not over, newest first, up to 5,000 at a time: `next` is the `before` of those that follow.',
    input: z.object({
      ...where,
      before: z.optional(AlarmId),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(5000)), 1000),
    }),
    output: z.object({ rows: z.array(Alarm), next: z.nullable(z.string()), total: z.int() }),
    refusals: ['110509'],
  }),
  counts: endpoint({
    method: 'GET',
    path: '/rAlarmDev/counts',
    needs: ALARM_PAGES,
    summary:
      'How many alarms are open by level (unconfirmed, and all), how many are kept from operators, and the worst.',
    input: z.object(where),
    output: z.object({
      levels: z.array(z.object({ alarm_level: z.int(), unconfirmed: z.int(), open: z.int() })),
      held: z.int(),
      /** The newest of the highest level, unconfirmed before confirmed. */
      worst: z.nullable(Alarm),
    }),
    refusals: ['110509'],
  }),
  one: endpoint({
    method: 'GET',
    path: '/rAlarmDev/one',
    needs: ALARM_PAGES,
    summary: 'One alarm with all that happened to it and what its rule says to operators.',
    input: z.object({ alarm_id: AlarmId }),
    output: z.object({
      alarm: Alarm,
      events: z.array(AlarmEvent),
      rationale: z.nullable(AlarmRationale),
      /** Its device has a published screen that the caller may watch. */
      has_screen: z.boolean(),
    }),
    refusals: ['100002'],
  }),
  confirm: endpoint({
    method: 'PUT',
    path: '/rAlarmDev',
    needs: ['P73100'],
    summary: 'Marks an alarm as seen; it stays until the cause is gone (ISA-18.2).',
    input: z.object({ alarm_id: AlarmId, alarm_note: z.optional(alarm_note) }),
    output: Alarm,
    refusals: ['100002', '110526'],
  }),
  confirmMany: endpoint({
    method: 'PUT',
    path: '/rAlarmDev/confirm',
    needs: ['P73100'],
    summary: 'Marks up to 1,000 alarms as seen and answers for each: 110526 for one that was confirmed before.',
    input: z.object({ alarm_ids, alarm_note: z.optional(alarm_note) }),
    output: AnswerForEach,
  }),
  note: endpoint({
    method: 'PUT',
    path: '/rAlarmDev/note',
    needs: ['P73100'],
    summary: 'Writes the note of an alarm; each that it had stays among its events.',
    input: z.object({ alarm_id: AlarmId, alarm_note }),
    output: Alarm,
    refusals: ['100002'],
  }),
  shelve: endpoint({
    method: 'PUT',
    path: '/rAlarmDev/shelve',
    needs: HOLDERS,
    summary:
      'Shelves alarms for up to 24 hours, or takes them out of service for up to a year, with a reason; a one-shot ends with the alarm. Answers for each.',
    input: z.object({ alarm_ids, ...hold }).check(isShelvedBriefly),
    output: AnswerForEach,
  }),
  unshelve: endpoint({
    method: 'PUT',
    path: '/rAlarmDev/unshelve',
    needs: HOLDERS,
    summary:
      'Ends the shelving of alarms before its time, or puts them back in service; those that still stand are to be confirmed. Answers for each.',
    input: z.object({ alarm_ids }),
    output: AnswerForEach,
  }),
  holds: endpoint({
    method: 'GET',
    path: '/rAlarmDev/holds',
    needs: ALARM_PAGES,
    summary:
      'Alarms that are shelved or out of service, with who, why and until when; and what suppresses those that stand suppressed by design.',
    input: z.object({ sn_code: z.optional(SnCode), group_id: z.optional(z.int()) }),
    output: z.object({ rows: z.array(AlarmHold), suppressed: z.array(AlarmSuppression) }),
    refusals: ['110509'],
  }),
  hold: endpoint({
    method: 'PUT',
    path: '/rAlarmDev/hold',
    needs: HOLDERS,
    summary: 'Shelves an alarm of a device, or takes it out of service, whether it stands or not.',
    input: z.object({ sn_code: SnCode, rule_id: RuleId, ...hold }).check(isShelvedBriefly),
    output: AlarmHold,
    refusals: ['100002', '110509'],
  }),
  release: endpoint({
    method: 'PUT',
    path: '/rAlarmDev/release',
    needs: HOLDERS,
    summary: 'Ends a hold: the alarm is unshelved, or back in service.',
    input: z.object({ sn_code: SnCode, rule_id: RuleId }),
    output: z.object({}),
    refusals: ['100002', '110509'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/hAlarmDev',
    also: ['/yun/hAlarmDev'],
    needs: DEVICE_READERS,
    summary: 'Alarms of a time range, newest first.',
    input: z.object({ ...Paging, ...whenever }),
    output: pageOf(Alarm),
    refusals: ['110509', '110542'],
  }),
  exportHistory: endpoint({
    method: 'GET',
    path: '/hAlarmDev/export',
    needs: ALARM_PAGES,
    summary: 'The same as a file of at most 5,000 rows, cells that a spreadsheet would run as formulas neutralised.',
    input: z.object({
      ...whenever,
      format: z._default(z.enum(['xlsx', 'csv']), 'xlsx'),
      lang: z._default(z.enum(['zh', 'en']), 'zh'),
    }),
    output: FileReply,
    reply: 'file',
    refusals: ['110509', '110541', '110542'],
  }),
}
