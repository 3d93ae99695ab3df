import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { OPERATOR } from '../../../tests/server/alarms.ts'
import { auditOf, makeRole, makeUser } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import type { Db } from '../db/db.ts'
import { DEREGISTERED_MS, deviceEndAnswers } from './device-end.ts'
import { deleteDeregistered } from './retention.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const admin = (method: string, path: string, input?: object) => server.call('admin', method, path, input)
const password = 'secret-1'
const points = [{ key: 'level', name: '液位', data_type: 'number' }]

async function create(sn_code: string, user = 'admin', more: object = {}): Promise<void> {
  const made = await server.call(user, 'POST', '/dev', { sn_code, dev_alias: sn_code, password, ...more })
  expect(made.meta.code).toBe('100001')
  const added = await server.call(user, 'POST', '/dev/points', { sn_code, points })
  expect(added.meta.code).toBe('100001')
}
const listed = async (user = 'admin') =>
  (await server.call(user, 'GET', '/dev')).data.rows.map(({ sn_code }: { sn_code: string }) => sn_code)
const gone = async (user = 'admin', input: object = {}) =>
  (await server.call(user, 'GET', '/dev/deregistered', input)).data.rows
const end = async (sn_code: string, user = 'admin') => server.call(user, 'DELETE', '/dev', { sn_code })
const restore = (device_id: number, user = 'admin') => server.call(user, 'PUT', '/dev/deregistered', { device_id })
const say = async (sn_code: string, value: number) => {
  const device = server.fleet.get(sn_code)
  const point = device?.points.get('level')
  if (!device || !point) throw new Error(`no ${sn_code}`)
  const readings = [{ data_time: Date.now(), values: [{ point, value, quality: 'good' as const }] }]
  server.fleet.apply(device, readings, Date.now())
  await server.alarms.evaluate(device, readings)
}
const ruled = (sn_code: string) =>
  admin('PUT', '/yun/alarmRules', {
    sn_code,
    rules: [{ key: 'level', alarm_name: '高液位', alarm_level: 4, condition: 'above', threshold: 4 }],
  })

test('a device that is deregistered is nowhere, and comes back with all that it had', async () => {
  await create('END1', 'admin', { dev_model: 'M-1', site_name: '东站' })
  await say('END1', 3)
  const before = (await admin('GET', '/dev/basic', { sn_code: 'END1' })).data
  expect(before).toMatchObject({ may_deregister: true, registered_by: expect.any(String) })
  const level = async () => (await admin('GET', '/rDev', { sn_code: 'END1' })).data.values[0].value
  expect(await level()).toBe(3)
  const found = async (search: string) => {
    const { data } = await admin('GET', '/find', { search })
    return new Set([...data.devices, ...data.points].map(({ sn_code }: { sn_code: string }) => sn_code))
  }
  expect(await found('END1')).toEqual(new Set(['END1']))
  const { data } = await end('end1')
  expect(server.disconnected).toContain('END1')
  expect(await listed()).not.toContain('END1')
  for (const path of ['/dev/basic', '/rDev', '/dev/log'])
    expect((await admin('GET', path, { sn_code: 'END1' })).meta.code).toBe('110509')
  expect(await found('END1')).toEqual(new Set())
  expect(await gone('admin', { search: 'end1' })).toEqual([
    {
      device_id: data.device_id,
      sn_code: 'END1',
      dev_alias: 'END1',
      dev_model: 'M-1',
      group_name: before.group_name,
      deregistered_time: expect.any(Number),
      deregistered_user_name: expect.any(String),
      deleted_time: expect.any(Number),
    },
  ])
  expect((await restore(data.device_id)).data).toEqual({ sn_code: 'END1' })
  expect(await gone()).toEqual([])
  expect((await admin('GET', '/dev/basic', { sn_code: 'END1' })).data).toEqual(before)
  expect(await level()).toBe(3)
  const log = (await admin('GET', '/dev/log', { sn_code: 'END1' })).data.rows
  expect(log.map(({ kind }: { kind: string }) => kind)).toEqual(['restored', 'deregistered', 'registered'])
  expect((await auditOf(server)).filter(({ action }) => action === 'device-deregister')).toMatchObject([
    { target: 'END1', detail: { sn_code: 'END1', is_registered: { before: true, after: false } } },
  ])
  expect((await auditOf(server)).filter(({ action }) => action === 'device-restore')).toHaveLength(1)
})

test('a device whose page is asked for while it is deregistered is not there', async () => {
  await create('END0')
  const time = Date.now()
  await server.db.system((q) =>
    q.updateTable('device').set({ deregistered_time: time }).where('sn_code', '=', 'END0').execute(),
  )
  expect(server.fleet.get('END0')).toBeDefined()
  expect((await admin('GET', '/dev/basic', { sn_code: 'END0' })).meta.code).toBe('110509')
  await server.fleet.reload('END0')
})

test('open alarms of a device are over when it is deregistered, confirmed by nobody, and say why', async () => {
  await create('END2')
  expect((await ruled('END2')).meta.code).toBe('100001')
  await vi.waitFor(async () => {
    await say('END2', 9)
    const { rows } = (await admin('GET', '/rAlarmDev')).data
    expect(rows).toEqual([expect.objectContaining({ sn_code: 'END2', state: 'UNACK' })])
  })
  const heard: unknown[] = []
  const stop = server.fleet.on('alarm', ({ alarm, event }) => heard.push([alarm.sn_code, alarm.state, event]))
  const { data } = await end('END2')
  stop()
  expect(heard).toEqual([['END2', 'NORM', 'confirmed']])
  expect((await admin('GET', '/rAlarmDev')).data.rows).toEqual([])
  const row = await server.db.system((q) =>
    q.selectFrom('alarm').selectAll().where('device_id', '=', data.device_id).executeTakeFirstOrThrow(),
  )
  expect(row).toMatchObject({
    note_code: 'deregistered',
    recover_time: expect.any(Number),
    confirm_time: expect.any(Number),
    confirm_user_id: null,
  })
  await restore(data.device_id)
  expect((await admin('GET', '/rAlarmDev')).data.rows).toEqual([])
  const { data: past } = await admin('GET', '/hAlarmDev', { sn_code: 'END2', start: 0, end: Date.now() + MINUTE_MS })
  expect(past.rows).toMatchObject([{ state: 'NORM', confirm_userName: null, alarm_note: '设备已注销' }])
})

test('a device is given away by whoever registered it or by an administrator, and by nobody else', async () => {
  await create('END3')
  expect((await end('END3', 'manager')).meta.code).toBe('110535')
  expect((await end('END3', 'rival')).meta.code).toBe('110509')
  expect((await end('NONE1')).meta.code).toBe('110509')
  const { device_id } = (await end('END3')).data
  expect((await restore(device_id, 'manager')).meta.code).toBe('110535')
  expect((await restore(device_id, 'rival')).meta.code).toBe('110509')
  expect(await gone('manager')).toEqual([])
  expect(await gone('rival')).toEqual([])
  await create('END4', 'manager')
  const row = (await server.call('manager', 'GET', '/dev', { search: 'END4' })).data.rows[0]
  expect(row.may_deregister).toBe(true)
  const own = (await end('END4', 'manager')).data
  expect(await gone('manager')).toMatchObject([{ sn_code: 'END4' }])
  expect((await restore(own.device_id, 'manager')).meta.code).toBe('100001')
})

test('one of two who deregister a device at once is answered that it is not there', async () => {
  await create('END5')
  const codes = (await Promise.all([end('END5'), end('END5')])).map(({ meta }) => meta.code)
  expect(codes.sort()).toEqual(['100001', '110509'])
  expect(await gone('admin', { search: 'END5' })).toHaveLength(1)
})

test('the SN of a deregistered device may be registered by anybody, and it is not restored beside that', async () => {
  await create('END6')
  const { device_id } = (await end('END6')).data
  expect((await server.call('rival', 'POST', '/dev', { sn_code: 'end6', dev_alias: 'x', password })).meta.code).toBe(
    '100001',
  )
  expect((await restore(device_id)).meta.code).toBe('110534')
  expect(server.fleet.get('END6')?.tenant_id).not.toBe(1)
  await end('END6', 'rival')
  const [restored, registered] = await Promise.all([
    restore(device_id),
    server.call('rival', 'POST', '/dev', { sn_code: 'END6', dev_alias: 'x', password }),
  ])
  expect([restored.meta.code, registered.meta.code].filter((code) => code === '100001')).toHaveLength(1)
  expect([restored.meta.code, registered.meta.code]).toContain('110534')
})

test('a deregistered device keeps nobody from deleting its group or template, and comes back without them', async () => {
  const { group_id } = (await admin('POST', '/yun/dev/group', { group_name: '临时', parent_id: null })).data
  const { template_id } = (await admin('POST', '/yun/module', { module_name: '临时模板', points: [] })).data
  await create('END7', 'admin', { group_id, template_id })
  const { device_id } = (await end('END7')).data
  expect((await admin('DELETE', '/yun/dev/group', { group_id })).meta.code).toBe('100001')
  expect((await admin('DELETE', '/yun/module', { template_id })).meta.code).toBe('100001')
  await restore(device_id)
  const { data } = await admin('GET', '/dev/basic', { sn_code: 'END7' })
  expect(data).toMatchObject({ module_name: null, group_name: '默认分组' })
})

test('a device whose user is gone is the administrators’', async () => {
  const { group_id } = server.fleet.get('TS0001') ?? {}
  const permissions = ['P00000', 'P30000', 'P30100', 'P30200']
  const { role_id } = await makeRole(server, { permissions, device_rights: [{ group_id, may_write: true }] })
  const { user_id, user_name } = await makeUser(server, { role_ids: [role_id] })
  const other = await makeUser(server, { role_ids: [role_id] })
  await create('END9', user_name, { group_id })
  expect((await end('END9', other.user_name)).meta.code).toBe('110535')
  expect((await admin('DELETE', '/user', { user_ids: [user_id] })).meta.code).toBe('100001')
  expect((await admin('GET', '/dev/basic', { sn_code: 'END9' })).data).toMatchObject({
    registered_by: null,
    may_deregister: true,
  })
  expect((await end('END9', other.user_name)).meta.code).toBe('110535')
  expect((await end('END9')).meta.code).toBe('100001')
})

test('whoever registered a device does not give it away where it was moved out of reach, or may only be read', async () => {
  const { data: made } = await admin('POST', '/yun/dev/group', { group_name: '只读', parent_id: null })
  const { group_id } = server.fleet.get('TS0001') ?? {}
  const { role_id } = await makeRole(server, {
    permissions: ['P00000', 'P30000', 'P30100', 'P30200'],
    device_rights: [
      { group_id, may_write: true },
      { group_id: made.group_id, may_write: false },
    ],
  })
  const { user_name } = await makeUser(server, { role_ids: [role_id] })
  await create('END10', user_name, { group_id })
  await admin('PUT', '/dev/basic', { sn_code: 'END10', group_id: made.group_id })
  expect((await end('END10', user_name)).meta.code).toBe('110539')
  const { device_id } = (await end('END10')).data
  expect(await gone(user_name)).toEqual([])
  expect((await restore(device_id, user_name)).meta.code).toBe('110539')
  await restore(device_id)
  const { data: far } = await admin('POST', '/yun/dev/group', { group_name: '别处', parent_id: null })
  await admin('PUT', '/dev/basic', { sn_code: 'END10', group_id: far.group_id })
  expect((await end('END10', user_name)).meta.code).toBe('110509')
})

test('many devices are deregistered as far as they are within reach, also where their group is moved meanwhile', async () => {
  const [a, b] = await Promise.all(
    ['批量甲', '批量乙'].map(async (group_name) => (await admin('POST', '/yun/dev/group', { group_name })).data),
  )
  const below = (await admin('POST', '/yun/dev/group', { group_name: '批量丙', parent_id: a.group_id })).data
  const { role_id } = await makeRole(server, {
    permissions: ['P00000', 'P30000', 'P30100', 'P30200'],
    device_rights: [{ group_id: a.group_id, may_write: true }],
  })
  const { user_name } = await makeUser(server, { role_ids: [role_id] })
  const sn_codes = ['BULKOUT1', 'BULKOUT2', 'BULKOUT3']
  for (const sn_code of sn_codes) await create(sn_code, user_name, { group_id: below.group_id })
  let moved: Promise<unknown> | undefined
  const stop = server.fleet.on('removed', () => {
    // Before the next device has its turn at the store.
    moved ??= server.db.system((q) =>
      q.updateTable('device_group').set({ parent_id: b.group_id }).where('group_id', '=', below.group_id).execute(),
    )
  })
  const { data } = await server.call(user_name, 'POST', '/dev/deregistered', { sn_codes })
  stop()
  await moved
  expect(data.map(({ code }: { code: string | null }) => code)).toEqual([null, '110509', '110509'])
  expect(sn_codes.map((sn_code) => server.fleet.get(sn_code) !== undefined)).toEqual([false, true, true])
})

test('an administrator’s page of deregistered devices is all that is read of them, with how many there are', async () => {
  for (const sn_code of ['PAGED1', 'PAGED2', 'PAGED3']) {
    await create(sn_code)
    await end(sn_code)
  }
  const { db, fleet, alarms, sessions } = server
  const read: number[] = []
  const counting: Db = {
    ...db,
    systemFor: async (tenant_id, work, priority) => {
      const result = await db.systemFor(tenant_id, work, priority)
      read.push((result as { found: unknown[] }).found.length)
      return result
    },
  }
  const answers = deviceEndAnswers({ db: counting, fleet, alarms, sessions, disconnect: () => {} })
  const caller = { ...OPERATOR, tenant_id: fleet.get('TS0001')?.tenant_id ?? 0, user_type: 1 }
  const page = async (page: number) => {
    const { rows, total } = await answers.list({ search: 'PAGED', page, page_size: 2 }, caller)
    return [rows.map(({ sn_code }) => sn_code), total]
  }
  expect(await page(1)).toEqual([['PAGED3', 'PAGED2'], 3])
  expect(await page(2)).toEqual([['PAGED1'], 3])
  expect(await page(3)).toEqual([[], 3])
  expect(read).toEqual([2, 1, 0])
})

test('a device whose SN is registered anew does not hear what is left to say of the one before', async () => {
  await create('END11')
  const before = server.fleet.get('END11')
  const point = before?.points.get('level')
  if (!before || !point) throw new Error('no END11')
  await end('END11')
  await server.call('rival', 'POST', '/dev', { sn_code: 'END11', dev_alias: 'x', password })
  const heard: string[] = []
  const stops = [
    server.fleet.on('values', ({ sn_code }) => heard.push(sn_code)),
    server.fleet.on('state', ({ sn_code }) => heard.push(sn_code)),
  ]
  const values = [{ point, value: 7, quality: 'good' as const }]
  expect(server.fleet.apply(before, [{ data_time: Date.now(), values }], Date.now())).toEqual([])
  server.fleet.setAlarms(before, 1, 5, Date.now())
  for (const stop of stops) stop()
  expect(heard).toEqual([])
  await end('END11', 'rival')
})

test('a deregistered device is deleted with its history after 30 days, and not before', async () => {
  await create('END8')
  const point_id = server.fleet.get('END8')?.points.get('level')?.point_id as number
  const t0 = Date.now() - (Date.now() % HOUR_MS) - 2 * HOUR_MS
  await server.telemetry.load([{ point_id, data_time: t0, value: 1, quality: 0 }])
  const { device_id } = (await end('END8')).data
  const left = async () => {
    const { rows } = await server.db.system((q) =>
      sql<{ device: number; point: number; hour: number; log: number }>`select
        (select count(*) from device where device_id = ${device_id}) as device,
        (select count(*) from point where device_id = ${device_id}) as point,
        (select count(*) from tlm_hour where point_id = ${point_id}) as hour,
        (select count(*) from device_log where device_id = ${device_id}) as log`.execute(q),
    )
    return rows[0]
  }
  await deleteDeregistered(server.db, Date.now() + DEREGISTERED_MS - MINUTE_MS)
  expect(await left()).toEqual({ device: 1, point: 1, hour: 1, log: 2 })
  await deleteDeregistered(server.db, Date.now() + DEREGISTERED_MS + 1)
  expect(await left()).toEqual({ device: 0, point: 0, hour: 0, log: 0 })
  expect((await restore(device_id)).meta.code).toBe('110509')
})

test('the oldest of an organisation’s many deregistered devices are deleted early, and the audit says how many', async () => {
  for (const sn_code of ['MANY1', 'MANY2', 'MANY3']) await create(sn_code)
  await create('MANY4', 'rival')
  const ended: number[] = []
  for (const sn_code of ['MANY1', 'MANY2', 'MANY3']) ended.push((await end(sn_code)).data.device_id)
  const theirs = (await end('MANY4', 'rival')).data.device_id
  const before = (await gone()).length
  await deleteDeregistered(server.db, Date.now(), undefined, 2)
  expect((await gone()).map(({ sn_code }: { sn_code: string }) => sn_code)).toEqual(['MANY3', 'MANY2'])
  expect((await restore(ended[0] as number)).meta.code).toBe('110509')
  const { rows } = await server.db.system((q) =>
    sql`select device_id from point where device_id = ${ended[0]}`.execute(q),
  )
  expect(rows).toEqual([])
  expect((await auditOf(server)).filter(({ action }) => action === 'device-delete')).toMatchObject([
    { user_name: '', detail: { count: before - 2 } },
  ])
  expect((await gone('rival')).map((row: { device_id: number }) => row.device_id)).toContain(theirs)
  await deleteDeregistered(server.db, Date.now(), undefined, 2)
  expect((await auditOf(server)).filter(({ action }) => action === 'device-delete')).toHaveLength(1)
})

test('alarms and writes of a device that is gone are not those of whoever registers its SN anew', async () => {
  await create('AGAIN1')
  await ruled('AGAIN1')
  await say('AGAIN1', 9)
  const alarm = async () =>
    (await admin('GET', '/rAlarmDev')).data.rows.find(({ sn_code }: { sn_code: string }) => sn_code === 'AGAIN1')
  await vi.waitFor(async () => expect(await alarm()).toBeDefined())
  const { alarm_id } = await alarm()
  const { device_id, tenant_id } = server.fleet.get('AGAIN1') as { device_id: number; tenant_id: number }
  const id = randomUUID()
  const time = Date.now()
  const values = {
    key: 'level',
    old_value: '1',
    value: '2',
    user_name: 'admin',
    status: 'sent',
    sent_time: time,
  } as const
  await server.db.system((q) =>
    q
      .insertInto('command')
      .values({ ...values, tenant_id, command_id: id, device_id, sn_code: 'AGAIN1', user_id: 1, by_user_id: null })
      .execute(),
  )
  expect((await admin('GET', '/dev/controls', { id })).meta.code).toBe('100001')
  await end('AGAIN1')
  await create('AGAIN1')
  const codes = await Promise.all([
    admin('GET', '/rAlarmDev/one', { alarm_id }),
    admin('GET', '/rAlarmDev/deliveries', { alarm_id }),
    admin('PUT', '/rAlarmDev/note', { alarm_id, alarm_note: 'mine' }),
    admin('GET', '/dev/controls', { id }),
  ])
  expect(new Set(codes.map(({ meta }) => meta.code))).toEqual(new Set(['100002']))
  const { data } = await admin('PUT', '/rAlarmDev/confirm', { alarm_ids: [alarm_id] })
  expect(JSON.stringify(data)).not.toContain('高液位')
})
