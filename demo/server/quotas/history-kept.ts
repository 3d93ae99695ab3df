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
    await recountBeyond(db, quota, gone)
    const { rows } = await db.system(
      (q) =>
        sql<Omit<Beyond, 'quota'>>`
          select n.tenant_id, n.kept from (${stored(quota)}) n join tenant t on t.tenant_id = n.tenant_id
            left join point_count c on c.tenant_id = n.tenant_id
          where n.bytes > n.kept and (n.bytes > n.kept * ${MOST_WAITING}
            or (c.recount_day is null and (t.${sql.ref(BOUNDED[quota].dropped)} is not null or ${wereNotified(quota)})))`.execute(
          q,
        ),
      'reports',
    )
    for (const beyond of rows) await dropOldest(db, { ...beyond, quota }, gone)
  }
}

/** Days that are counted anew in a run: each looks at all points of the organisation. */
export const RECOUNTED_DAYS = 10

/**
 * Counts days of those anew who are beyond a limit and had points deleted: rows of these are counted still, and nothing is to
 * go for them.
 */
async function recountBeyond(db: Db, quota: HistoryQuota, gone: AbortSignal | undefined): Promise<void> {
  const { rows } = await db.system(
    (q) =>
      sql<{ tenant_id: number }>`
        select n.tenant_id from (${stored(quota)}) n join point_count c on c.tenant_id = n.tenant_id
        where n.bytes > n.kept and c.recount_day is not null`.execute(q),
    'reports',
  )
  for (const { tenant_id } of rows) {
    const days = await db.system((q) => daysToRecount(q, tenant_id), 'reports')
    for (const day of days.slice(0, RECOUNTED_DAYS)) {
      for (const its of HISTORY_QUOTAS) await recount(db, tenant_id, its, day, gone)
      if (gone?.aborted) return
    }
    // Where more was deleted meanwhile it begins anew.
    const next = days[RECOUNTED_DAYS] ?? null
    await db.system((q) =>
      sql`update point_count set recount_day = ${next} where tenant_id = ${tenant_id} and recount_day > 0`.execute(q),
    )
  }
}

/** In their order; from now on `recount_day` is 0 only where more is deleted. */
async function daysToRecount(q: Q, tenant_id: number): Promise<number[]> {
  const { rows } = await sql<{ day: number }>`
    with begun as (
      update point_count set recount_day = greatest(recount_day, 1) where tenant_id = ${tenant_id} returning recount_day
    ) select distinct s.day from history_size s, begun where s.tenant_id = ${tenant_id} and s.day >= begun.recount_day
      order by s.day limit ${RECOUNTED_DAYS + 1}`.execute(q)
  return rows.map(({ day }) => day)
}

/** Of each of some points of a tenant, after `last`, its rows `r` of these times; `offset 0`, so that each is looked up by the index. */
const rowsOf = (tenant_id: number, last: number, { table, time }: Table, start: number, end: number) => sql`
  points as materialized (
    select point_id from point where tenant_id = ${tenant_id} and point_id > ${last}
    order by point_id limit ${LIMITS.historyRowsDroppedAtOnce}
  ), r as (
    select o.* from points s cross join lateral (
      select * from ${sql.table(table)} t
      where t.point_id = s.point_id and t.${sql.ref(time)} >= ${start} and t.${sql.ref(time)} < ${end}
      offset 0
    ) o
  )`

/** Counts a day anew, some points after others. What is written of the day meanwhile may count twice until it is counted again. */
async function recount(
  db: Db,
  tenant_id: number,
  quota: HistoryQuota,
  day: number,
  gone: AbortSignal | undefined,
): Promise<void> {
  const ofDay = (q: Q) =>
    q.selectFrom('history_size').where('tenant_id', '=', tenant_id).where('quota', '=', quota).where('day', '=', day)
  const before = await db.system((q) => ofDay(q).select('bytes').executeTakeFirst(), 'reports')
  if (!before) return
  let counted = 0
  for (const table of BOUNDED[quota].tables) {
    for (let last: number | null = 0; last !== null; ) {
      if (gone?.aborted) return
      const rows = rowsOf(tenant_id, last, table, day, day + DAY_MS)
      const { rows: sums } = await db.system(
        (q) =>
          sql<{ last: number | null; bytes: number }>`
            with ${rows} select (select max(point_id) from points) as last, coalesce(
              (select sum(octet_length(${sql.ref(table.held)}) + ${sql.lit(table.row)}) from r), 0)::bigint as bytes`.execute(
            q,
          ),
        'reports',
      )
      counted += sums[0]?.bytes ?? 0
      last = sums[0]?.last ?? null
    }
  }
  await db.system(
    (q) =>
      sql`update history_size set bytes = greatest(0, bytes + ${counted - before.bytes}::bigint)
        where tenant_id = ${tenant_id} and quota = ${quota} and day = ${day}`.execute(q),
    'reports',
  )
}

/** Hour after hour, of one day after the other. */
async function dropOldest(db: Db, beyond: Beyond, gone: AbortSignal | undefined): Promise<void> {
  for (;;) {
    const day = await db.system((q) => oldestDay(q, beyond), 'reports')
    if (day === null) return
    for (let hour = day; hour < day + DAY_MS; hour += HOUR_MS)
      for (const table of BOUNDED[beyond.quota].tables) {
        for (let last: number | null = 0; last !== null; ) {
          if (gone?.aborted) return
          const after: number = last
          const dropped = await db.system((q) => dropSome(q, beyond, table, hour, after), 'reports')
          if (dropped.isWithin) return
          last = dropped.last
        }
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
  /** Up to which point nothing is left of the hour; null where there are no more. */
  last: number | null
  /** Whether what is left is within the limit. */
  isWithin: boolean
}

async function dropSome(
  q: Q,
  { tenant_id, quota, kept }: Beyond,
  table: Table,
  hour: number,
  after: number,
): Promise<Dropped> {
  const [from, at, held] = [sql.table(table.table), sql.ref(table.time), sql.ref(table.held)]
  const end = hour + HOUR_MS
  const most = LIMITS.historyRowsDroppedAtOnce
  const { rows } = await sql<{ count: number; bytes: number; last: number | null }>`
    with ${rowsOf(tenant_id, after, table, hour, end)}, old as (
      select point_id, ${at} as at from r limit ${most}
    ), gone as (
      delete from ${from} h using old
      where h.point_id = old.point_id and h.${at} = old.at and h.${at} >= ${hour} and h.${at} < ${end}
      returning octet_length(h.${held}) + ${sql.lit(table.row)} as bytes
    ) select count(*) as count, coalesce(sum(bytes), 0)::bigint as bytes,
        (select max(point_id) from points) as last from gone`.execute(q)
  const { count = 0, bytes = 0, last = null } = rows[0] ?? {}
  if (count > 0) {
    await sql`update history_size set bytes = greatest(0, bytes - ${bytes})
      where tenant_id = ${tenant_id} and quota = ${quota} and day = ${hour - (hour % DAY_MS)}`.execute(q)
    const dropped = sql.ref(BOUNDED[quota].dropped)
    await sql`update tenant set ${dropped} = greatest(${dropped}, ${hour}) where tenant_id = ${tenant_id}`.execute(q)
  }
  const { rows: left } = await sql<{ isWithin: boolean }>`
    select coalesce(sum(bytes), 0) <= ${kept} as "isWithin" from history_size
    where tenant_id = ${tenant_id} and quota = ${quota}`.execute(q)
  return { last: count < most ? last : after, isWithin: left[0]?.isWithin ?? true }
}
