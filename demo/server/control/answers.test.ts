import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGate } from '../../../tests/server/gate.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import { type Caller, NOBODY, principalOf } from '../http/caller.ts'
import { type CallNow, whileAnswering } from '../limits/call-now.ts'
import { openBudgets, RATES } from '../limits/rates.ts'
import { controlAnswers } from './answers.ts'

let server: TestServer
let device: LiveDevice
const sn_code = 'TS0001'
const admin = (method: string, path: string, input?: object) => server.call('admin', method, path, input)

beforeAll(async () => {
  server = await openTestServer()
  device = server.fleet.get(sn_code) as LiveDevice
  server.fleet.setConnected(sn_code, true, Date.now())
})
afterAll(() => server.close())

describe('a write', () => {
  const write = (key: string, value: unknown) => admin('POST', '/dev/controls', { sn_code, key, value })

  test('a write is sent to the device, and its steps are recorded', async () => {
    const { data } = await write('setpoint', 50)
    expect(data).toEqual({ id: expect.any(String), status: 'sent' })
    expect(server.sent.map(({ topic, payload }) => [topic, JSON.parse(payload)])).toEqual([
      [
        'v1/devices/TS0001/command',
        { id: data.id, key: 'setpoint', value: 50, ts: expect.any(Number), expires: expect.any(Number) },
      ],
    ])
    expect((await admin('GET', '/dev/controls', { id: data.id })).data).toMatchObject({
      value: 50,
      status: 'sent',
      user_name: 'admin',
    })
    const records = await admin('GET', '/dev/controls/records', { sn_code })
    expect(records.data).toMatchObject({ total: 1, rows: [{ id: data.id, key: 'setpoint', value: 50 }] })
    expect((await admin('GET', '/dev/controls/records', { sn_code, end: 1 })).data).toEqual({ rows: [], total: 0 })
  })

  const writeForm = async (key: string, value: string) => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/dev/controls',
      payload: `sn_code=TS0001&key=${key}&value=${encodeURIComponent(value)}`,
      headers: { 'x-token': await server.tokenOf('admin'), 'content-type': 'application/x-www-form-urlencoded' },
    })
    return response.json()
  }

  test('a write sent as a form takes the type of the point', async () => {
    expect((await writeForm('running', 'true')).meta.success).toBe(1)
    expect(JSON.parse(server.sent.at(-1)?.payload ?? '').value).toBe(true)
  })

  test.each(['Infinity', '1e999', '0x10', '1_0', '', ' '])('a write of %j in a form is no number', async (value) => {
    const { meta, data } = await writeForm('setpoint', value)
    expect([meta.code, data.fields[0].field]).toEqual(['100006', 'value'])
  })

  test.each([
    ['setpoint', 101, '100006'],
    ['setpoint', -1, '100006'],
    ['setpoint', 'much', '100006'],
    ['setpoint', '50', '100006'],
    ['setpoint', '0x10', '100006'],
    ['running', 'true', '100006'],
    ['setpoint', '', '100006'],
    ['setpoint', null, '100006'],
    ['setpoint', { a: 1 }, '100006'],
    ['running', 1, '100006'],
    ['nothing', 1, '100006'],
    ['temperature', 1, '110539'],
  ])('a write of %s with %j is refused with %s', async (key, value, code) => {
    const before = server.sent.length
    expect((await write(key, value)).meta).toMatchObject({ success: 0, code })
    expect(server.sent).toHaveLength(before)
  })

  test('a write of a two-step point needs the confirmation of its selection', async () => {
    const { tenant_id, device_id } = device
    await server.db.system((q) =>
      q
        .insertInto('point')
        .values({ tenant_id, device_id, key: 'valve', name: '阀门', data_type: 'number', access: 'rw', two_step: true })
        .execute(),
    )
    await server.fleet.reload(sn_code)
    const before = server.sent.length
    const { data } = await write('valve', 60)
    expect(data).toEqual({ id: expect.any(String), status: 'selected', confirm_ms: 30_000 })
    expect((await admin('GET', '/dev/controls', { id: data.id })).meta.code).toBe('100002')
    const confirm = (user: string, value: number, id = data.id) =>
      server.call(user, 'POST', '/dev/controls', { sn_code, key: 'valve', value, confirm: id })
    const refusals = [await confirm('manager', 60), await confirm('admin', 61), await confirm('admin', 60, 'x')]
    expect(refusals.map(({ meta, data: { fields } }) => [meta.code, fields[0].field])).toEqual([
      ['100006', 'confirm'],
      ['100006', 'value'],
      ['100006', 'confirm'],
    ])
    expect(server.sent).toHaveLength(before)
    expect((await confirm('admin', 60)).data).toEqual({ id: expect.any(String), status: 'sent' })
    const sent = JSON.parse(server.sent.at(-1)?.payload ?? '')
    expect(sent).toMatchObject({ key: 'valve', value: 60 })
    await server.commands.reply(sn_code, sent.id, 'done', null)
  })

  test('a selection ends with the session that made it', async () => {
    const { data } = await server.call(null, 'POST', '/yun/v2/user/login', {
      user_name: 'manager',
      password: 'demo1234',
    })
    const { session_hash = '' } = (await server.sessions.callerOf(data.token)) ?? {}
    const input = { sn_code, key: 'valve', value: 30 }
    const selected = await server.call(null, 'POST', '/dev/controls', input, { 'x-token': data.token })
    expect(selected.data.status).toBe('selected')
    expect((await write('valve', 40)).meta.code).toBe('100027')
    await server.sessions.revoke(session_hash, 'ended')
    expect((await write('valve', 40)).data.status).toBe('selected')
  })

  test('a refused write has its reason in the language of the user', async () => {
    const refusal = async (language: string, value: unknown) => {
      const input = { sn_code, key: 'setpoint', value }
      const headers = { 'accept-language': language }
      const { status, meta, data } = await server.call('admin', 'POST', '/dev/controls', input, headers)
      return [status, meta.code, data.fields]
    }
    const at = (field: string, message: unknown) => [{ field, message }]
    expect(await refusal('zh', 101)).toEqual([200, '100006', at('value', '不能大于 100')])
    expect(await refusal('en', 101)).toEqual([200, '100006', at('value', 'must be 100 or less')])
    expect(await refusal('en', true)).toEqual([200, '100006', at('value', 'must be a number')])
    server.fleet.setConnected(sn_code, false, Date.now())
    expect(await refusal('zh', 50)).toEqual([200, '100002', at('sn_code', expect.stringContaining('设备离线'))])
    expect(await refusal('en', 50)).toEqual([200, '100002', at('sn_code', expect.stringContaining('offline'))])
    server.fleet.setConnected(sn_code, true, Date.now())
  })

  test('a write that waits for the store while its device is moved out of the reach of its caller is refused, and nothing is sent', async () => {
    const reach = [{ groups: new Set([device.group_id as number]), devices: new Set<string>() }] as const
    const guest: Caller = {
      ...NOBODY,
      tenant_id: device.tenant_id,
      user_name: 'li',
      guest: { key_id: 'key', actions: ['write'] },
      may_see: reach,
      may_write: reach,
    }
    for (const { payload } of server.sent) await server.commands.reply(sn_code, JSON.parse(payload).id, 'done', null)
    const call: CallNow = { ended: null, hasWritten: false, isChange: true, isAnswered: false }
    const { write } = controlAnswers(server)
    const [begun, released] = [openGate(), openGate()]
    const kept = server.db.system(() => {
      begun.resolve()
      return released.promise
    })
    await begun.promise
    const before = server.sent.length
    const written = whileAnswering(call, () => write({ sn_code, key: 'setpoint', value: 51 }, guest))
    const refused = expect(written).rejects.toMatchObject({ code: '110509' })
    const { group_id } = device
    device.group_id = null
    released.resolve()
    await kept
    await refused
    device.group_id = group_id
    expect(server.sent).toHaveLength(before)
    const { data } = await admin('GET', '/dev/controls/records', { sn_code })
    expect(data.rows).not.toContainEqual(expect.objectContaining({ value: 51 }))
  })

  test('who writes too often, and whose organisation does, is told how long to wait, and nothing is sent', async () => {
    const budgets = openBudgets(1, () => 0)
    const { write } = controlAnswers({ ...server, budgets })
    const all = [{ groups: new Set([device.group_id as number]), devices: new Set<string>() }] as const
    const user = (user_id: number): Caller => ({
      ...NOBODY,
      tenant_id: device.tenant_id,
      user_id,
      guest: { key_id: `key ${user_id}`, actions: ['write'] },
      may_see: all,
      may_write: all,
    })
    const writes = (caller: Caller) => write({ sn_code, key: 'setpoint', value: 52 }, caller)
    const refused = { code: '100019', status: 429 }
    const before = server.sent.length
    budgets.writes.take(principalOf(user(1)), RATES.writes.most)
    await expect(writes(user(1))).rejects.toMatchObject(refused)
    budgets.writesOfOrganisation.take(`${device.tenant_id}`, RATES.writesOfOrganisation.most)
    await expect(writes(user(2))).rejects.toMatchObject(refused)
    expect(server.sent).toHaveLength(before)
  })

  test('a write is not shown to other users or tenants', async () => {
    const { id } = (await admin('GET', '/dev/controls/records', { sn_code })).data.rows[0]
    expect((await server.call('rival', 'GET', '/dev/controls', { id })).meta.code).toBe('100002')
    expect((await server.call('operator', 'GET', '/dev/controls', { id })).meta.code).toBe('100002')
  })
})

describe('an alarm', () => {
  const alarm = (alarm_time: number, alarm_level: number) => ({
    tenant_id: device.tenant_id,
    device_id: device.device_id,
    sn_code,
    rule_id: 1,
    key: 'temperature',
    alarm_level,
    alarm_name: '温度过高',
    alarm_time,
    recover_time: alarm_time + 1,
  })
  beforeAll(async () => {
    const rows = [alarm(1000, 4), alarm(2000, 2), { ...alarm(3000, 5), confirm_time: 3002 }]
    await server.db.system((q) => q.insertInto('alarm').values(rows).execute())
  })
  const levels = ({ data }: { data: { rows: { alarm_level: number }[] } }) =>
    data.rows.map(({ alarm_level }) => alarm_level)

  test('an alarm is open until it has recovered and is confirmed', async () => {
    expect(levels(await admin('GET', '/rAlarmDev'))).toEqual([2, 4])
    expect(levels(await admin('GET', '/rAlarmDev', { sort: '-alarm_level' }))).toEqual([4, 2])
    expect(levels(await admin('GET', '/rAlarmDev', { alarm_level: [4, 5] }))).toEqual([4])
    expect(levels(await admin('GET', '/hAlarmDev', { sn_code }))).toEqual([5, 2, 4])
    expect(levels(await admin('GET', '/hAlarmDev', { start: 2000, end: 3000 }))).toEqual([2])
    expect((await admin('GET', '/hAlarmDev', { start: 2, end: 1 })).meta.code).toBe('110542')
  })

  test('an alarm of a device that the caller does not see is not found', async () => {
    expect((await server.call('operator', 'GET', '/hAlarmDev')).data).toEqual({ rows: [], total: 0 })
    expect((await server.call('rival', 'GET', '/rAlarmDev')).data.total).toBe(0)
  })

  test('an alarm is confirmed once, by a user of the tenant', async () => {
    const [{ alarm_id }] = (await admin('GET', '/rAlarmDev')).data.rows
    const confirm = (user: string, id = alarm_id) =>
      server.call(user, 'PUT', '/rAlarmDev', { alarm_id: id, alarm_note: 'seen' })
    expect((await confirm('rival')).meta.code).toBe('100002')
    expect((await confirm('admin', '999999')).meta.code).toBe('100002')
    expect((await confirm('admin')).data).toMatchObject({
      alarm_type: 3,
      confirm_userName: 'admin',
      alarm_note: 'seen',
    })
    expect((await confirm('admin')).meta.code).toBe('110526')
  })
})
