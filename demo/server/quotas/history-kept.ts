import { type Kysely, type RawBuilder, sql } from 'kysely'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { keptBy } from './kept-by.ts'

/** Of a row of history beside what it holds: its header, its keys and its place in their index. */
export const ROW_BYTES = 100

/** Rows of a table by their points and hours, with the bytes that they take. */
const hours = (table: string, time: string, held: string) => sql`
  select point_id, ${sql.ref(time)} - ${sql.ref(time)} % ${sql.lit(HOUR_MS)}::bigint as hour,
    octet_length(${sql.ref(held)}) + ${sql.lit(ROW_BYTES)} as bytes from ${sql.table(table)}`

interface Kind {
  /** What `hours` gives, of all its tables. */
  rows: RawBuilder<unknown>
  /** Tables with their column of time. */
  tables: readonly (readonly [table: string, time: string])[]
}

const SAMPLES: Kind = {
  rows: sql`${hours('tlm_hour', 't0', 'data')} union all ${hours('tlm_text', 'data_time', 'text_value')}`,
  tables: [
    ['tlm_hour', 't0'],
    ['tlm_text', 'data_time'],
  ],
}
/** Roll-ups last longer than the samples that they are made of, and may take as much again. */
const ROLLUPS: Kind = { rows: hours('tlm_rollup', 't0', 'm1'), tables: [['tlm_rollup', 't0']] }

/** Throws 100019 when the organisation has no room for so many bytes more of history; counts them until it is measured. */
export async function requireHistorySpace(q: Kysely<Schema>, tenant_id: number, more: number): Promise<void> {
  const { rows } = await sql`
    update tenant t set history_bytes = t.history_bytes + ${more} from (${keptBy('history_bytes')}) k
      where t.tenant_id = ${tenant_id} and k.tenant_id = t.tenant_id
        and coalesce(t.history_bytes + ${more} <= k.kept, true)
      returning t.tenant_id`.execute(q)
  if (rows.length === 0) throw new ApiError('100019')
}

interface Weighed {
  tenant_id: number
  /** The newest hour that has to go, and all before it; null where all may stay. */
  last: number | null
  /** What is left without those. */
  bytes: number
}

async function weigh(q: Kysely<Schema>, { rows }: Kind): Promise<Weighed[]> {
  const weighed = await sql<Weighed>`
    select k.tenant_id, max(n.hour) filter (where n.bytes > k.kept) as last,
      coalesce(max(n.bytes) filter (where coalesce(n.bytes <= k.kept, true)), 0)::bigint as bytes
    from (${keptBy('history_bytes')}) k left join (
      select p.tenant_id, h.hour, sum(sum(h.bytes)) over (partition by p.tenant_id order by h.hour desc) as bytes
        from (${rows}) h join point p on p.point_id = h.point_id group by p.tenant_id, h.hour
    ) n on n.tenant_id = k.tenant_id group by k.tenant_id`.execute(q)
  return weighed.rows
}

/**
 * Drops the oldest hours of what each tenant keeps beyond its bytes, all of them: 1,000 rows at a time, as the
 * specification has it, each time in a transaction of its own, so that others come between. For a job.
 */
export async function dropHistoryBeyondQuotas(db: Db): Promise<void> {
  const samples = await db.system((q) => weigh(q, SAMPLES), 'reports')
  await dropBeyond(db, SAMPLES, samples)
  await dropBeyond(db, ROLLUPS, await db.system((q) => weigh(q, ROLLUPS), 'reports'))
  await db.system((q) =>
    sql`update tenant t set history_bytes = s.bytes
      from jsonb_to_recordset(${JSON.stringify(samples)}::jsonb) s(tenant_id bigint, bytes bigint)
      where s.tenant_id = t.tenant_id and t.history_bytes <> s.bytes`.execute(q),
  )
}

async function dropBeyond(db: Db, { tables }: Kind, weighed: readonly Weighed[]): Promise<void> {
  for (const { tenant_id, last } of weighed) {
    if (last === null) continue
    for (const [table, time] of tables)
      while ((await dropSome(db, { table, time, tenant_id, before: last + HOUR_MS })) > 0);
  }
}

interface Dropped {
  table: string
  time: string
  tenant_id: number
  before: number
}

async function dropSome(db: Db, { table, time, tenant_id, before }: Dropped): Promise<number> {
  const [from, at] = [sql.table(table), sql.ref(time)]
  const { numAffectedRows } = await db.system(
    (q) =>
      sql`delete from ${from} h using (
        select o.point_id, o.${at} as at from ${from} o join point p on p.point_id = o.point_id
          where p.tenant_id = ${tenant_id} and o.${at} < ${before} limit ${LIMITS.historyRowsDroppedAtOnce}
      ) old where h.point_id = old.point_id and h.${at} = old.at`.execute(q),
    'reports',
  )
  return Number(numAffectedRows)
}
