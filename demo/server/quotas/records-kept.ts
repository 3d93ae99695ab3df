import { type Kysely, type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'

/** So many go at a time: the store serves others between. */
const RECORDS_AT_ONCE = 20_000
const MB = 1024 * 1024

interface Most {
  lines: number
  bytes: number
}

/**
 * Of each organisation the newest stay: so many lines, which take no more than so many bytes as they are stored. Of the log each
 * of 25,000 devices has 40.
 */
export const RECORDS_MOST = {
  audit: { lines: 500_000, bytes: 512 * MB },
  command: { lines: 500_000, bytes: 512 * MB },
  /** To people. A message goes with its pushes. */
  delivered_message: { lines: 500_000, bytes: 512 * MB },
  device_log: { lines: 1_000_000, bytes: 512 * MB },
  /** Those that wait, too: of what waits for a person all is in one message. */
  push: { lines: 500_000, bytes: 512 * MB },
} as const satisfies Record<string, Most>
type Table = keyof typeof RECORDS_MOST

/** By what a line is the older one, what of it varies in size, and how many bytes the rest takes; how long it is kept; which count. */
interface Shape {
  time: string
  id: string
  texts: readonly string[]
  bytes: number
  days: number | null
  which?: RawBuilder<unknown>
}

const SHAPES: Record<Table, Shape> = {
  audit: { time: 'audit_time', id: 'audit_id', texts: ['detail'], bytes: 250, days: LIMITS.historyDays },
  command: { time: 'sent_time', id: 'command_id', texts: ['old_value', 'value'], bytes: 250, days: LIMITS.historyDays },
  // How long it is kept is a matter of messages, and how many for programs.
  delivered_message: {
    time: 'message_time',
    id: 'message_id',
    texts: ['address', 'subject', 'body', 'error'],
    bytes: 150,
    days: null,
    which: sql`channel <> 'webhook' and due_time is null`,
  },
  device_log: { time: 'log_time', id: 'log_id', texts: ['detail'], bytes: 100, days: null },
  // By its key: an index on its time would cost each push.
  push: { time: 'push_id', id: 'push_id', texts: [], bytes: 150, days: null },
}

const sizeOf = (table: Table) => {
  const { texts, bytes } = SHAPES[table]
  const sizes = texts.map((text) => sql`coalesce(pg_column_size(${sql.ref(text)}), 0)`)
  return sql`(${sql.join([...sizes, sql.lit(bytes)], sql` + `)})`
}

interface Beyond {
  tenant_id: number
  time: number
  id: string
}

/** Of each organisation that has more than it may keep the newest line that goes. */
async function findBeyond(q: Kysely<Schema>, table: Table, { lines, bytes }: Most): Promise<Beyond[]> {
  const { time, id, which = sql`true` } = SHAPES[table]
  const size = sizeOf(table)
  const { rows } = await sql<Beyond>`
    select distinct on (tenant_id) tenant_id, time, id::text as id from (
      select tenant_id, ${sql.ref(time)} as time, ${sql.ref(id)} as id,
        row_number() over newest as place, sum(${size}) over newest as bytes
      from ${sql.table(table)} where ${which} and tenant_id in (
        select tenant_id from ${sql.table(table)} where ${which} group by tenant_id having count(*) > ${lines} or sum(${size}) > ${bytes})
      window newest as (partition by tenant_id order by ${sql.ref(time)} desc, ${sql.ref(id)} desc)
    ) placed where place > ${lines} or bytes > ${bytes}
    order by tenant_id, place`.execute(q)
  return rows
}

/** How many lines went. */
async function deletePiece(q: Kysely<Schema>, table: Table, where: ReturnType<typeof sql>): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
    select ctid from ${sql.table(table)} where ${where} limit ${RECORDS_AT_ONCE}))`.execute(q)
  return Number(numAffectedRows ?? 0)
}

/** Deletes lines of the audit, of what was written to devices or sent to people, and of the log of devices that are too old, or too many. For a job. */
export async function dropOldRecords(
  db: Db,
  now: number,
  closing?: AbortSignal,
  most: Record<Table, Most> = RECORDS_MOST,
): Promise<void> {
  const deleteAll = async (table: Table, where: ReturnType<typeof sql>) => {
    let isMore = true
    while (isMore && !closing?.aborted)
      isMore = (await db.system((q) => deletePiece(q, table, where), 'reports')) === RECORDS_AT_ONCE
  }
  for (const table of Object.keys(SHAPES) as Table[]) {
    const { time, id, days, which = sql`true` } = SHAPES[table]
    if (days !== null) await deleteAll(table, sql`${sql.ref(time)} < ${now - days * DAY_MS}`)
    const beyond = await db.system((q) => findBeyond(q, table, most[table]), 'reports')
    for (const gone of beyond) {
      const oldest = sql`(${sql.ref(time)}, ${sql.ref(id)}) <= (${gone.time}, ${id === 'command_id' ? gone.id : Number(gone.id)})`
      await deleteAll(table, sql`tenant_id = ${gone.tenant_id} and ${which} and ${oldest}`)
    }
  }
}
