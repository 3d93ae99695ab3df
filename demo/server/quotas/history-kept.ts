import { type Kysely, sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { HISTORY_QUOTAS, type HistoryQuota, ROW_BYTES } from '../history/sizes.ts'
import { notifyQuotaNear } from '../messages/index.ts'
import { keptBy } from './kept-by.ts'
import { wereNotified } from './notified.ts'

type Q = Kysely<Schema>

interface Table {
  table: string
  time: string
  /** Its column that takes the bytes. */
  held: string
  row: number
}

/** What each quota bounds: the tables, and the column of the tenant that has when the newest is that was dropped. */
const BOUNDED: Record<HistoryQuota, { tables: readonly Table[]; dropped: string }> = {
  history_bytes: {
    tables: [
      { table: 'tlm_hour', time: 't0', held: 'data', row: ROW_BYTES.hour },
      { table: 'tlm_text', time: 'data_time', held: 'text_value', row: ROW_BYTES.text },
    ],
    dropped: 'history_dropped_time',
  },
  rollup_bytes: {
    tables: [{ table: 'tlm_rollup', time: 't0', held: 'm1', row: ROW_BYTES.rollup }],
    dropped: 'rollups_dropped_time',
  },
}

/** In times of its limit: what an organisation keeps beyond that is dropped without waiting for an hour. */
export const MOST_WAITING = 2

/** Of each tenant that has a limit, what it stores and may store. */
const stored = (quota: HistoryQuota) => sql`
  select k.tenant_id, k.kept, sum(s.bytes)::bigint as bytes
  from (${keptBy(quota)}) k join history_size s on s.tenant_id = k.tenant_id and s.quota = ${quota}
  where k.kept is not null group by k.tenant_id, k.kept`

/** Notifies administrators whose oldest history is soon to go; once some went, the history itself says so. */
async function notifyHistoryNear(q: Q, quota: HistoryQuota): Promise<void> {
  const { rows } = await sql<{ tenant_id: number; user_id: number; percent: number }>`
    select u.tenant_id, u.user_id, least(n.bytes * 100 / greatest(n.kept, 1), 1000)::int as percent
    from (${stored(quota)}) n
      join tenant t on t.tenant_id = n.tenant_id and t.${sql.ref(BOUNDED[quota].dropped)} is null
      join app_user u on u.tenant_id = n.tenant_id and u.user_type = 1 and u.is_active = 1
    where n.bytes > 0 and n.bytes * 100 >= n.kept * ${LIMITS.quotaNear}`.execute(q)
  for (const near of rows) await notifyQuotaNear(q, { ...near, quota })
}

interface Beyond {
  tenant_id: number
  quota: HistoryQuota
  kept: number
}

/**
 * Drops the oldest hours of what each tenant keeps beyond its limits, in pieces of 1,000 rows, as the specification has it,
 * each in a transaction of its own. Its administrators have a message an hour before, unless it is far beyond. For a job.
 */
export async function dropHistoryBeyondQuotas(db: Db, gone?: AbortSignal): Promise<void> {
  for (const quota of HISTORY_QUOTAS) {
    await db.system((q) => notifyHistoryNear(q, quota), 'reports')
    const { rows } = await db.system(
      (q) =>
        sql<Omit<Beyond, 'quota'>>`
          select n.tenant_id, n.kept from (${stored(quota)}) n join tenant t on t.tenant_id = n.tenant_id
          where n.bytes > n.kept and (t.${sql.ref(BOUNDED[quota].dropped)} is not null
            or n.bytes > n.kept * ${MOST_WAITING} or ${wereNotified(quota)})`.execute(q),
      'reports',
    )
    for (const beyond of rows) await dropOldest(db, { ...beyond, quota }, gone)
  }
}

/** Counts a tenant's days anew: rows of points that were deleted are counted still, and nothing is to go for them. */
async function recount(db: Db, { tenant_id, quota }: Beyond): Promise<void> {
  const ofTenant = (q: Q) =>
    q.selectFrom('history_size').where('tenant_id', '=', tenant_id).where('quota', '=', quota).select('day')
  for (const { day } of await db.system((q) => ofTenant(q).orderBy('day').execute(), 'reports'))
    await db.system(async (q) => {
      // Whoever writes rows of this day counts them before or after this, and not in between.
      await ofTenant(q).where('day', '=', day).forUpdate().execute()
      const bytes = BOUNDED[quota].tables.map(
        ({ table, time, held, row }) => sql`(
          select coalesce(sum(octet_length(h.${sql.ref(held)}) + ${sql.lit(row)}), 0)
          from point p join ${sql.table(table)} h on h.point_id = p.point_id
          where p.tenant_id = ${tenant_id} and h.${sql.ref(time)} >= ${day} and h.${sql.ref(time)} < ${day + DAY_MS})`,
      )
      await sql`update history_size set bytes = (${sql.join(bytes, sql` + `)})::bigint
        where tenant_id = ${tenant_id} and quota = ${quota} and day = ${day}`.execute(q)
    }, 'reports')
}

/** Hour after hour, of one day after the other. */
async function dropOldest(db: Db, beyond: Beyond, gone: AbortSignal | undefined): Promise<void> {
  await recount(db, beyond)
  for (;;) {
    const day = await db.system((q) => oldestDay(q, beyond), 'reports')
    if (day === null) return
    for (let hour = day; hour < day + DAY_MS; hour += HOUR_MS)
      for (const table of BOUNDED[beyond.quota].tables) {
        let dropped: Dropped
        do {
          if (gone?.aborted) return
          dropped = await db.system((q) => dropSome(q, beyond, table, hour), 'reports')
          if (dropped.isWithin) return
        } while (dropped.count > 0)
      }
    // Nothing is left of it, whatever was counted.
    const { tenant_id, quota } = beyond
    await db.system((q) =>
      q
        .deleteFrom('history_size')
        .where('tenant_id', '=', tenant_id)
        .where('quota', '=', quota)
        .where('day', '=', day)
        .execute(),
    )
  }
}

/** Of what is beyond; null where nothing is. */
async function oldestDay(q: Q, { tenant_id, quota, kept }: Beyond): Promise<number | null> {
  const { rows } = await sql<{ day: number | null }>`
    select min(day) as day from history_size where tenant_id = ${tenant_id} and quota = ${quota}
    having sum(bytes) > ${kept}`.execute(q)
  return rows[0]?.day ?? null
}

interface Dropped {
  count: number
  /** Whether what is left is within the limit. */
  isWithin: boolean
}

async function dropSome(q: Q, { tenant_id, quota, kept }: Beyond, table: Table, hour: number): Promise<Dropped> {
  const [from, at, held] = [sql.table(table.table), sql.ref(table.time), sql.ref(table.held)]
  const end = hour + HOUR_MS
  const { rows: gone } = await sql<{ count: number; bytes: number }>`
    with gone as (
      delete from ${from} h using (
        select o.point_id, o.${at} as at from point p join ${from} o on o.point_id = p.point_id
          where p.tenant_id = ${tenant_id} and o.${at} >= ${hour} and o.${at} < ${end}
          limit ${LIMITS.historyRowsDroppedAtOnce}
      ) old where h.point_id = old.point_id and h.${at} = old.at and h.${at} >= ${hour} and h.${at} < ${end}
      returning octet_length(h.${held}) + ${sql.lit(table.row)} as bytes
    ) select count(*) as count, coalesce(sum(bytes), 0)::bigint as bytes from gone`.execute(q)
  const { count = 0, bytes = 0 } = gone[0] ?? {}
  if (count > 0) {
    await sql`update history_size set bytes = greatest(0, bytes - ${bytes})
      where tenant_id = ${tenant_id} and quota = ${quota} and day = ${hour - (hour % DAY_MS)}`.execute(q)
    const dropped = sql.ref(BOUNDED[quota].dropped)
    await sql`update tenant set ${dropped} = greatest(${dropped}, ${hour}) where tenant_id = ${tenant_id}`.execute(q)
  }
  const { rows: left } = await sql<{ isWithin: boolean }>`
    select coalesce(sum(bytes), 0) <= ${kept} as "isWithin" from history_size
    where tenant_id = ${tenant_id} and quota = ${quota}`.execute(q)
  return { count, isWithin: left[0]?.isWithin ?? true }
}
