import { type Kysely, sql } from 'kysely'
import type { DataType } from '../../../core/contract/device.ts'
import type { Quality, Value } from '../../../core/contract/telemetry.ts'
import type { Schema } from '../db/schema.ts'
import { numbers, texts } from '../db/sql-array.ts'

export const qualities = ['good', 'uncertain', 'bad'] as const satisfies readonly Quality[]

/** A point's newest value. */
export interface LatestValue {
  tenant_id: number
  device_id: number
  point_id: number
  data_time: number
  value: Value
  quality: (typeof qualities)[number]
}

/** A stored number as the point's value: a boolean point's 0 and 1 are false and true. */
export const fromStored = (data_type: DataType, stored: number | null): Value =>
  data_type === 'boolean' && stored !== null ? stored !== 0 : stored

/** The newest values of all points of registered devices, or of those of some devices, by point_id; in a transaction of a tenant, those of the tenant. */
export async function loadLatest(q: Kysely<Schema>, device_ids?: readonly number[]): Promise<Map<number, LatestValue>> {
  const rows = await q
    .selectFrom('latest_value as l')
    .innerJoin('point as p', (join) =>
      join.onRef('p.tenant_id', '=', 'l.tenant_id').onRef('p.point_id', '=', 'l.point_id'),
    )
    .select(['l.tenant_id', 'l.device_id', 'l.point_id', 'l.data_time', 'l.value', 'l.text_value', 'l.quality'])
    .select('p.data_type')
    .where((on) =>
      on.exists(
        on
          .selectFrom('device as d')
          .whereRef('d.device_id', '=', 'p.device_id')
          .where('d.deregistered_time', 'is', null),
      ),
    )
    .$if(device_ids !== undefined, (some) =>
      some.where(sql<boolean>`p.device_id = any(${numbers(device_ids ?? [])}::bigint[])`),
    )
    .execute()
  const latest = rows.map(({ value, text_value, quality, data_type, ...row }): LatestValue => {
    return { ...row, value: text_value ?? fromStored(data_type, value), quality: qualities[quality] ?? 'bad' }
  })
  return new Map(latest.map((row) => [row.point_id, row]))
}

/** Writes newest values, in place of those that are stored: which one is the newest is for the fleet to say. Points that are gone meanwhile are left out. */
export async function flushLatest(q: Kysely<Schema>, values: readonly LatestValue[]): Promise<void> {
  const newest = new Map<number, LatestValue>()
  for (const value of values) {
    newest.set(value.point_id, value)
  }
  if (newest.size === 0) return
  // In the order of their key: two nodes that flush the same points wait for each other instead of locking up.
  const rows = [...newest.values()].sort((a, b) => a.point_id - b.point_id)
  const ids = (column: 'tenant_id' | 'point_id' | 'device_id' | 'data_time') => numbers(rows.map((row) => row[column]))
  // `lateral`: each point is found by its key, also while the table has no statistics.
  await sql`
    insert into latest_value (tenant_id, point_id, device_id, data_time, value, text_value, quality)
    select r.* from unnest(
      ${ids('tenant_id')}::bigint[], ${ids('point_id')}::bigint[], ${ids('device_id')}::bigint[],
      ${ids('data_time')}::bigint[], ${numbers(rows.map(({ value }) => toNumber(value)))}::float8[],
      ${texts(rows.map(({ value }) => (typeof value === 'string' ? value : null)))}::text[],
      ${numbers(rows.map(({ quality }) => qualities.indexOf(quality)))}::smallint[]
    ) r(tenant_id, point_id, device_id, data_time, value, text_value, quality)
    cross join lateral (select from point p where p.point_id = r.point_id and p.tenant_id = r.tenant_id limit 1) known
    on conflict (point_id) do update set data_time = excluded.data_time, value = excluded.value,
      text_value = excluded.text_value, quality = excluded.quality`.execute(q)
}

const toNumber = (value: Value): number | null => (typeof value === 'string' || value === null ? null : Number(value))
