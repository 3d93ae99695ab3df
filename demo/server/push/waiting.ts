import { type Kysely, type RawBuilder, sql } from 'kysely'
import { findByKeys } from '../db/find-by-keys.ts'
import type { Schema } from '../db/schema.ts'

/** So many rows are decided in one transaction. */
export const BATCH = 500

/** What waits for a decision, and the condition of the index that finds it by organisation. */
interface Queue {
  table: 'alarm' | 'alarm_event'
  id: 'alarm_id' | 'event_id'
  isWaiting: RawBuilder<unknown>
}

/** Something of an organisation by its id. */
export interface Key {
  tenant_id: number
  id: number
}

/** Whether a row, by its columns of these names, is of a batch. */
export const isOf = (batch: readonly Key[], tenant_id: string, id: string) => {
  const tenants = [...new Set(batch.map((key) => key.tenant_id))]
  return sql<boolean>`${sql.ref(tenant_id)} = any(${tenants}::bigint[])
    and ${sql.ref(id)} = any(${batch.map((key) => key.id)}::bigint[])`
}

/** Rows to join, each a `tenant_id` and an `id`: for what has other indexes by organisation, of which one would be read whole. */
export const keysOf = (batch: readonly Key[]) =>
  sql`unnest(${batch.map((key) => key.tenant_id)}::bigint[], ${batch.map((key) => key.id)}::bigint[])`

/**
 * Keys of the next batch: of each open organisation its oldest, so that nobody waits for another one's flood. They are found
 * by an index of their own before anything is joined, a batch of each organisation at most: most rounds end here, however
 * many alarms there are, and whatever the statistics of the tables say.
 */
export async function nextBatch(q: Kysely<Schema>, { table, id, isWaiting }: Queue): Promise<Key[]> {
  await findByKeys(q)
  const { rows } = await sql<Key>`
    select t.tenant_id, w.id from tenant t cross join lateral (
      select ${sql.ref(id)} as id, row_number() over (order by ${sql.ref(id)}) as place
        from ${sql.table(table)} where tenant_id = t.tenant_id and ${isWaiting}
        order by ${sql.ref(id)} limit ${BATCH}
    ) w where t.closed_time is null order by w.place, w.id limit ${BATCH}`.execute(q)
  return rows
}
