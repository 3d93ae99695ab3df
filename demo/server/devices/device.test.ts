import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditOf, demoIds, makeRole, makeUser } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { hashPassword, verifyPassword } from '../db/passwords.ts'
import { turnOfServer } from '../limits/password-turns.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const admin = (method: string, path: string, input?: object) => server.call('admin', method, path, input)
const snCodes = ({ data }: { data: { rows: { sn_code: string }[] } }) => data.rows.map(({ sn_code }) => sn_code)
const groupOf = async (group_name: string): Promise<number> => {
  const { data } = await admin('GET', '/yun/dev/group')
  return data.find((group: { group_name: string }) => group.group_name === group_name).group_id
}
const points = [
  { key: 'level', name: '液位', data_type: 'number', unit: 'm', decimals: 2 },
  { key: 'mode', name: '模式', data_type: 'enum', access: 'rw', enum_text: { 0: { zh: '停', en: 'off' } } },
]

test('the demo tenants have their users, groups and test stands', async () => {
  const { data } = await admin('GET', '/dev')
  expect(data).toMatchObject({
    total: 1,
    rows: [{ sn_code: 'TS0001', dev_state: 2, may_write: true, module_name: '测试台' }],
  })
  expect(snCodes(await server.call('rival', 'GET', '/dev'))).toEqual(['RV0001'])
  expect((await server.call('manager', 'GET', '/dev')).data.rows).toMatchObject([
    { sn_code: 'TS0001', may_write: true },
  ])
  const groups = (await server.call('operator', 'GET', '/yun/dev/group')).data
  expect(groups.map(({ group_name }: { group_name: string }) => group_name)).toEqual(['水务', '动力车间'])
  const stand = (await admin('GET', '/dev/basic', { sn_code: 'ts0001' })).data
  expect(stand.points).toMatchObject([
    { key: 'temperature', name_en: 'Temperature', unit: '°C', access: 'r' },
    { key: 'setpoint', access: 'rw', write_min: 0, write_max: 100 },
    { key: 'running', data_type: 'boolean', access: 'rw' },
  ])
})

describe('a device', () => {
  let template_id: number
  let group_id: number
  beforeAll(async () => {
    group_id = await groupOf('水务')
    const made = await admin('POST', '/yun/module', {
      module_name: '水箱',
      points,
      alarm_rules: [{ key: 'level', alarm_name: '高液位', alarm_level: 3, condition: 'above', threshold: 4 }],
    })
    template_id = made.data.template_id
    for (const [i, sn_code] of ['WW0002', 'WW0010', 'ww0001'].entries()) {
      const device = { sn_code, dev_alias: `水箱 ${i}`, dev_model: 'T-1', password: 'secret1', template_id, group_id }
      expect((await admin('POST', '/dev', device)).data).toEqual({ sn_code })
    }
  })

  test('a device is found by its groups, template, words, model, state and points', async () => {
    const list = async (input: object) => snCodes(await admin('GET', '/dev', input))
    expect(await list({})).toEqual(['TS0001', 'WW0002', 'WW0010', 'ww0001'])
    expect(await list({ group_id })).toEqual(['WW0002', 'WW0010', 'ww0001'])
    expect(await list({ search: 'WW00' })).toEqual(['WW0002', 'WW0010', 'ww0001'])
    expect(await list({ search: '水箱 1' })).toEqual(['WW0010'])
    expect(await list({ dev_model: 'TEST' })).toEqual(['TS0001'])
    expect(await list({ dev_state: [1, 3] })).toEqual([])
    expect(await list({ template_id })).toEqual(['WW0002', 'WW0010', 'ww0001'])
    expect(await list({ template_id: 0 })).toEqual([])
    expect(await list({ keys: ['level'] })).toEqual(['WW0002', 'WW0010', 'ww0001'])
    expect(await list({ keys: ['level', 'temperature'] })).toHaveLength(4)
    expect(await list({ keys: ['nothing'] })).toEqual([])
    expect(await list({ dev_state: [2] })).toHaveLength(4)
    expect(await list({ sort: '-dev_alias' })).toEqual(['ww0001', 'WW0010', 'WW0002', 'TS0001'])
    expect(await list({ page_size: 10, page: 2 })).toEqual([])
    expect((await admin('GET', '/dev', { sort: 'password_hash' })).data.fields[0].field).toBe('sort')
  })

  test('a device is listed in the groups above its own', async () => {
    const { data } = await admin('POST', '/yun/dev/group', { group_name: '一期', parent_id: group_id })
    await admin('PUT', '/dev/basic', { sn_code: 'WW0010', group_id: data.group_id })
    expect(snCodes(await admin('GET', '/dev', { group_id }))).toContain('WW0010')
    const signIn = { user_name: 'operator', password: 'demo1234' }
    const { token } = (await server.call(null, 'POST', '/yun/v2/user/login', signIn)).data
    const seen = await server.call(null, 'GET', '/dev', {}, { 'x-token': token })
    expect(snCodes(seen)).toEqual(['WW0002', 'WW0010', 'ww0001'])
  })

  test('a device is read-only for a user without the right to write in its group', async () => {
    const { group_id } = server.fleet.get('WW0002') ?? {}
    const { role_id } = await makeRole(server, {
      permissions: ['P00000', 'P30000', 'P30400', 'P100000'],
      device_rights: [{ group_id, may_write: false }],
    })
    const { user_name } = await makeUser(server, { role_ids: [role_id] })
    const { data } = await server.call(user_name, 'GET', '/dev/basic', { sn_code: 'WW0002' })
    expect(data).toMatchObject({ may_write: false, sn_code: 'WW0002' })
    const write = { sn_code: 'WW0002', key: 'mode', value: 0 }
    expect((await server.call(user_name, 'POST', '/dev/controls', write)).meta.code).toBe('110539')
    expect((await server.call(user_name, 'GET', '/dev/basic', { sn_code: 'TS0001' })).meta.code).toBe('110509')
  })

  test('a device has the points of its template, and values once it reports', async () => {
    const device = server.fleet.get('WW0002')
    const point = device?.points.get('level')
    if (!device || !point) throw new Error('the device has no points')
    expect((await admin('GET', '/rDev', { sn_code: 'WW0002' })).data.values).toMatchObject([
      { key: 'level', value: null, quality: 'stale', data_time: null },
      { key: 'mode', value: null },
    ])
    const now = Date.now()
    server.fleet.apply(device, [{ data_time: now, values: [{ point, value: 2.5, quality: 'good' }] }], now)
    expect((await admin('GET', '/rDev', { sn_code: 'WW0002' })).data).toMatchObject({
      dev_state: 1,
      report_time: now,
      values: [{ key: 'level', name: '液位', unit: 'm', value: 2.5, quality: 'good', data_time: now }, {}],
    })
    expect((await admin('GET', '/dev/counts')).data).toEqual({
      online: 1,
      offline: 3,
      faulty: 0,
      unregistered: 0,
    })
  })

  test('a device is changed only in the fields that are sent', async () => {
    const edited = await admin('PUT', '/dev/basic', { sn_code: 'WW0002', site_name: '东厂', dev_alias: '东水箱' })
    expect(edited.data).toMatchObject({ site_name: '东厂', dev_alias: '东水箱', dev_model: 'T-1' })
    expect(server.fleet.get('WW0002')?.dev_alias).toBe('东水箱')
    expect((await admin('PUT', '/dev/basic', { sn_code: 'WW0002', group_id: 99_999 })).meta.code).toBe('112002')
  })

  test('an edit writes over nothing that somebody else has changed since, and says at which field', async () => {
    const edit = (input: object) => admin('PUT', '/dev/basic', { sn_code: 'WW0010', ...input })
    await edit({ site_name: '西厂', contact_name: '张三' })
    const stale = { site_name: '南厂', contact_phone: '123', was: { site_name: '东厂', contact_phone: '' } }
    expect(await edit(stale)).toMatchObject({
      meta: { code: '100027' },
      data: { fields: [{ field: 'site_name', message: '他人已修改此项' }] },
    })
    expect((await admin('GET', '/dev/basic', { sn_code: 'WW0010' })).data).toMatchObject({
      site_name: '西厂',
      contact_name: '张三',
      contact_phone: '',
    })
    const fresh = { ...stale, was: { ...stale.was, site_name: '西厂' } }
    expect((await edit(fresh)).data).toMatchObject({ site_name: '南厂', contact_phone: '123' })
    // What both wanted is no conflict.
    expect((await edit(stale)).data).toMatchObject({ site_name: '南厂' })
  })

  test('an edit is in the audit with every field before and after', async () => {
    await admin('PUT', '/dev/basic', { sn_code: 'WW0010', dev_alias: '新名', report_interval_s: 30 })
    const [line] = await auditOf(server, { action: 'device-edit' })
    expect(line).toMatchObject({
      detail: { dev_alias: { before: '水箱 1', after: '新名' }, report_interval_s: { before: 10, after: 30 } },
    })
    await admin('PUT', '/dev/basic', { sn_code: 'WW0010', dev_alias: '水箱 1', report_interval_s: 10 })
  })

  test('a device is offered for editing to who holds the right and may write in its group', async () => {
    const { group_id } = server.fleet.get('WW0002') ?? {}
    const offered = async (permissions: string[], may_write: boolean) => {
      const device_rights = [{ group_id, may_write }]
      const { role_id } = await makeRole(server, { permissions: ['P00000', 'P30000', ...permissions], device_rights })
      const { user_name } = await makeUser(server, { role_ids: [role_id] })
      const { may_edit } = (await server.call(user_name, 'GET', '/dev/basic', { sn_code: 'WW0002' })).data
      const { meta } = await server.call(user_name, 'PUT', '/dev/basic', { sn_code: 'WW0002', site_name: '东厂' })
      expect(may_edit).toBe(meta.code === '100001')
      return may_edit
    }
    expect(await offered(['P30200'], true)).toBe(true)
    expect(await offered(['P30200'], false)).toBe(false)
    expect(await offered(['P30400'], true)).toBe(false)
  })

  test('a device exists once, whatever the case of its SN and its owner', async () => {
    for (const sn_code of ['ww0002', 'WW0002', 'RV0001'])
      expect((await admin('POST', '/dev', { sn_code, dev_alias: 'x', password: 'secret1' })).meta.code).toBe('110534')
  })

  test('a device has a card number that is unique in the organisation', async () => {
    const card_no = '898600123456789012'
    const edit = (sn_code: string, user = 'admin') => server.call(user, 'PUT', '/dev/basic', { sn_code, card_no })
    expect((await edit('WW0002')).data.card_no).toBe(card_no)
    expect((await admin('PUT', '/dev/basic', { sn_code: 'WW0002', card_no: null })).data.card_no).toBe(null)
    expect((await edit('WW0002')).data.card_no).toBe(card_no)
    expect((await edit('WW0002')).meta.code).toBe('100001')
    expect((await edit('WW0010')).meta.code).toBe('110551')
    const device = { sn_code: 'CARD1', dev_alias: 'x', password: 'secret1', card_no }
    expect((await admin('POST', '/dev', device)).meta.code).toBe('110551')
    expect((await edit('RV0001', 'rival')).meta.code).toBe('100001')
  })

  test('a device cannot be created with the template or group of another tenant', async () => {
    const device = { sn_code: 'X1', dev_alias: 'x', password: 'secret1' }
    const reply = await server.call('rival', 'POST', '/dev', { ...device, template_id })
    expect(reply).toMatchObject({
      meta: { code: '100006' },
      data: { fields: [{ field: 'template_id', message: '模板不存在' }] },
    })
    expect((await server.call('rival', 'POST', '/dev', { ...device, group_id })).meta.code).toBe('112002')
  })

  test('a device gets its reported points when somebody adds them', async () => {
    const { data } = await admin('POST', '/dev/points', {
      sn_code: 'WW0002',
      points: [{ key: 'flow', name: '流量', data_type: 'number', unit: 'm³/h' }],
    })
    expect(data.points.map(({ key }: { key: string }) => key)).toEqual(['level', 'mode', 'flow'])
  })
})

test('a point for which no value could be written is refused at its range', async () => {
  const point = { key: 'narrow', name: 'narrow', data_type: 'number', access: 'rw', write_min: 5, write_max: 4 }
  expect((await admin('POST', '/dev/points', { sn_code: 'TS0001', points: [point] })).data.fields).toEqual([
    { field: 'points.0.write_max', message: '必须大于 write_min' },
  ])
})

test('a point with history keeps its type, and a device has at most 1,000 points', async () => {
  const add = async (its: object[]) => (await admin('POST', '/dev/points', { sn_code: 'TS0001', points: its })).data
  const point = (key: string, data_type: string) => ({ key, name: key, data_type })
  expect((await add([point('more', 'number'), point('temperature', 'string')])).fields).toMatchObject([
    { field: 'points.1.data_type' },
  ])
  expect(server.fleet.get('TS0001')?.points.has('more')).toBe(false)
  const many = [...Array(1000).keys()].map((n) => point(`p${n}`, 'number'))
  expect((await add(many)).fields).toMatchObject([{ field: 'points' }])
  expect((await add([{ ...point('temperature', 'number'), unit: 'K' }])).points[0]).toMatchObject({ unit: 'K' })
  expect((await add([point('constructor', 'number')])).fields).toMatchObject([{ field: 'points.0.key' }])
  await add([{ ...point('temperature', 'number'), unit: '°C' }])
})

test('a client that uses the SN of a new device with another password is disconnected', async () => {
  const device = { sn_code: 'OWN1', dev_alias: 'own', password: 'secret1' }
  expect((await admin('POST', '/dev', device)).data).toEqual({ sn_code: 'OWN1' })
  expect(server.disconnected).toContain('OWN1')
})

test('a new password of a device is shown once, ends the old one with its connection, and stands in the audit', async () => {
  await admin('POST', '/dev', { sn_code: 'KEY1', dev_alias: 'key', password: 'secret1' })
  const before = server.fleet.get('KEY1')?.password_salt
  server.disconnected.length = 0
  const { data } = await admin('PUT', '/dev/password', { sn_code: 'key1' })
  expect(data).toEqual({ sn_code: 'KEY1', password: expect.stringMatching(/^[a-zA-Z2-9]{23}$/) })
  expect(server.disconnected).toEqual(['KEY1'])
  expect(server.fleet.get('KEY1')?.password_salt).not.toBe(before)
  const { password_hash } = await server.db.system((q) =>
    q.selectFrom('device').select('password_hash').where('sn_code', '=', 'KEY1').executeTakeFirstOrThrow(),
  )
  expect(await verifyPassword('secret1', password_hash, turnOfServer)).toBe(false)
  expect(await verifyPassword(data.password, password_hash, turnOfServer)).toBe(true)
  const [line] = await auditOf(server, { action: 'device-password' })
  expect(line).toMatchObject({ target: 'key', detail: {} })
})

test('a new password is for who may edit the device', async () => {
  const group_id = server.fleet.get('TS0001')?.group_id
  const tryIt = async (permissions: string[], may_write: boolean) => {
    const device_rights = [{ group_id, may_write }]
    const { role_id } = await makeRole(server, { permissions: ['P00000', 'P30000', ...permissions], device_rights })
    const { user_name } = await makeUser(server, { role_ids: [role_id] })
    return (await server.call(user_name, 'PUT', '/dev/password', { sn_code: 'TS0001' })).meta.code
  }
  expect(await tryIt(['P30400'], true)).toBe('100015')
  expect(await tryIt(['P30200'], false)).toBe('110539')
  expect((await server.call('rival', 'PUT', '/dev/password', { sn_code: 'TS0001' })).meta.code).toBe('110509')
})

describe('a device that waits for its owner', () => {
  const wait = async (sn_code: string, password: string, reported: object = { speed: 'number' }) => {
    const row = {
      sn_code,
      password_hash: await hashPassword(password, turnOfServer),
      first_seen_time: 1,
      last_seen_time: 1,
    }
    await server.db.system((q) =>
      q
        .insertInto('unregistered_device')
        .values({ ...row, reported: JSON.stringify(reported) })
        .execute(),
    )
  }
  const register = (sn_code: string, password: string) =>
    admin('POST', '/dev/register', { sn_code, password, dev_alias: 'taken' })

  test('an unregistered device is registered by its SN and password, and offers its reported points', async () => {
    await wait('NEW1', 'device-NEW1')
    expect((await admin('GET', '/dev/counts')).data.unregistered).toBe(1)
    // A user who may not register devices does not see how many wait.
    expect((await server.call('operator', 'GET', '/dev/counts')).data.unregistered).toBe(0)
    expect((await register('NEW1', 'wrong')).meta.code).toBe('110528')
    expect((await register('new1', 'device-NEW1')).data).toEqual({ sn_code: 'NEW1' })
    expect((await register('NEW1', 'device-NEW1')).meta.code).toBe('110534')
    expect((await admin('GET', '/dev/basic', { sn_code: 'NEW1' })).data).toMatchObject({
      points: [],
      offered: [{ key: 'speed', data_type: 'number' }],
    })
    expect((await admin('GET', '/dev/counts')).data.unregistered).toBe(0)
    expect((await admin('GET', '/rDev', { sn_code: 'NEW1' })).data).toMatchObject({
      values: [],
      offered: [{ key: 'speed', value: null, data_time: null }],
    })
  })

  test('an owner adds points, and binds a template, to a device that offers as many as it may', async () => {
    const reported = Object.fromEntries(Array.from({ length: 1980 }, (_, n) => [`made_up${n}`, 'number']))
    await wait('FULL1', 'device-FULL1', reported)
    const template = async (module_name: string, key: string) =>
      (await admin('POST', '/yun/module', { module_name, points: [{ key, name: key, data_type: 'number' }] })).data
        .template_id
    const [first, second] = [await template('满一', 'level'), await template('满二', 'speed')]
    const device = { sn_code: 'FULL1', password: 'device-FULL1', dev_alias: 'full', template_id: first }
    expect((await admin('POST', '/dev/register', device)).data).toEqual({ sn_code: 'FULL1' })
    const shown = async () => {
      const { data } = await admin('GET', '/dev/basic', { sn_code: 'FULL1' })
      return { points: data.points.map(({ key }: { key: string }) => key).sort(), offered: data.offered.length }
    }
    expect(await shown()).toEqual({ points: ['level'], offered: 999 })
    const points = [{ key: 'pressure', name: 'pressure', data_type: 'number' }]
    expect((await admin('POST', '/dev/points', { sn_code: 'FULL1', points })).meta.code).toBe('100001')
    expect(await shown()).toEqual({ points: ['level', 'pressure'], offered: 998 })
    const binding = { template_id: second, sn_codes: ['FULL1'] }
    expect((await admin('PUT', '/yun/module/binding', binding)).data).toMatchObject([{ id: 'FULL1', code: null }])
    expect(await shown()).toEqual({ points: ['level', 'pressure', 'speed'], offered: 997 })
  })

  test('a device is registered also where its organisation has no room for the points that it reported', async () => {
    await wait('FULL2', 'device-FULL2', { speed: 'number', flow: 'number' })
    const user_id = (await demoIds(server)).user('admin')
    const set = (limit: number | null) => admin('PUT', '/user/quota', { user_id, quotas: [{ quota: 'points', limit }] })
    const { data } = await admin('GET', '/user/quota', { user_id })
    const { used } = data.find(({ quota }: { quota: string }) => quota === 'points')
    expect((await set(used + 1)).meta.code).toBe('100001')
    expect((await register('FULL2', 'device-FULL2')).data).toEqual({ sn_code: 'FULL2' })
    expect((await admin('GET', '/dev/basic', { sn_code: 'FULL2' })).data).toMatchObject({ points: [], offered: [] })
    expect((await set(null)).meta.code).toBe('100001')
  })

  test('an SN that never connected is refused like a wrong password', async () => {
    expect((await register('NEVER', 'x')).meta).toEqual((await register('NEVER2', 'y')).meta)
    expect((await register('NEVER', 'x')).meta.code).toBe('110528')
  })

  test('an unregistered device cannot be claimed by creating it with another password', async () => {
    await wait('NEW2', 'device-NEW2')
    const create = (password: string) => admin('POST', '/dev', { sn_code: 'NEW2', dev_alias: 'x', password })
    expect((await create('guessed')).meta.code).toBe('110528')
    expect((await create('device-NEW2')).data).toEqual({ sn_code: 'NEW2' })
    expect(server.disconnected).not.toContain('NEW2')
  })

  test('password tries for an unregistered device are limited, in each organisation by itself', async () => {
    await wait('NEW3', 'device-NEW3')
    for (let i = 0; i < 10; i++) await register('NEW3', `guess${i}`)
    expect(await register('NEW3', 'device-NEW3')).toMatchObject({ status: 429, meta: { code: '100019' } })
    const guess = { sn_code: 'NEW3', password: 'guess', dev_alias: 'taken' }
    expect((await server.call('rival', 'POST', '/dev/register', guess)).meta.code).toBe('110528')
  })
})

test("a group's name is unique in its tenant, and its parent belongs to the caller", async () => {
  const create = (user: string, group: object) => server.call(user, 'POST', '/yun/dev/group', group)
  expect((await create('admin', { group_name: '水务' })).meta.code).toBe('112004')
  expect((await create('admin', { group_name: 'North' })).meta.code).toBe('100001')
  expect((await create('admin', { group_name: 'NORTH' })).meta.code).toBe('112004')
  expect((await create('rival', { group_name: '水务' })).meta.code).toBe('100001')
  expect((await create('rival', { group_name: 'sub', parent_id: await groupOf('水务') })).meta.code).toBe('112002')
  expect((await create('admin', { group_name: '_x' })).meta.code).toBe('100006')
})

test('a missing or invalid SN is refused by the code of its field where there is one', async () => {
  const codeOf = async (...call: ['GET' | 'POST', string, object]) => (await admin(...call)).meta.code
  expect(await codeOf('POST', '/yun/dev/group', { group_name: ' ' })).toBe('112000')
  expect(await codeOf('POST', '/yun/dev/group', {})).toBe('112000')
  expect(await codeOf('POST', '/yun/resourcesClassify', { resource_type: 'picture', category_name: '' })).toBe('114001')
  expect(await codeOf('POST', '/yun/resourcesInfo/batch', { resource_name: '' })).toBe('100006')
  const files = [{ name: 'x.png', content: '' }]
  expect(await codeOf('POST', '/yun/resourcesInfo/batch', { resource_type: 'picture', files })).toBe('114003')
  expect(await codeOf('GET', '/dev/basic', { sn_code: 'no/device' })).toBe('110543')
})

test('a template has a unique name and each key once', async () => {
  const create = (module_name: string, its: object[]) => admin('POST', '/yun/module', { module_name, points: its })
  expect((await create('测试台', points)).data.fields).toEqual([{ field: 'module_name', message: '模板名称已存在' }])
  expect((await create('双', [points[0] as object, points[0] as object])).data.fields[0].field).toBe('points.1.key')
  const { data } = await admin('GET', '/yun/module', { search: '测试' })
  expect(data).toMatchObject({ total: 1, rows: [{ module_name: '测试台', point_count: 3, device_count: 1 }] })
})

test("a device's log is paged, newest first, by kind and time", async () => {
  const device = server.fleet.get('TS0001')
  if (!device) throw new Error('no test stand')
  const { tenant_id, device_id } = device
  const line = (log_time: number, kind: string) => ({ tenant_id, device_id, log_time, kind, detail: '{"reason":"x"}' })
  await server.db.system((q) =>
    q
      .insertInto('device_log')
      .values([line(1, 'connected'), line(2, 'refused'), line(3, 'refused')])
      .execute(),
  )
  const log = async (input: object) =>
    (await admin('GET', '/dev/log', { sn_code: 'TS0001', ...input })).data.rows.map(
      ({ log_time }: { log_time: number }) => log_time,
    )
  expect(await log({})).toEqual([3, 2, 1])
  expect(await log({ sort: 'log_time' })).toEqual([1, 2, 3])
  expect(await log({ kind: ['refused'] })).toEqual([3, 2])
  expect(await log({ start: 2, end: 3 })).toEqual([2])
})

test('row security limits a tenant to its own rows, even in a query without a condition', async () => {
  const rival = await server.db.system((q) =>
    q.selectFrom('app_user').select('tenant_id').where('user_name', '=', 'rival').executeTakeFirstOrThrow(),
  )
  const seen = await server.db.tenant(rival.tenant_id, (q) => q.selectFrom('device').select('sn_code').execute())
  expect(seen).toEqual([{ sn_code: 'RV0001' }])
  const stolen = server.db.tenant(rival.tenant_id, (q) =>
    q.insertInto('device_group').values({ tenant_id: 1, group_name: 'mine' }).execute(),
  )
  await expect(stolen).rejects.toMatchObject({ code: '42501' })
})

test('a user who reads devices only for alarms or screens gets no contact and no card number', async () => {
  const group_id = await groupOf('水务')
  const contact = { contact_name: '王工', contact_phone: '13800000000', contact_email: 'wang@plant.example' }
  const details = { ...contact, deployment_address: '泵房', card_no: '898600000000000000' }
  const sn_code = 'CT0001'
  await admin('POST', '/dev', { sn_code, password: 'secret1', dev_alias: '有联系人', group_id, ...details })
  for (const [code, ...sections] of [['P73000', 'P70000'], ['P24000'], ['P41600', 'P41000', 'P40000'], ['P30000']]) {
    const permissions = ['P00000', ...sections, code]
    const { role_id } = await makeRole(server, { permissions, device_rights: [{ group_id, may_write: false }] })
    const { user_name } = await makeUser(server, { role_ids: [role_id] })
    const { meta, data } = await server.call(user_name, 'GET', '/dev/basic', { sn_code })
    expect(meta.code, code).toBe('100001')
    expect(data).toMatchObject(
      code === 'P30000' ? details : { contact_name: '', contact_phone: '', contact_email: '', card_no: null },
    )
    expect((await server.call(user_name, 'GET', '/dev/basic', { sn_code: 'TS0001' })).meta.code).toBe('110509')
  }
})

test("a device's own point of another type than its template's is named, and gives way to it with its history", async () => {
  const sn_code = 'OWN001'
  const device = { sn_code, dev_alias: '水箱 9', password: 'secret1', group_id: await groupOf('水务') }
  expect((await admin('POST', '/dev', device)).data).toEqual({ sn_code })
  const own = { key: 'mode', name: '运行模式', data_type: 'number' }
  await admin('POST', '/dev/points', { sn_code, points: [own] })
  const times = [Date.now() - 60_000]
  await admin('POST', '/yun/dev/his/data/batch', { sn_code, series: [{ key: 'mode', times, values: [1] }] })
  const { template_id } = (await admin('POST', '/yun/module', { module_name: '水箱二', points })).data
  await admin('PUT', '/yun/module/binding', { template_id, sn_codes: [sn_code] })
  const detail = async () => (await admin('GET', '/dev/basic', { sn_code })).data
  const mode = ({ points }: { points: { key: string }[] }) => points.find(({ key }) => key === 'mode')
  const bound = await detail()
  expect(bound.conflicts).toEqual(['mode'])
  expect(mode(bound)).toMatchObject({ data_type: 'number', access: 'r' })

  const level = await admin('PUT', '/dev/points/template', { sn_code, key: 'level' })
  expect(level.data.fields[0].field).toBe('key')
  expect((await server.call('operator', 'PUT', '/dev/points/template', { sn_code, key: 'mode' })).meta.code).toBe(
    '100015',
  )

  const { data } = await admin('PUT', '/dev/points/template', { sn_code, key: 'mode' })
  expect(data.conflicts).toEqual([])
  expect(mode(data)).toMatchObject({ data_type: 'enum', access: 'rw', name: '模式' })
  const past = await admin('GET', '/yun/dev/his/data', { sn_code, keys: ['mode'], start: 0, end: Date.now() })
  expect(past.data.rows).toEqual([])
})
