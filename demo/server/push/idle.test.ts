import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPushServer, type PushServer } from '../../../tests/server/push.ts'

let server: PushServer
beforeAll(async () => {
  server = await openPushServer({}, Date.parse('2026-11-21T10:00:00+08:00'))
})
afterAll(() => server.close())

const ALARMS = 3000

/** Rows of alarms and their events that were read until now. */
async function rowsRead(): Promise<number> {
  await server.db.system((q) => sql`select pg_stat_force_next_flush()`.execute(q))
  const { rows } = await server.db.system((q) =>
    sql<{ read: number }>`select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables
      where relname in ('alarm', 'alarm_event')`.execute(q),
  )
  return rows[0]?.read ?? 0
}

test('a round with nothing to push reads none of the alarms that came since the statistics were made', async () => {
  await server.turn()
  await server.db.maintain()
  const device = sql`(select tenant_id, device_id, sn_code from device where sn_code = 'TS0001') d`
  const numbers = sql`generate_series(1, ${sql.lit(ALARMS)}) number`
  await server.db.system((q) =>
    sql`insert into alarm (tenant_id, alarm_id, device_id, sn_code, rule_id, key, alarm_level, alarm_name, alarm_time,
        recover_time, push_state)
      select tenant_id, 100000 + number, device_id, sn_code, number, 'level', 3, 'high', number, number, 2
        from ${numbers}, ${device}`.execute(q),
  )
  await server.db.system((q) =>
    sql`insert into alarm_event (tenant_id, alarm_id, rule_id, device_id, event_time, alarm_type)
      select tenant_id, 100000 + number, number, device_id, number, type
        from ${numbers}, generate_series(1, 2) type, ${device}`.execute(q),
  )
  const before = await rowsRead()
  await server.turn()
  expect((await rowsRead()) - before).toBeLessThan(100)
})
