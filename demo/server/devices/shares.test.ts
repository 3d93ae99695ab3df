import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { auditOf, refusalOf, roleInput } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { endSoon, type Member, openSharing, RECIPIENT, SHARER, type Sharing } from '../../../tests/server/sharing.ts'
import { makeScreen, makeTemplate } from '../../../tests/server/shown-screens.ts'

let server: TestServer
let people: Sharing
let owner: Member
let friend: Member
beforeAll(async () => {
  server = await openTestServer()
  people = await openSharing(server)
  ;[owner, friend] = [await people.sharer(), await people.recipient()]
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const share = (by: Member, sn_code: string, to: readonly Member[], more: object = {}) =>
  by.call('POST', '/dev/share', { sn_code, user_ids: to.map(({ user_id }) => user_id), ...more })
const recycle = (by: Member, sn_code: string, ...to: Member[]) =>
  by.call('DELETE', '/dev/share', { sn_code, user_ids: to.map(({ user_id }) => user_id) })
const codeOf = async (reply: Promise<{ meta: { code: string } }>) => (await reply).meta.code
const sees = async ({ call }: Member, sn_code: string) => (await codeOf(call('GET', '/rDev', { sn_code }))) === '100001'
const listed = async ({ call }: Member, of: 'given' | 'received', input: object = {}) =>
  (await call('GET', '/dev/share', { of, ...input })).data.rows
const kindsOf = async ({ call }: Member) =>
  (await call('GET', '/yun/message/system', {})).data.rows.map(({ kind }: { kind: string }) => kind)
async function given(more: object = {}) {
  const sn_code = await people.device(owner)
  expect(await codeOf(share(owner, sn_code, [friend], more))).toBe('100001')
  return sn_code
}
async function raise(sn_code: string) {
  const rules = [{ key: 'level', alarm_name: '高液位', alarm_level: 4, condition: 'above', threshold: 4 }]
  expect(await codeOf(server.call('admin', 'PUT', '/yun/alarmRules', { sn_code, rules }))).toBe('100001')
  await vi.waitFor(async () => {
    const device = server.fleet.get(sn_code)
    const point = device?.points.get('level')
    if (!device || !point) throw new Error(`no ${sn_code}`)
    const readings = [{ data_time: Date.now(), values: [{ point, value: 9, quality: 'good' as const }] }]
    server.fleet.apply(device, readings, Date.now())
    await server.alarms.evaluate(device, readings)
    expect((await owner.call('GET', '/rAlarmDev', { sn_code })).data.rows).toHaveLength(1)
  })
}

test('a device that is shared is there for the recipient in lists, readings, history, search and logs, and in nothing else', async () => {
  const sn_code = await people.device(owner)
  const reading: [path: string, input: object][] = [
    ['/rDev', {}],
    ['/dev/basic', {}],
    ['/dev/log', {}],
    ['/hDev', { key: 'level', start: Date.now() - DAY_MS, end: Date.now(), width: 100 }],
    ['/dev/controls/records', {}],
    ['/rAlarmDev', {}],
    ['/hAlarmDev', {}],
  ]
  const codes = async () =>
    new Set(await Promise.all(reading.map(([path, more]) => codeOf(friend.call('GET', path, { sn_code, ...more })))))
  const lists = async () => (await friend.call('GET', '/dev')).data.rows.map((row: { sn_code: string }) => row.sn_code)
  const found = async () => (await friend.call('GET', '/find', { search: sn_code })).data.devices.length
  expect([await codes(), await lists(), await found()]).toEqual([new Set(['110509']), [], 0])
  const until_time = Date.now() + DAY_MS
  expect(await codeOf(share(owner, sn_code, [friend], { until_time, remarks: '检修' }))).toBe('100001')
  expect([await codes(), await lists(), await found()]).toEqual([new Set(['100001']), [sn_code], 1])
  expect((await friend.call('GET', '/dev/basic', { sn_code })).data).toMatchObject({
    shared: { by_name: owner.name, until_time },
    registered_by: owner.name,
    may_write: false,
    may_edit: false,
    may_deregister: false,
    may_share: false,
  })
  expect((await owner.call('GET', '/dev/basic', { sn_code })).data).toMatchObject({ shared: null, may_share: true })
  const row = { sn_code, user_name: friend.user_name, by_user_name: owner.user_name, until_time, remarks: '检修' }
  expect(await listed(owner, 'given', { sn_code })).toEqual([expect.objectContaining(row)])
  expect(await listed(friend, 'received')).toEqual([expect.objectContaining({ ...row, may_write: false })])
  expect(await listed(friend, 'given')).toEqual([])
  expect(await kindsOf(friend)).toContain('device-shared')
  expect(await codeOf(recycle(owner, sn_code, friend))).toBe('100001')
  expect([await codes(), await lists(), await found()]).toEqual([new Set(['110509']), [], 0])
  expect(await kindsOf(friend)).toContain('device-recycled')
})

test('what is shared is not managed, nor passed on, by the recipient, whatever his role lets him do', async () => {
  const sn_code = await given({ may_write: true })
  const points = [{ key: 'own', name: 'own', data_type: 'number' }]
  const refused = {
    rename: friend.call('PUT', '/dev/basic', { sn_code, dev_alias: 'mine' }),
    password: friend.call('PUT', '/dev/password', { sn_code }),
    points: friend.call('POST', '/dev/points', { sn_code, points }),
    point: friend.call('PUT', '/dev/points', { sn_code, key: 'level', name: 'mine' }),
    rules: friend.call('PUT', '/yun/alarmRules', { sn_code, rules: [] }),
    deregister: friend.call('DELETE', '/dev', { sn_code }),
  }
  for (const [what, reply] of Object.entries(refused))
    expect([what, ['110539', '110535'].includes(await codeOf(reply))]).toEqual([what, true])
  expect(await codeOf(share(friend, sn_code, [await people.recipient()]))).toBe('100015')
  expect(await codeOf(recycle(friend, sn_code, friend))).toBe('100015')
  const virtual = {
    dev_alias: 'v',
    points: [{ key: 'v', name: 'v', data_type: 'number', formula: `{${sn_code}.level}` }],
  }
  const tried = await friend.call('POST', '/yun/dev/fictitious', { ...virtual, group_id: people.group_id })
  expect(tried.meta.success).toBe(0)
  expect(server.fleet.get(sn_code)?.dev_alias).not.toBe('mine')
})

test('nobody passes a screen on by what is only shared for looking, nor has others confirm alarms unasked', async () => {
  const { role_id, role_name } = people.roles.recipients
  const set = (permissions: string[]) =>
    server.call('admin', 'PUT', '/yun/user/role/edit', { ...roleInput(role_name, { permissions }), role_id })
  await set([...RECIPIENT, 'P24000', 'P82000'])
  const passer = await people.recipient()
  const sn_code = await people.device(owner)
  const template_id = await makeTemplate(server)
  const { screen_id } = await makeScreen(server, template_id)
  const byAdmin = async (method: string, path: string, input: object) =>
    expect(await codeOf(server.call('admin', method, path, input))).toBe('100001')
  await byAdmin('PUT', '/yun/module/binding', { template_id, sn_codes: [sn_code] })
  await byAdmin('POST', '/yun/module/publish', { template_id, is_published: true })
  expect(await codeOf(share(owner, sn_code, [passer]))).toBe('100001')
  for (const more of [{}, { sn_code }])
    expect(await codeOf(passer.call('POST', '/yun/components/share', { screen_id, name: 'mine', ...more }))).toBe(
      '100015',
    )

  const published_user_id = passer.user_id
  await server.db.system((q) =>
    q.updateTable('template').set({ published_user_id }).where('template_id', '=', template_id).execute(),
  )
  const asks = async () => (await server.call('admin', 'GET', '/yun/view', { sn_code })).data.asks
  expect(await asks()).toEqual({ write: true, acknowledge: true })
  expect(await codeOf(share(owner, sn_code, [passer], { may_write: true }))).toBe('100001')
  expect(await asks()).toEqual({ write: false, acknowledge: false })
  await set(RECIPIENT)
  friend = { ...friend, call: await people.signedIn(friend) }
})

test('a point is written only where the share and the recipient’s own role let it', async () => {
  const sn_code = await given()
  const write = ({ call }: Member) => codeOf(call('POST', '/dev/controls', { sn_code, key: 'set', value: 1 }))
  expect(await write(friend)).toBe('110539')
  expect(await codeOf(share(owner, sn_code, [friend], { may_write: true }))).toBe('100001')
  const said = await friend.call('POST', '/dev/controls', { sn_code, key: 'set', value: 1 })
  expect(said).toMatchObject({ meta: { code: '100001' } })
  const { role_id, role_name } = people.roles.recipients
  const set = (permissions: string[]) =>
    server.call('admin', 'PUT', '/yun/user/role/edit', { ...roleInput(role_name, { permissions }), role_id })
  await set(RECIPIENT.filter((code) => code !== 'P30400'))
  const again = { ...friend, call: await people.signedIn(friend) }
  expect([await write(again), await sees(again, sn_code)]).toEqual(['110539', true])
  await set(RECIPIENT)
  friend = { ...friend, call: await people.signedIn(friend) }
  // The first one may still be under way.
  expect(['100001', '100027']).toContain(await write(friend))
  expect(await codeOf(share(owner, sn_code, [friend]))).toBe('100001')
  expect(await write(friend)).toBe('110539')
})

test('who only looks at a shared device does nothing about its alarms; who may write it does, as far as his role goes', async () => {
  const sn_code = await given()
  await raise(sn_code)
  const [alarm] = (await friend.call('GET', '/rAlarmDev', { sn_code })).data.rows
  const { alarm_id, rule_id } = alarm
  const hold = { reason: 'x', minutes: 5 }
  expect(await codeOf(friend.call('PUT', '/rAlarmDev', { alarm_id }))).toBe('110539')
  expect((await friend.call('POST', '/rAlarmDev/shelve', { alarm_ids: [alarm_id], ...hold })).data).not.toEqual({
    results: [{ alarm_id, code: '100001' }],
  })
  if (rule_id)
    expect(await codeOf(friend.call('POST', '/rAlarmDev/hold', { sn_code, rule_id, ...hold }))).not.toBe('100001')
  expect(await codeOf(share(owner, sn_code, [friend], { may_write: true }))).toBe('100001')
  expect(await codeOf(friend.call('PUT', '/rAlarmDev', { alarm_id }))).toBe('100001')
})

test('a device is shared by who registered it and by administrators alone', async () => {
  const sn_code = await people.device(owner)
  const colleague = await people.sharer()
  expect(await sees(colleague, sn_code)).toBe(true)
  expect(await codeOf(share(colleague, sn_code, [friend]))).toBe('100015')
  expect((await colleague.call('GET', '/dev/share/devices', { search: sn_code })).data).toEqual([])
  expect((await owner.call('GET', '/dev/share/devices', { search: sn_code })).data).toMatchObject([
    { sn_code, may_write: true },
  ])
  const byAdmin = { sn_code, user_ids: [friend.user_id] }
  expect(await codeOf(server.call('admin', 'POST', '/dev/share', byAdmin))).toBe('100001')
  expect(await listed(owner, 'given', { sn_code })).toMatchObject([{ by_user_name: 'admin' }])
  expect(await codeOf(recycle(owner, sn_code, friend))).toBe('100001')
  expect(await codeOf(recycle(owner, sn_code, friend))).toBe('110537')
  expect(await codeOf(server.call('admin', 'DELETE', '/dev/share', byAdmin))).toBe('110537')
})

test('a device is not shared with oneself, with administrators, with who is not there, with too many, or until a time that is over', async () => {
  const sn_code = await people.device(owner)
  const own = { sn_code, user_ids: [owner.user_id] }
  expect(refusalOf(await owner.call('POST', '/dev/share', own))).toBe('100006 user_ids')
  const { user_id: rival } = await server.db.system((q) =>
    q.selectFrom('app_user').select('user_id').where('user_name', '=', 'rival').executeTakeFirstOrThrow(),
  )
  const { user_id: admin } = await server.db.system((q) =>
    q.selectFrom('app_user').select('user_id').where('user_name', '=', 'admin').executeTakeFirstOrThrow(),
  )
  for (const user_id of [rival, admin, 999_999])
    expect(refusalOf(await owner.call('POST', '/dev/share', { sn_code, user_ids: [user_id] }))).toBe('100014 user_ids')
  expect(refusalOf(await share(owner, sn_code, [friend], { until_time: Date.now() - 1 }))).toBe('100006 until_time')
  const many = await Promise.all(Array.from({ length: LIMITS.deviceSharees }, () => people.recipient()))
  expect(await codeOf(share(owner, sn_code, many))).toBe('100001')
  expect(refusalOf(await share(owner, sn_code, [friend]))).toBe('100006 user_ids')
  expect(await codeOf(recycle(owner, sn_code, ...many.slice(0, 1)))).toBe('100001')
  expect(await codeOf(share(owner, sn_code, [friend]))).toBe('100001')
})

test('nobody shares more than his quota of shares', async () => {
  const poor = await people.sharer()
  const [one, two] = [await people.device(poor), await people.device(poor)]
  const quotas = [{ quota: 'device_shares', limit: 1 }]
  expect(await codeOf(server.call('admin', 'PUT', '/user/quota', { user_id: poor.user_id, quotas }))).toBe('100001')
  expect(await codeOf(share(poor, one, [friend]))).toBe('100001')
  expect(await codeOf(share(poor, one, [friend], { may_write: true }))).toBe('100001')
  expect(await codeOf(share(poor, two, [friend]))).toBe('100019')
  expect(await codeOf(recycle(poor, one, friend))).toBe('100001')
  expect(await codeOf(share(poor, two, [friend]))).toBe('100001')
})

test('the recipient gives a share back, and who made it is notified', async () => {
  const sn_code = await given()
  expect(await codeOf(friend.call('DELETE', '/dev/share/received', { sn_code }))).toBe('100001')
  expect(await sees(friend, sn_code)).toBe(false)
  expect(await kindsOf(owner)).toContain('device-left')
  expect(await codeOf(owner.call('DELETE', '/dev/share/received', { sn_code }))).toBe('110537')
})

test('the audit has with whom a device was shared, before and after', async () => {
  const sn_code = await given({ remarks: 'r' })
  await recycle(owner, sn_code, friend)
  const lines = (await auditOf(server)).filter(({ detail }) => `${detail.sn_code}` === sn_code)
  const sharee = { user_name: friend.user_name, may_write: false, until_time: null, remarks: 'r' }
  expect(lines.map(({ action, detail }) => [action, detail.sharees])).toEqual([
    ['device-recycle', { before: [sharee], after: [] }],
    ['device-share', { before: [], after: [sharee] }],
  ])
})

test('a share is over at its time, and the recipient is notified', async () => {
  const sn_code = await given()
  expect(await sees(friend, sn_code)).toBe(true)
  await endSoon((until_time) => share(owner, sn_code, [friend], { until_time }))
  await vi.waitFor(async () => expect(await kindsOf(friend)).toContain('device-share-ended'), 20_000)
  expect(await sees(friend, sn_code)).toBe(false)
  expect(await listed(owner, 'given', { sn_code })).toEqual([])
})

test.each<[why: string, end: (sn_code: string, maker: Member) => Promise<unknown>]>([
  ['its device is deregistered', (sn_code, maker) => maker.call('DELETE', '/dev', { sn_code })],
  [
    'who made it is locked',
    (_sn, { user_id }) => server.call('admin', 'PUT', '/user/active', { user_ids: [user_id], isActive: 0 }),
  ],
  ['who made it is deleted', (_sn, { user_id }) => server.call('admin', 'DELETE', '/user', { user_ids: [user_id] })],
])('a share is over for good when %s', async (why, end) => {
  const maker = await people.sharer()
  const sn_code = await people.device(maker)
  expect(await codeOf(share(maker, sn_code, [friend]))).toBe('100001')
  expect(await sees(friend, sn_code)).toBe(true)
  expect(await end(sn_code, maker)).toMatchObject({ meta: { code: '100001' } })
  expect(await sees(friend, sn_code)).toBe(false)
  expect(await kindsOf(friend)).toContain('device-recycled')
  const left = server.db.system((q) =>
    q.selectFrom('device_share').selectAll().where('by_user_id', '=', maker.user_id).execute(),
  )
  expect(await left).toEqual([])
  if (!why.includes('deregistered')) return
  const { rows } = (await server.call('admin', 'GET', '/dev/deregistered', { search: sn_code })).data
  await server.call('admin', 'PUT', '/dev/deregistered', { device_id: rows[0].device_id })
  expect([await sees(maker, sn_code), await sees(friend, sn_code)]).toEqual([true, false])
})

test('a share holds nothing while who made it may not share the device, and lets write no more than he may', async () => {
  const maker = await people.sharer()
  const sn_code = await people.device(maker)
  expect(await codeOf(share(maker, sn_code, [friend], { may_write: true }))).toBe('100001')
  const direct = (permissions: string[], may_write: boolean | null) => {
    const device_rights = may_write === null ? [] : [{ group_id: people.group_id, may_write }]
    const { role_id, role_name } = people.roles.sharers
    const input = { ...roleInput(role_name, { permissions, device_rights }), role_id }
    return codeOf(server.call('admin', 'PUT', '/yun/user/role/edit', input))
  }
  const shared = async () =>
    (await listed(friend, 'received')).filter((row: { sn_code: string }) => row.sn_code === sn_code)
  for (const [permissions, may_write, expected] of [
    [SHARER.filter((code) => code !== 'P33000'), true, null],
    [SHARER, null, null],
    [SHARER, false, false],
    [SHARER.filter((code) => code !== 'P30400'), true, false],
    [SHARER, true, true],
  ] as const) {
    expect(await direct([...permissions], may_write)).toBe('100001')
    expect(await shared()).toMatchObject(expected === null ? [] : [{ may_write: expected }])
  }
  const { group_id } = (await server.call('admin', 'POST', '/yun/dev/group', { group_name: '别处' })).data
  const move = (to: number) => server.call('admin', 'PUT', '/dev/basic', { sn_code, group_id: to })
  expect((await move(group_id)).meta.code).toBe('100001')
  expect(await sees(friend, sn_code)).toBe(false)
  expect((await move(people.group_id)).meta.code).toBe('100001')
  expect(await sees(friend, sn_code)).toBe(true)
  owner = { ...owner, call: await people.signedIn(owner) }
})
