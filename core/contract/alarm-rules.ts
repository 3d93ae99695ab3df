import * as z from 'zod/mini'
import { RULE_READERS } from '../catalogue/rule-readers.ts'
import { AlarmRule } from './alarm-rule.ts'
import { Point } from './device.ts'
import { endpoint } from './endpoint.ts'
import { FileReply, UploadedFile } from './file.ts'
import { SnCode } from './telemetry.ts'

/** Rules that a template or a device may have. */
export const MOST_RULES = 200
/** What a dry run looks at: so far back, so many devices, so long; and what it lists: alarms, and devices left out. */
export const DRY_RUN = { days: 7, devices: 200, seconds: 20, alarms: 500, left: 10 } as const

const RuleId = z.string().check(z.regex(/^\d{1,15}$/))

/** A stored rule. Two may share a name: they differ by `rule_id`, and in lists by their point and level. */
export const KeptRule = z.extend(AlarmRule, {
  rule_id: RuleId,
  /** Alarms of it that stand, on devices that the caller sees. */
  open_alarms: z.int(),
})
export type KeptRule = z.infer<typeof KeptRule>

/** A rule to be kept: one that brings its `rule_id` stays the same one, and its open alarms stay open. */
export const SentRule = z.extend(AlarmRule, { rule_id: z.optional(RuleId) })
export type SentRule = z.infer<typeof SentRule>

/** Whose rules: those of a template, or those of one device alone. One of the two. */
const owner = { template_id: z.optional(z.int()), sn_code: z.optional(SnCode) }
export interface RuleOwner {
  template_id?: number
  sn_code?: string
}

export const AlarmRuleSet = z.object({
  /** What the template or the device is called. */
  name: z.string(),
  /** What rules can be about. */
  /** Those that are hidden at the device are there for the rules that name them, and not to be chosen. */
  points: z.array(z.extend(Point, { is_hidden: z.optional(z.boolean()) })),
  rules: z.array(KeptRule),
  /** Geofences that the caller sees, and those that the rules name. */
  fences: z._default(z.array(z.object({ fence_id: z.int(), fence_name: z.string() })), []),
  /** Changes with the rules; sent back by who saves, so that nobody writes over what somebody else changed. */
  revision: z.string(),
  may_edit: z.boolean(),
  /** Of a device: its template, whose rules it has beside its own; null for none, and for a template. */
  template: z.nullable(z.object({ template_id: z.int(), module_name: z.string(), rules: z.array(KeptRule) })),
})
export type AlarmRuleSet = z.infer<typeof AlarmRuleSet>

/** An alarm that a rule would have raised. */
export const DryAlarm = z.object({
  /** Which of the rules that were sent. */
  rule: z.int(),
  sn_code: z.string(),
  dev_alias: z.string(),
  alarm_time: z.int(),
  /** Null where it still stood at the end. */
  recover_time: z.nullable(z.int()),
  alarm_value: z.nullable(z.number()),
  /** Raised while `suppress_when` was true: nobody would have been notified, and it is not counted. */
  is_suppressed: z.boolean(),
})
export type DryAlarm = z.infer<typeof DryAlarm>

/**
 * Alarms against the targets of ISA-18.2 for one operator, in steps of 10 minutes: up to 1 acceptable, up to 2
 * manageable, up to 10 more than that, above 10 a flood.
 */
export const AlarmLoad = z.object({
  total: z.int(),
  suppressed: z.int(),
  /** The most in any 10 minutes, and when they began; 0 and null where there was none. */
  peak: z.int(),
  peak_time: z.nullable(z.int()),
  /** Steps of 10 minutes by what they are. */
  acceptable: z.int(),
  manageable: z.int(),
  busy: z.int(),
  flood: z.int(),
})
export type AlarmLoad = z.infer<typeof AlarmLoad>

export const DryRun = z.object({
  start: z.int(),
  end: z.int(),
  /** From when on there is history: `start`, or later; not before `until` where there is none. */
  since: z.int(),
  /** Up to where all below was evaluated: `end`, or before it where time ran out on the first device. */
  until: z.int(),
  /** Of the rules that were sent. */
  load: AlarmLoad,
  /** Of the rules as they are kept now, over the same history: all that the device or the template has, or those of `against`. */
  now: AlarmLoad,
  rules: z.array(z.object({ rule: z.int(), total: z.int(), standing_s: z.number() })),
  /** Those with any, the most first. */
  devices: z.array(z.object({ sn_code: z.string(), dev_alias: z.string(), total: z.int() })),
  /** Newest first, the first 500. */
  alarms: z.array(DryAlarm),
  /** How many devices were evaluated, and how many were not: where it took too long or there are more than 200. */
  device_count: z.int(),
  devices_left: z.int(),
  /** The first of those that were not. */
  left: z.array(z.object({ sn_code: z.string(), dev_alias: z.string() })),
})
export type DryRun = z.infer<typeof DryRun>

const mayEdit = ['P73400'] as const

const sent = z.array(SentRule).check(z.maxLength(MOST_RULES))

/** When points are alarms: rules of templates, which all their devices have, and of single devices. */
export const alarmRules = {
  list: endpoint({
    method: 'GET',
    path: '/yun/alarmRules',
    needs: RULE_READERS,
    summary: 'The alarm rules of a template, or those of one device beside those of its template, in their order.',
    input: z.object(owner),
    output: AlarmRuleSet,
    refusals: ['115005', '110509'],
  }),
  save: endpoint({
    method: 'PUT',
    path: '/yun/alarmRules',
    needs: mayEdit,
    summary:
      'Keeps these rules and no others, in this order; what devices report next is evaluated by them. A rule with its `rule_id` stays the same one; a `revision` that is not the newest is refused.',
    input: z.object({ ...owner, rules: sent, revision: z.optional(z.string().check(z.maxLength(64))) }),
    output: AlarmRuleSet,
    refusals: ['115005', '115003', '110509', '110539'],
  }),
  dryRun: endpoint({
    method: 'POST',
    path: '/yun/alarmRules/dryRun',
    needs: mayEdit,
    summary:
      'What rules would have raised, kept or not, over raw history: of the template’s devices that the caller sees, or of the device. At most 7 days and 200 devices; says how far it came in 20 seconds. Ends when the caller hangs up.',
    input: z.object({
      ...owner,
      /** Of a device with those of its template. */
      rules: z.array(SentRule).check(z.minLength(1), z.maxLength(2 * MOST_RULES)),
      /** Only these of the template's devices. */
      sn_codes: z.optional(z.array(SnCode).check(z.maxLength(DRY_RUN.devices))),
      /** Kept rules to compare with; all of them when left out. */
      against: z.optional(z.array(RuleId).check(z.maxLength(2 * MOST_RULES))),
      start: z.int(),
      end: z.int(),
    }),
    output: DryRun,
    refusals: ['115005', '115003', '110509', '110539', '110542'],
    changesNothing: true,
  }),
  export: endpoint({
    method: 'GET',
    path: '/yun/alarmRules/export',
    needs: RULE_READERS,
    summary: 'The rules as a spreadsheet (xlsx) or CSV, which can be changed and imported again.',
    input: z.object({
      ...owner,
      format: z._default(z.enum(['xlsx', 'csv']), 'xlsx'),
      lang: z._default(z.enum(['zh', 'en']), 'zh'),
    }),
    output: FileReply,
    reply: 'file',
    refusals: ['115005', '110509'],
  }),
  read: endpoint({
    method: 'POST',
    path: '/yun/alarmRules/batch',
    needs: mayEdit,
    summary:
      'Reads rules from a file (xlsx, xls, csv; UTF-8 or GB18030) without keeping any: what was understood, and what is wrong in which row.',
    input: z.object({ ...owner, file: UploadedFile }),
    output: z.object({
      rules: z.array(SentRule),
      wrong: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
    }),
    refusals: ['201801', '115005', '110509'],
    changesNothing: true,
  }),
}
