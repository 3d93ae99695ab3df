import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'

/** What holds rows of points, with the column of their time. */
const TABLES = [
  ['tlm_minute', 't0'],
  ['tlm_hour', 't0'],
  ['tlm_rollup', 't0'],
  ['tlm_text', 'data_time'],
] as const
/** Rows that go at a time, some megabytes: the store serves others in between. */
const ROWS_AT_ONCE = 1000

const deleteSome = async (q: Kysely<Schema>, point_id: number, table: string, time: string): Promise<number> => {
  const { rows } = await sql`
    delete from ${sql.table(table)} where point_id = ${point_id} and ${sql.ref(time)} in (
      select ${sql.ref(time)} from ${sql.table(table)} where point_id = ${point_id} order by 1 limit ${ROWS_AT_ONCE})
    returning 1`.execute(q)
  return rows.length
}

/** Deletes the history of points that are to go, in pieces; for a job. What it leaves, because the server closes, is there still. */
export async function forgetPoints(db: Db, point_ids: readonly number[], closing?: AbortSignal): Promise<void> {
  for (const point_id of point_ids)
    for (const [table, time] of TABLES) {
      let count: number
      do {
        if (closing?.aborted) return
        count = await db.system((q) => deleteSome(q, point_id, table, time), 'reports')
      } while (count >= ROWS_AT_ONCE)
    }
}
