import { sql } from 'kysely'
import type { Db } from '../../demo/server/db/db.ts'

/** Very many calls of an organisation that wait at the store: one after the other on the embedded one. */
export function waitingCalls(db: Db, tenant_id: number, count = 500) {
  let left = count
  const calls = Array.from({ length: count }, () =>
    db.tenant(tenant_id, async (q) => {
      await sql`select 1`.execute(q)
      left -= 1
    }),
  )
  return { left: () => left, all: Promise.all(calls) }
}
