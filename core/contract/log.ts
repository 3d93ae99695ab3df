import * as z from 'zod/mini'
import { DEVICE_LOG_KINDS, Point } from './device.ts'
import { endpoint } from './endpoint.ts'
import { FileReply } from './file.ts'
import { Paging, pageOf } from './paging.ts'
import { byKey, SnCode, Value } from './telemetry.ts'
import { Timestamp } from './timestamp.ts'

/** Writes to devices; sign-ins; connects, disconnects and refused messages of devices; what people did with alarms. */
export const LOG_KINDS = ['operation', 'login', 'device', 'alarm'] as const
export const LogKind = z.enum(LOG_KINDS)
export type LogKind = z.infer<typeof LogKind>

/** What was done, by the kind of log: how far a write got; an action of the audit; a device log's kind; an alarm's event. */
export const LOG_ACTIONS = {
  operation: ['sent', 'acknowledged', 'done', 'failed', 'timeout'],
  login: ['sign-in', 'sign-in-refused', 'sign-out', 'simulate', 'sessions-end'],
  device: DEVICE_LOG_KINDS,
  alarm: ['confirmed', 'shelved', 'unshelved', 'out-of-service', 'in-service', 'noted'],
} as const satisfies Record<LogKind, readonly string[]>

export type LogAction = (typeof LOG_ACTIONS)[LogKind][number]

const { name, name_en, unit, decimals, enum_text } = Point.shape

/** One line of any of the logs. */
export const LogLine = z.object({
  log_id: z.string(),
  log_time: z.int(),
  action: z.string(),
  /** Null where nobody did it: a device, or the time that was over. */
  user_name: z.nullable(z.string()),
  sn_code: z.nullable(z.string()),
  dev_alias: z.nullable(z.string()),
  /** The point's key, the alarm's name, or whose account it is. */
  target: z.string(),
  target_en: z.nullable(z.string()),
  /** Of a write: how its values are shown. Null where the device has the point no more. */
  point: z.nullable(z.object({ name, name_en, unit, decimals, enum_text })),
  old_value: Value,
  value: Value,
  /** A reason, in the words of who gave it; the product's own in English too, null where `note` reads in every language. */
  note: z.string(),
  note_en: z.nullable(z.string()),
  /** Of a device's log: all that was kept. */
  detail: byKey(z.unknown()),
  address: z.string(),
})
export type LogLine = z.infer<typeof LogLine>

const filter = {
  kind: LogKind,
  start: z.optional(Timestamp),
  end: z.optional(Timestamp),
  /** Any of these actions of the kind. */
  action: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(50))),
  sn_code: z.optional(SnCode),
  user_name: z.optional(z.string().check(z.maxLength(64))),
  /** In the user's name, the device's SN and name, what it was done to, and notes. */
  search: z.optional(z.string().check(z.maxLength(64))),
}

const needs = ['P72000'] as const

/** Who did what, and when. Of devices, only those that the caller sees; of sign-ins, the own ones without the audit's right. */
export const log = {
  list: endpoint({
    method: 'GET',
    path: '/yun/logInfo',
    needs,
    summary:
      'Lines of one of the logs, newest first. Filters and searches look at 100,000 lines of the range at most: the newest.',
    input: z.object({ ...Paging, ...filter }),
    output: pageOf(LogLine),
    refusals: ['110509'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/yun/logInfo/export',
    needs,
    summary: 'The same as a file of at most 5,000 rows, cells that a spreadsheet would run as formulas neutralised.',
    input: z.object({
      ...filter,
      format: z._default(z.enum(['xlsx', 'csv']), 'xlsx'),
      lang: z._default(z.enum(['zh', 'en']), 'zh'),
    }),
    output: FileReply,
    reply: 'file',
    refusals: ['110509', '110541'],
  }),
}
