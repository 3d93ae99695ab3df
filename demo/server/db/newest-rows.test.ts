import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { NEWEST_MESSAGES, NEWEST_MOST } from './newest-rows.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/** Rows from 1, the oldest, to one more than a search reads; `number` is a row's own. */
const numbers = sql`generate_series(1, ${sql.lit(NEWEST_MOST + 1)}) number, (
  select d.tenant_id, d.device_id, d.sn_code, u.user_id, u.user_name from device d
    join app_user u on u.tenant_id = d.tenant_id where d.sn_code = 'TS0001' and u.user_name = 'admin') own`
/** Of the rows, the newest that a search does not read is called `needle`, and the oldest that it reads `straw`. */
const nameOf = (most: number) =>
  sql`case number when ${sql.lit(NEWEST_MOST + 1 - most)} then 'needle' when ${sql.lit(NEWEST_MOST + 2 - most)} then 'straw' else '-' end`
const name = nameOf(NEWEST_MOST)

const PASTS: Record<string, { rows: RawBuilder<unknown>; path: string; input?: object }> = {
  'sent values': {
    rows: sql`insert into command
      (tenant_id, command_id, device_id, sn_code, key, value, user_id, user_name, status, sent_time)
      select tenant_id, 'n' || number, device_id, sn_code, 'level', '1', user_id, ${name}, 'done', number from ${numbers}`,
    path: '/yun/logInfo',
    input: { kind: 'operation' },
  },
  'sign-ins': {
    rows: sql`insert into audit (tenant_id, audit_time, user_id, user_name, action, address)
      select tenant_id, number, user_id, user_name, 'sign-in', ${name} from ${numbers}`,
    path: '/yun/logInfo',
    input: { kind: 'login' },
  },
  'the audit': { rows: sql`select 1`, path: '/user/audit' },
  alarms: {
    rows: sql`insert into alarm
      (tenant_id, device_id, sn_code, rule_id, key, alarm_level, alarm_name, alarm_time, recover_time, confirm_time, push_state)
      select tenant_id, device_id, sn_code, number, 'level', 3, ${name}, number, number, number, 2 from ${numbers}`,
    path: '/hAlarmDev',
  },
  'delivered messages': {
    rows: sql`insert into delivered_message (tenant_id, message_time, channel, address, body, state)
      select tenant_id, number, 'sms', '1', ${nameOf(NEWEST_MESSAGES)}, 'sent' from ${numbers}`,
    path: '/yun/message/delivered',
  },
}

test.each(Object.entries(PASTS))(
  'a search in %s reads the newest rows of the range, and counts no more of them',
  async (_, { rows, path, input }) => {
    // A hundred thousand rows at once may take as long as a report does.
    await server.db.system((q) => rows.execute(q), 'reports')
    const ask = async (fields: object) =>
      (await server.call('admin', 'GET', path, { end: NEWEST_MOST + 2, ...input, ...fields })).data
    expect(await ask({ search: 'needle' })).toEqual({ rows: [], total: 0 })
    expect((await ask({ search: 'straw' })).total).toBe(1)
    expect((await ask({ search: 'needle', end: NEWEST_MOST })).total).toBe(1)
    expect((await ask({})).total).toBe(NEWEST_MOST)
    expect(server.defects).toEqual([])
  },
)
