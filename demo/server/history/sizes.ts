import { type Kysely, sql } from 'kysely'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import type { Schema } from '../db/schema.ts'
import { numbers, texts } from '../db/sql-array.ts'

/** What bounds a part of the history: its samples, or its roll-ups. */
export const HISTORY_QUOTAS = ['history_bytes', 'rollup_bytes'] as const
export type HistoryQuota = (typeof HISTORY_QUOTAS)[number]

/**
 * Bytes of a row beside what it holds: header, columns and the place in the index, as measured on both stores with tables
 * of 30,000 and 60,000 rows (92 and 89; 127 and 126; 90).
 */
export const ROW_BYTES = { hour: 100, rollup: 130, text: 100 } as const

export const dayOf = (time: number): number => time - (time % DAY_MS)

export interface SizeChange {
  tenant_id: number
  quota: HistoryQuota
  time: number
  bytes: number
}

/**
 * Counts what a transaction writes or deletes. The last thing that it does: whoever waits for a row of these has all others
 * that it needs, and all take them in one order.
 */
export async function countSizes(q: Kysely<Schema>, changes: readonly SizeChange[]): Promise<void> {
  const some = changes.filter(({ bytes }) => bytes !== 0)
  if (some.length === 0) return
  await sql`
    insert into history_size (tenant_id, quota, day, bytes)
    select tenant_id, quota, day, sum(bytes) from unnest(
      ${numbers(some.map(({ tenant_id }) => tenant_id))}::bigint[], ${texts(some.map(({ quota }) => quota))}::text[],
      ${numbers(some.map(({ time }) => dayOf(time)))}::bigint[], ${numbers(some.map(({ bytes }) => bytes))}::bigint[]
    ) r(tenant_id, quota, day, bytes)
    group by tenant_id, quota, day order by tenant_id, quota, day
    on conflict (tenant_id, quota, day) do update set bytes = history_size.bytes + excluded.bytes`.execute(q)
}

/** What points' history counts for, as it is now. */
export async function sizesOf(
  q: Kysely<Schema>,
  point_ids: readonly number[],
): Promise<Omit<SizeChange, 'tenant_id'>[]> {
  const isTheirs = sql`point_id = any(${numbers(point_ids)}::bigint[])`
  const { rows } = await sql<Omit<SizeChange, 'tenant_id'>>`
    select quota, time - time % ${DAY_MS}::bigint as time, sum(bytes)::bigint as bytes from (
      select 'history_bytes' as quota, t0 as time, octet_length(data) + ${ROW_BYTES.hour}::int as bytes
        from tlm_hour where ${isTheirs}
      union all select 'history_bytes', data_time, octet_length(text_value) + ${ROW_BYTES.text}::int
        from tlm_text where ${isTheirs}
      union all select 'rollup_bytes', t0, octet_length(m1) + ${ROW_BYTES.rollup}::int from tlm_rollup where ${isTheirs}
    ) its group by 1, 2`.execute(q)
  return rows
}
