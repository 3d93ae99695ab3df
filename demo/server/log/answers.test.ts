import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRole, makeUser, refusalOf } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { logLines } from './rows.ts'

const LOG = '/yun/logInfo'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  const { tenant_id, device_id } = server.fleet.get('TS0001') as { tenant_id: number; device_id: number }
  await server.db.tenant(tenant_id, async (q) => {
    const { rule_id } = await q.selectFrom('alarm_rule').select('rule_id').executeTakeFirstOrThrow()
    const event = { tenant_id, device_id, rule_id, user_name: 'manager', note: '更换传感器' }
    await q
      .insertInto('alarm_event')
      .values([
        { ...event, event_time: 2000, alarm_type: 8 },
        { ...event, event_time: 1500, alarm_type: 10, user_name: null, note: null, note_code: 'not-silent' },
        { ...event, event_time: 1000, alarm_type: 1, user_name: null, note: null },
      ])
      .execute()
    const forgotten = { tenant_id, device_id, sn_code: 'TS0001', rule_id: 999_999, key: 'temperature', alarm_level: 2 }
    const names = { alarm_name: '旧规则', alarm_name_en: 'Former rule' }
    await q
      .insertInto('alarm')
      .values({ ...forgotten, ...names, alarm_time: 500, recover_time: 600 })
      .execute()
    await q
      .insertInto('alarm_event')
      .values({ ...event, rule_id: 999_999, event_time: 700, alarm_type: 5, note: null, note_code: 'without-rule' })
      .execute()
    const command = { tenant_id, device_id, sn_code: 'TS0001', key: 'setpoint', old_value: '0', user_id: 1 }
    await q
      .insertInto('command')
      .values(
        [10, 20].map((value) => ({
          ...command,
          command_id: `c${value}`,
          user_name: 'admin',
          value: JSON.stringify(value),
          status: 'sent' as const,
          sent_time: 1000 + value,
        })),
      )
      .execute()
    await q
      .insertInto('device_log')
      .values({ tenant_id, device_id, log_time: 3000, kind: 'refused', detail: JSON.stringify({ reason: 'future' }) })
      .execute()
  })
})
afterAll(() => server.close())

const list = (kind: string, input: object = {}, user = 'admin') => server.call(user, 'GET', LOG, { kind, ...input })
const rowsOf = async (kind: string, input: object = {}, user = 'admin') =>
  (await list(kind, input, user)).data.rows as Record<string, unknown>[]

test('writes are listed with who, what, and the labels of their values, newest first', async () => {
  const rows = await rowsOf('operation')
  expect(rows.map(({ value }) => value)).toEqual([20, 10])
  expect(rows[0]).toMatchObject({
    user_name: 'admin',
    sn_code: 'TS0001',
    dev_alias: '测试台',
    target: 'setpoint',
    action: 'sent',
    point: { name: '设定值', name_en: 'Setpoint' },
  })
  expect(await rowsOf('operation', { search: 'SETPOINT', sort: 'log_time', page_size: 10 })).toHaveLength(2)
  expect(await rowsOf('operation', { user_name: 'manager' })).toEqual([])
  expect(await rowsOf('operation', { action: 'done,failed' })).toEqual([])
  expect(await rowsOf('operation', { start: 1011, end: 1020 })).toEqual([])
})

const NOTED = ['迟到的数据表明当时设备在测量', 'Data that came late shows that the device was measuring']

test('the log of alarms lists what people did with them, and the system notes', async () => {
  expect(await rowsOf('alarm')).toMatchObject([
    { action: 'out-of-service', user_name: 'manager', target: '温度过高', note: '更换传感器', sn_code: 'TS0001' },
    { action: 'noted', user_name: null, note: NOTED[0], note_en: NOTED[1] },
    // Its rule is deleted: it is called as its alarms were.
    { action: 'unshelved', target: '旧规则', target_en: 'Former rule' },
  ])
  expect(await rowsOf('alarm', { search: 'CAME LATE' })).toHaveLength(1)
})

test('a device log across devices holds what was kept of each line', async () => {
  expect(await rowsOf('device', { action: 'refused' })).toMatchObject([
    { sn_code: 'TS0001', action: 'refused', user_name: null, detail: { reason: 'future' } },
  ])
})

test('log lines of another organisation, or of a device that the user may not see, are not listed', async () => {
  const { role_id } = await makeRole(server, { permissions: ['P00000', 'P72000'] })
  const { user_name } = await makeUser(server, { role_ids: [role_id] })
  for (const kind of ['operation', 'device', 'alarm']) {
    expect(await rowsOf(kind, {}, 'rival')).toEqual([])
    expect(await rowsOf(kind, {}, user_name)).toEqual([])
  }
  expect(refusalOf(await list('operation', { sn_code: 'TS0001' }, 'rival'))).toBe('110509')
  expect(refusalOf(await list('operation', {}, 'operator'))).toBe('100015')
})

test('sign-ins are those that the audit shows, and the own ones to who may not read it', async () => {
  await server.tokenOf('operator2')
  const { role_id } = await makeRole(server, { permissions: ['P00000', 'P72000'] })
  const { user_name } = await makeUser(server, { role_ids: [role_id] })
  const usersOf = async (user: string) =>
    new Set((await rowsOf('login', { page_size: 100 }, user)).map((row) => row.user_name))
  expect(await usersOf('admin')).toContain('operator2')
  expect(await usersOf('manager')).toContain('operator2')
  expect(await usersOf('manager')).not.toContain('admin')
  expect(await usersOf(user_name)).toEqual(new Set([user_name]))
  expect(await usersOf('rival')).toEqual(new Set(['rival']))
})

test('a log is exported in the columns of its screen, in the reader’s language', async () => {
  const file = await server.app.inject({
    url: `${LOG}/export`,
    query: { kind: 'alarm', format: 'csv', lang: 'en' },
    headers: { 'x-token': await server.tokenOf('admin') },
  })
  expect(file.headers['content-disposition']).toContain('alarm-1970-01-01.csv')
  const text = file.body.replaceAll('"', '')
  expect(text).toContain('User,Device,SN,Alarm,Action,Note')
  expect(text).toContain('manager,测试台,TS0001,Temperature too high,Took the alarm out of service,更换传感器')
  expect(text).toContain(`,${NOTED[1]}`)
  expect(file.body).not.toContain(NOTED[0])
  const device = await server.app.inject({
    url: `${LOG}/export`,
    query: { kind: 'device', format: 'csv', lang: 'en' },
    headers: { 'x-token': await server.tokenOf('admin') },
  })
  expect(device.body).toContain('Reason: Time stamp more than 5 minutes ahead')
})

test.each(['operation', 'alarm', 'device'] as const)(
  'lines of the %s log of a device that came after it was asked whose lines there are, are not shown',
  async (kind) => {
    const late = server.fleet.get('TS0001') as LiveDevice
    const known = { ...late, device_id: 1_000_000, sn_code: 'KNOWN' }
    const page = { limit: 100, offset: 0, direction: 'asc' } as const
    const rowsOfThose = async (seen: LiveDevice[], all: LiveDevice[]) => {
      const devices = { seen, all: all.map(({ device_id }) => device_id) }
      const ask: Parameters<typeof logLines>[0] = (work) => server.db.tenant(late.tenant_id, work)
      return (await logLines(ask, { tenant_id: late.tenant_id } as Caller, { kind, devices }, page)).rows
    }
    expect((await rowsOfThose([late], [late, known])).length).toBeGreaterThan(0)
    expect(await rowsOfThose([known], [known])).toEqual([])
  },
)
