import { sql } from 'kysely'
import type { Db } from '../../demo/server/db/db.ts'
import { type CallNow, whileAnswering } from '../../demo/server/limits/call-now.ts'

const COUNT = 500

/** Very many calls of an organisation that wait at the store, one after the other on the embedded one; to read, or to change something. */
export function waitingCalls(db: Db, tenant_id: number, { isChange = false } = {}) {
  let left = COUNT
  const work = () =>
    db.tenant(tenant_id, async (q) => {
      // As long as calls take: others have as much of the store's time as these, in fewer statements.
      await sql`select count(*) from generate_series(1, 5000)`.execute(q)
      left -= 1
    })
  const call: CallNow = { ended: null, hasWritten: false, isChange, isAnswered: false }
  const calls = Array.from({ length: COUNT }, () => whileAnswering(call, work))
  return { left: () => left, all: Promise.all(calls) }
}

/** As many calls of an organisation that only look, each followed by another until `end`: whatever waits behind them never comes. */
export function endlessCalls(db: Db, tenant_id: number) {
  let isOver = false
  const call: CallNow = { ended: null, hasWritten: false, isChange: false, isAnswered: false }
  const one = async () => {
    while (!isOver) await whileAnswering(call, () => db.tenant(tenant_id, (q) => sql`select 1`.execute(q)))
  }
  const all = Promise.all(Array.from({ length: COUNT }, one))
  return {
    async end() {
      isOver = true
      await all
    },
  }
}
