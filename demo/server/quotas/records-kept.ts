import { type Kysely, type RawBuilder, sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Db } from '../db/db.ts'
import { findByKeys } from '../db/find-by-keys.ts'
import type { Schema } from '../db/schema.ts'
import { Tally } from '../db/tally.ts'
import { tenantsInPieces } from '../db/tenants.ts'

/** So many go at a time: the store serves others between. */
const RECORDS_AT_ONCE = 5000
const MB = 1024 * 1024

interface Most {
  lines: number
  bytes: number
}

/**
 * Of each organisation the newest stay: so many lines, which take no more than so many bytes as they are stored. Of the log each
 * of 100,000 devices has 10.
 */
export const RECORDS_MOST = {
  /** Of all alarms, beside what is kept of each. */
  alarm_event: { lines: 5_000_000, bytes: 2048 * MB },
  /** But for what is done to devices, which is done to thousands at a time: it pushes nothing else out. */
  audit: { lines: 500_000, bytes: 512 * MB },
  audit_of_devices: { lines: 500_000, bytes: 512 * MB },
  command: { lines: 500_000, bytes: 512 * MB },
  /** To people, those that wait, too. A message goes with its pushes. */
  delivered_message: { lines: 500_000, bytes: 512 * MB },
  device_log: { lines: 1_000_000, bytes: 512 * MB },
  /** Those that wait, too: of what waits for a person all is in one message. */
  push: { lines: 500_000, bytes: 512 * MB },
  /** What users saved: all of a user's ranges of a device are a line. */
  curve_range: { lines: 200_000, bytes: 128 * MB },
  shift_entry: { lines: LIMITS.shiftEntries, bytes: 256 * MB },
} as const satisfies Record<string, Most>
type Kind = keyof typeof RECORDS_MOST

/** By what a line is the older one, what of it varies in size, and how many bytes the rest takes; how long it is kept; which count. */
interface Shape {
  /** Where it is not called as the kind is. */
  table?: string
  time: string
  id: string
  texts: readonly string[]
  bytes: number
  days: number | null
  which?: RawBuilder<unknown>
  /** Its time is what devices say. */
  isTimeOfDevice?: true
}

const AUDIT = { time: 'audit_time', id: 'audit_id', texts: ['detail'], bytes: 250, days: LIMITS.historyDays }

const SHAPES: Record<Kind, Shape> = {
  alarm_event: {
    time: 'event_time',
    id: 'event_id',
    texts: ['note', 'user_name'],
    bytes: 120,
    days: null,
    isTimeOfDevice: true,
  },
  curve_range: { time: 'changed_time', id: 'range_id', texts: ['ranges'], bytes: 120, days: null },
  audit: { ...AUDIT, which: sql`action not like 'device-%'` },
  audit_of_devices: { ...AUDIT, table: 'audit', which: sql`action like 'device-%'` },
  command: { time: 'sent_time', id: 'command_id', texts: ['old_value', 'value'], bytes: 250, days: LIMITS.historyDays },
  // How long it is kept is a matter of messages, and how many for programs.
  delivered_message: {
    time: 'message_time',
    id: 'message_id',
    texts: ['address', 'subject', 'body', 'error'],
    bytes: 150,
    days: null,
    which: sql`channel <> 'webhook'`,
  },
  device_log: { time: 'log_time', id: 'log_id', texts: ['detail'], bytes: 100, days: null, isTimeOfDevice: true },
  // By its key: an index on its time would cost each push.
  push: { time: 'push_id', id: 'push_id', texts: [], bytes: 150, days: null },
  shift_entry: {
    time: 'entry_time',
    id: 'entry_id',
    texts: ['body', 'before', 'open'],
    bytes: 200,
    days: LIMITS.historyDays,
  },
}

const KINDS = Object.keys(SHAPES) as Kind[]
const tableOf = (kind: Kind): string => SHAPES[kind].table ?? kind

const sizeOf = (kind: Kind) => {
  const { texts, bytes } = SHAPES[kind]
  const sizes = texts.map((text) => sql`coalesce(pg_column_size(${sql.ref(text)}), 0)`)
  return sql`(${sql.join([...sizes, sql.lit(bytes)], sql` + `)})`
}

/** How many lines of each kind organisations have, as a run of the job leaves it for the next one. */
export type RecordTallies = Record<Kind, Tally>

/** `recountMs`: how often all lines are counted anew whose time devices say. */
export const recordTallies = (db: Db, recountMs: number = HOUR_MS): RecordTallies =>
  Object.fromEntries(
    KINDS.map((kind) => {
      const { time, id, which, isTimeOfDevice } = SHAPES[kind]
      const idType = id === 'command_id' ? 'text' : 'bigint'
      const more = { ...(which && { which }), ...(isTimeOfDevice && { recountMs }) }
      return [kind, new Tally(db, { table: tableOf(kind), time, id, idType, bytes: sizeOf(kind), ...more })]
    }),
  ) as RecordTallies

/** How many lines went. */
async function deletePiece(q: Kysely<Schema>, kind: Kind, where: ReturnType<typeof sql>): Promise<number> {
  await findByKeys(q)
  const table = sql.table(tableOf(kind))
  const { numAffectedRows } = await sql`delete from ${table} where ctid = any(array(
    select ctid from ${table} where ${where} limit ${RECORDS_AT_ONCE}))`.execute(q)
  return Number(numAffectedRows ?? 0)
}

/** Of the audit, what is younger does not go unnoted. */
const NOTED_MS = 90 * DAY_MS

/**
 * Deletes lines of the audit, of what was written to devices or sent to people, of the logs of devices and of shifts, and of what
 * users saved of curves that are too old, or too many. For a job.
 */
export async function dropOldRecords(
  db: Db,
  now: number,
  {
    tallies,
    closing,
    most = RECORDS_MOST,
    noteAuditDeleted,
  }: {
    tallies: RecordTallies
    closing?: AbortSignal
    most?: Record<Kind, Most>
    /** Writes down that so many lines of an organisation's audit went which are younger than 90 days. */
    noteAuditDeleted: (tenant_id: number, count: number) => Promise<void>
  },
): Promise<void> {
  const deleteAll = async (kind: Kind, where: ReturnType<typeof sql>): Promise<number> => {
    let count = 0
    for (let piece = RECORDS_AT_ONCE; piece === RECORDS_AT_ONCE && !closing?.aborted; count += piece)
      piece = await db.system((q) => deletePiece(q, kind, where), 'reports')
    return count
  }
  for (const kind of KINDS) {
    const { time, days } = SHAPES[kind]
    if (days !== null) await deleteAll(kind, sql`${sql.ref(time)} < ${now - days * DAY_MS}`)
  }
  for await (const tenant_ids of tenantsInPieces(db, closing))
    for (const kind of KINDS) {
      const { time, id, which = sql`true` } = SHAPES[kind]
      const { lines, bytes } = most[kind]
      const tally = tallies[kind]
      await tally.add(tenant_ids, closing)
      for (const tenant_id of tenant_ids) {
        const had = tally.atMost(tenant_id)
        if (had.lines <= lines && had.bytes <= bytes) continue
        const { beyond } = await tally.recount(tenant_id, { most: most[kind], closing })
        if (!beyond) continue
        const newest = sql`(${beyond.time}, ${id === 'command_id' ? beyond.id : Number(beyond.id)})`
        const oldest = sql`(${sql.ref(time)}, ${sql.ref(id)}) <= ${newest}`
        const count = await deleteAll(kind, sql`tenant_id = ${tenant_id} and ${which} and ${oldest}`)
        if (tableOf(kind) !== 'audit' || beyond.time < now - NOTED_MS) continue
        await noteAuditDeleted(tenant_id, count)
      }
    }
}
