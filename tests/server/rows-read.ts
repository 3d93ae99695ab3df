import { sql } from 'kysely'
import type { Db } from '../../demo/server/db/db.ts'

/** Rows of these tables that were read until now, on an embedded store. */
export async function rowsRead(db: Db, ...tables: readonly string[]): Promise<number> {
  await db.system((q) => sql`select pg_stat_force_next_flush()`.execute(q))
  const { rows } = await db.system((q) =>
    sql<{ read: number }>`select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables
      where relname = any(${tables}::text[])`.execute(q),
  )
  return rows[0]?.read ?? 0
}
