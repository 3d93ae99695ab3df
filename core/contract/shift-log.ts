import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { endpoint } from './endpoint.ts'
import { FileReply } from './file.ts'
import { Paging, pageOf } from './paging.ts'
import { TextBody } from './plain-text.ts'
import { SnCode } from './telemetry.ts'
import { Timestamp } from './timestamp.ts'

/** `handover`: written at the end of a shift, with what is open then, for the next operator to take over. */
export const SHIFT_ENTRY_KINDS = ['note', 'handover'] as const
const Kind = z.enum(SHIFT_ENTRY_KINDS)

/** What is open at one time, as far as whoever hands over sees it; names of what the reader does not see are left out. */
export const OpenNow = z.object({
  levels: z.array(z.object({ alarm_level: z.int(), unconfirmed: z.int(), open: z.int() })),
  /** How many alarms are shelved, and the first of them. Times are epoch ms. */
  shelved_count: z.int(),
  shelved: z.array(
    z.object({
      sn_code: z.string(),
      dev_alias: z.string(),
      alarm_name: z.string(),
      alarm_name_en: z.nullable(z.string()),
      end_time: z.nullable(z.int()),
    }),
  ),
  offline_count: z.int(),
  offline: z.array(z.object({ sn_code: z.string(), dev_alias: z.string() })),
})
export type OpenNow = z.infer<typeof OpenNow>

/** One entry of the shift log. Times are epoch ms. */
export const ShiftEntry = z.object({
  entry_id: z.int(),
  kind: Kind,
  body: z.string(),
  entry_time: z.int(),
  /** Who wrote it, as records name people. */
  user_name: z.string(),
  /** The device that it is about; null where it is about a group, about none, or about one that is no longer there. */
  sn_code: z.nullable(z.string()),
  /** What the device or the group is called; null where it is about neither. */
  about: z.nullable(z.string()),
  /** The caller wrote it and may correct it until then; null where he may not. */
  correct_until: z.nullable(z.int()),
  /** What it said before each correction, the newest first, and when and by whom it was corrected then. */
  before: z.array(z.object({ body: z.string(), changed_time: z.int(), user_name: z.string() })),
  /** Null for a note. */
  open: z.nullable(OpenNow),
  /** Null while nobody has taken it over. */
  taken_by: z.nullable(z.string()),
  taken_time: z.nullable(z.int()),
  may_take: z.boolean(),
})
export type ShiftEntry = z.infer<typeof ShiftEntry>

const filter = {
  kind: z.optional(Kind),
  start: z.optional(Timestamp),
  end: z.optional(Timestamp),
  /** About this device. */
  sn_code: z.optional(SnCode),
  /** By this author, as entries name him. */
  user_name: z.optional(z.string().check(z.maxLength(200))),
  /** In the text, and in what the author and the device or group are called. */
  search: z.optional(z.string().check(z.maxLength(64))),
}
const body = TextBody(LIMITS.shiftEntryBody, 1)
/** A device, a group with all its devices, or neither. */
const about = { sn_code: z.optional(SnCode), group_id: z.optional(z.int()) }
const byId = { entry_id: z.int() }

const mayRead = ['P73500'] as const
const mayWrite = ['P73600'] as const

export const shiftLog = {
  list: endpoint({
    method: 'GET',
    path: '/shift/log',
    needs: mayRead,
    summary:
      'Entries of the shift log, newest first; those about a device or a group only for who sees it. `authors` are those of the same time range.',
    input: z.object({ ...Paging, ...filter }),
    output: z.extend(pageOf(ShiftEntry), {
      authors: z.array(z.string()),
      /** When any entry of the organisation was written, corrected or taken over last; null before the first. */
      changed_time: z.nullable(z.int()),
    }),
    refusals: ['110509'],
  }),
  open: endpoint({
    method: 'GET',
    path: '/shift/log/open',
    needs: mayWrite,
    summary: 'What a handover would list now: alarms by level, shelved ones and devices that are offline.',
    input: z.object(about),
    output: OpenNow,
    refusals: ['110509', '112002'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/shift/log',
    needs: mayWrite,
    summary: 'Writes an entry; a handover keeps with it what is open now.',
    input: z.object({ kind: Kind, body, ...about }),
    output: ShiftEntry,
    refusals: ['110509', '112002'],
  }),
  correct: endpoint({
    method: 'PUT',
    path: '/shift/log',
    needs: mayWrite,
    summary: `Corrects an own entry within a shift’s time, ${LIMITS.shiftCorrections} times at most; what it said before stays with it.`,
    input: z.object({ ...byId, body }),
    output: ShiftEntry,
    refusals: ['100002', '100019', '100027'],
  }),
  take: endpoint({
    method: 'PUT',
    path: '/shift/log/take',
    needs: mayWrite,
    summary: 'Takes a handover over, once, by somebody else than who wrote it.',
    input: z.object(byId),
    output: ShiftEntry,
    refusals: ['100002', '100027'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/shift/log/export',
    needs: mayRead,
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
