import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../core/catalogue/durations.ts'
import { OFFERED_DAYS } from '../../../core/contract/device-claim.ts'
import { OPERATOR } from '../../../tests/server/alarms.ts'
import { png } from '../../../tests/server/files.ts'
import { asToken, auditOf, demoIds, makeRole, makeUser } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { openSharing, type Sharing } from '../../../tests/server/sharing.ts'
import { deleteOldOffers } from './offers.ts'
import { transferAnswers } from './transfer.ts'

let server: TestServer
let people: Sharing
let ids: Awaited<ReturnType<typeof demoIds>>
beforeAll(async () => {
  server = await openTestServer()
  people = await openSharing(server)
  ids = await demoIds(server)
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const password = 'secret-1'
let made = 0
/** A device of the administrator's with one point. */
async function create(user = 'admin', more: object = {}): Promise<string> {
  const sn_code = `HAND${++made}`
  const done = async (path: string, input: object) =>
    expect((await server.call(user, 'POST', path, { sn_code, ...input })).meta.code).toBe('100001')
  await done('/dev', { dev_alias: `泵 ${made}`, password, ...more })
  await done('/dev/points', { points: [{ key: 'level', name: '旧液位', data_type: 'number' }] })
  return sn_code
}
type Call = (method: string, path: string, input?: object) => ReturnType<TestServer['call']>
const as =
  (user: string): Call =>
  (method, path, input) =>
    server.call(user, method, path, input)
const admin = as('admin')
const rival = as('rival')
const codeOf = async (reply: ReturnType<Call>) => (await reply).meta.code
const offer = (sn_code: string, more: object = { user_name: 'rival' }, call = admin) =>
  call('POST', '/dev/transfer', { sn_code, ...more })
const offers = async (call: Call, of = 'received', search = '') =>
  (await call('GET', '/dev/transfer', { of, search })).data.rows
const offerOf = async (call: Call, sn_code: string) => (await offers(call, 'received', sn_code))[0]
const accept = (call: Call, offer_id: number, more: object = {}) => call('PUT', '/dev/transfer', { offer_id, ...more })
const end = (call: Call, offer_id: number) => call('DELETE', '/dev/transfer', { offer_id })
const report = async (sn_code: string, value: number) => {
  const device = server.fleet.get(sn_code)
  const point = device?.points.get('level')
  if (!device || !point) throw new Error(`no ${sn_code}`)
  server.fleet.apply(
    device,
    [{ data_time: Date.now(), values: [{ point, value, quality: 'good' as const }] }],
    Date.now(),
  )
}
const pointsCounted = async () => {
  const { rows } = await server.db.system((q) =>
    sql<{ tenant_id: number; points: number; counted: number }>`
      select c.tenant_id, c.points, (select count(*) from point p where p.tenant_id = c.tenant_id) as counted
        from point_count c`.execute(q),
  )
  return rows
}

test('a device that another organisation accepts is theirs, with its password, and is gone for the old one', async () => {
  const sn_code = await create('admin', { site_name: '东站', dev_model: 'M-1' })
  const before = server.fleet.get(sn_code)
  await report(sn_code, 3)
  expect(await codeOf(offer(sn_code, { user_name: 'RIVAL' }))).toBe('100001')
  const shown = await offerOf(rival, sn_code)
  expect(shown).toMatchObject({ sn_code, dev_alias: '', by_name: '', dev_model: 'M-1', is_outside: true })
  expect(shown.ends_time - shown.offered_time).toBe(OFFERED_DAYS * DAY_MS)
  const reply = await accept(rival, shown.offer_id, { dev_alias: '新泵' })
  expect(reply.data).toEqual({ sn_code })
  expect(server.disconnected).toContain(sn_code)
  expect(await codeOf(admin('GET', '/dev/basic', { sn_code }))).toBe('110509')
  const { data } = await rival('GET', '/dev/basic', { sn_code })
  expect(data).toMatchObject({ dev_alias: '新泵', dev_model: 'M-1', site_name: '', points: [], offered: [] })
  expect(JSON.stringify([data, reply, shown])).not.toMatch(/admin|旧液位|泵 \d|东站/)
  const hashes = await server.db.system((q) =>
    q.selectFrom('device').select('password_hash').where('sn_code', '=', sn_code).execute(),
  )
  expect(new Set(hashes.map(({ password_hash }) => password_hash)).size).toBe(1)
  // What was recorded stays with the old side, which may restore it where the SN is free again.
  const { rows } = (await admin('GET', '/dev/deregistered', { search: sn_code })).data
  expect(rows).toMatchObject([{ device_id: before?.device_id }])
  expect(await codeOf(admin('PUT', '/dev/deregistered', { device_id: before?.device_id }))).toBe('110534')
  expect(await offers(admin, 'made', sn_code)).toEqual([])
  for (const user of ['admin', 'rival']) {
    const line = (await auditOf(server, {}, user)).find(({ action }) => action === 'device-transfer')
    expect(line).toMatchObject({ detail: { sn_code } })
    if (user === 'rival') expect(JSON.stringify(line)).not.toMatch(/admin|泵 \d/)
  }
  for (const { points, counted } of await pointsCounted()) expect(points).toBe(counted)
})

test('what was recorded goes along by choice, is counted where it is, and leaves nothing to restore', async () => {
  const sn_code = await create()
  const point_id = server.fleet.get(sn_code)?.points.get('level')?.point_id as number
  const t0 = Date.now() - (Date.now() % HOUR_MS) - 2 * HOUR_MS
  await server.telemetry.load([{ point_id, data_time: t0, value: 7, quality: 0 }])
  const sizes = async () => {
    const { rows } = await server.db.system((q) =>
      sql<{ tenant_id: number; bytes: number }>`select tenant_id, sum(bytes)::bigint as bytes from history_size
        group by tenant_id order by tenant_id`.execute(q),
    )
    return new Map(rows.map((row) => [row.tenant_id, row.bytes]))
  }
  const before = await sizes()
  await offer(sn_code, { user_name: 'rival', with_history: true })
  const shown = await offerOf(rival, sn_code)
  expect(shown.with_history).toBe(true)
  expect(await codeOf(accept(rival, shown.offer_id))).toBe('100001')
  const { tenant_id } = server.fleet.get(sn_code) ?? {}
  const after = await sizes()
  const moved = (after.get(tenant_id ?? 0) ?? 0) - (before.get(tenant_id ?? 0) ?? 0)
  expect(moved).toBeGreaterThan(0)
  expect((before.get(1) ?? 0) - (after.get(1) ?? 0)).toBe(moved)
  const range = { sn_code, keys: ['level'], start: t0, end: t0 + 1000 }
  expect((await rival('GET', '/yun/dev/his/data', range)).data.rows).toHaveLength(1)
  expect((await admin('GET', '/dev/deregistered', { search: sn_code })).data.rows).toEqual([])
  for (const { points, counted } of await pointsCounted()) expect(points).toBe(counted)
})

test('a device of another organisation comes with a template of the own one, and no other', async () => {
  const sn_code = await create()
  await offer(sn_code, { user_name: 'rival', with_history: true })
  const { offer_id } = await offerOf(rival, sn_code)
  const points = ['level', 'flow'].map((key) => ({ key, name: `新${key}`, data_type: 'number' }))
  const foreign = (await admin('POST', '/yun/module', { module_name: '旧模板', points })).data
  expect(await codeOf(accept(rival, offer_id, { template_id: foreign.template_id }))).toBe('100006')
  const own = (await rival('POST', '/yun/module', { module_name: '新模板', points })).data
  expect(await codeOf(accept(rival, offer_id, { template_id: own.template_id }))).toBe('100001')
  const { data } = await rival('GET', '/dev/basic', { sn_code })
  expect(data).toMatchObject({ dev_alias: sn_code, module_name: '新模板' })
  expect(data.points.map(({ name }: { name: string }) => name)).toEqual(['新level', '新flow'])
})

test('open alarms of a device are over when it is transferred to another organisation', async () => {
  const sn_code = await create()
  const rules = [{ key: 'level', alarm_name: '高', alarm_level: 4, condition: 'above', threshold: 4 }]
  await admin('PUT', '/yun/alarmRules', { sn_code, rules })
  const device = server.fleet.get(sn_code)
  const point = device?.points.get('level')
  if (!device || !point) throw new Error('no device')
  const readings = [{ data_time: Date.now(), values: [{ point, value: 9, quality: 'good' as const }] }]
  server.fleet.apply(device, readings, Date.now())
  await server.alarms.evaluate(device, readings)
  const open = async () =>
    (await admin('GET', '/rAlarmDev')).data.rows.filter((row: { sn_code: string }) => row.sn_code === sn_code)
  await vi.waitFor(async () => expect(await open()).toHaveLength(1))
  await offer(sn_code)
  await accept(rival, (await offerOf(rival, sn_code)).offer_id)
  expect(await open()).toEqual([])
  expect((await rival('GET', '/rAlarmDev')).data.rows).toEqual([])
})

test('what is said of the alarms of a device is not told to the organisation that has it by then', async () => {
  const heard: unknown[] = []
  const theirs = () => server.fleet.devices(2)
  const stop = server.fleet.on('alarm', ({ tenant_id, alarm }) => void (tenant_id !== 1 && heard.push(alarm)))
  const rules = [{ key: 'level', alarm_name: '旧规则', alarm_level: 4, condition: 'above', threshold: 4 }]
  for (let round = 0; round < 3; round++) {
    const sn_code = await create()
    await admin('PUT', '/yun/alarmRules', { sn_code, rules })
    const device = server.fleet.get(sn_code)
    const point = device?.points.get('level')
    if (!device || !point) throw new Error('no device')
    const readings = Array.from({ length: 40 }, (_, i) => ({
      data_time: Date.now() + i,
      values: [{ point, value: i % 2 ? 1 : 9, quality: 'good' as const }],
    }))
    server.fleet.apply(device, readings, Date.now())
    await server.alarms.evaluate(device, readings)
    await offer(sn_code)
    await accept(rival, (await offerOf(rival, sn_code)).offer_id)
    expect([...theirs()].map((one) => one.sn_code)).toContain(sn_code)
    // Earlier occurrences are confirmed after the answer.
    await vi.waitFor(async () => {
      const { rows } = await server.db.system((q) =>
        sql<{
          left: number
        }>`select count(*) as left from alarm where sn_code = ${sn_code} and confirm_time is null`.execute(q),
      )
      expect(Number(rows[0]?.left)).toBe(0)
    })
  }
  stop()
  expect(heard).toEqual([])
})

test('whoever accepts within the organisation owns the device, in a group of his own, with all that it has', async () => {
  const owner = await people.sharer()
  const [next, friend] = [await people.sharer(), await people.recipient()]
  const sn_code = await people.device(owner)
  await owner.call('POST', '/dev/share', { sn_code, user_ids: [friend.user_id] })
  expect(await codeOf(offer(sn_code, { user_id: next.user_id }, owner.call as Call))).toBe('100001')
  const call = next.call as Call
  const shown = await offerOf(call, sn_code)
  expect(shown).toMatchObject({ by_name: owner.name, with_history: true, is_outside: false })
  expect(await codeOf(accept(call, shown.offer_id, { group_id: ids.devices('水务') }))).toBe('112002')
  const device = server.fleet.get(sn_code)
  expect(await codeOf(accept(call, shown.offer_id))).toBe('100001')
  expect(server.fleet.get(sn_code)).toBe(device)
  const { data } = await call('GET', '/dev/basic', { sn_code })
  expect(data).toMatchObject({ registered_by: next.name, may_deregister: true })
  expect((await owner.call('GET', '/dev/basic', { sn_code })).data.may_deregister).toBe(false)
  expect(await codeOf(friend.call('GET', '/dev/basic', { sn_code }) as ReturnType<Call>)).toBe('110509')
})

test('whoever lacks a permission item of a device’s points neither deregisters it nor gives it to another organisation', async () => {
  const owner = await people.sharer()
  const sn_code = await people.device(owner)
  const points = [{ key: 'set', name: '设定', data_type: 'number', access: 'rw' }]
  const { template_id } = (await admin('POST', '/yun/module', { module_name: '有权限项', points })).data
  const items = (await admin('PUT', '/yun/module/items', { template_id, items: [{ item_name: '设定' }] })).data
  const call = owner.call as Call
  const bind = async (guarded: boolean) => {
    const item_id = guarded ? items[0].item_id : null
    await admin('PUT', '/yun/module', { template_id, points: points.map((point) => ({ ...point, item_id })) })
    await admin('PUT', '/yun/module/binding', { template_id, sn_codes: [sn_code] })
  }
  const may = async () => (await call('GET', '/dev/basic', { sn_code })).data.may_deregister
  expect(await may()).toBe(true)
  expect(await codeOf(offer(sn_code, { user_name: 'rival' }, call))).toBe('100001')
  await bind(true)
  expect(await may()).toBe(false)
  const { offer_id } = await offerOf(rival, sn_code)
  expect(await codeOf(accept(rival, offer_id))).toBe('110539')
  expect(await codeOf(offer(sn_code, { user_name: 'rival' }, call))).toBe('110539')
  expect(await codeOf(call('DELETE', '/dev', { sn_code }))).toBe('110539')
  expect((await call('POST', '/dev/deregistered', { sn_codes: [sn_code] })).data).toEqual([
    { id: sn_code, code: '110539' },
  ])
  await bind(false)
  expect(await codeOf(accept(rival, offer_id))).toBe('100001')
})

test('whoever acts as a user neither gives away nor takes what is that user’s to give or take', async () => {
  const owner = await people.sharer()
  const [sn_code, mine] = [await people.device(owner), await create()]
  await offer(mine, { user_id: owner.user_id })
  const { offer_id } = await offerOf(owner.call as Call, mine)
  const { token } = (await admin('POST', '/yun/v2/user/login/simulate', { user_id: owner.user_id })).data
  const call = asToken(server, token) as Call
  expect((await call('GET', '/dev/basic', { sn_code })).data.may_deregister).toBe(false)
  expect(await codeOf(offer(sn_code, { user_name: 'rival' }, call))).toBe('110538')
  expect(await codeOf(call('DELETE', '/dev', { sn_code }))).toBe('110535')
  expect((await call('POST', '/dev/deregistered', { sn_codes: [sn_code] })).data).toEqual([
    { id: sn_code, code: '110535' },
  ])
  expect(await codeOf(call('POST', '/dev/share', { sn_code, user_ids: [ids.user('operator')] }))).toBe('100015')
  expect(await codeOf(accept(call, offer_id))).toBe('100015')
  const { group_id } = people
  expect(await codeOf(accept(owner.call as Call, offer_id, { group_id }))).toBe('100001')
})

test('only whoever registered a device and administrators offer it', async () => {
  const sn_code = await create()
  expect(await codeOf(offer(sn_code, { user_name: 'rival' }, as('manager')))).toBe('110538')
  expect(await codeOf(offer(sn_code, { user_name: 'admin' }, rival))).toBe('110509')
  expect(await codeOf(offer(sn_code, {}))).toBe('100006')
  const mine = await create('manager')
  const { user_id } = await server.db.system((q) =>
    q.selectFrom('app_user').select('user_id').where('user_name', '=', 'manager').executeTakeFirstOrThrow(),
  )
  expect(await codeOf(offer(mine, { user_id }, as('manager')))).toBe('100014')
  expect(await codeOf(offer(mine, { user_name: 'rival' }, as('manager')))).toBe('100001')
  expect(await codeOf(end(admin, (await offerOf(rival, mine)).offer_id))).toBe('100001')
})

test('an offer to nobody looks like one to somebody, and names are tried so often and no more', async () => {
  const { role_id } = await makeRole(server, { permissions: ['P00000', 'P30000'] })
  const powerless = await makeUser(server, { role_ids: [role_id] })
  const [one, other, third] = [await create('rival'), await create('rival'), await create('rival')]
  const replies = [
    await offer(one, { user_name: 'admin' }, rival),
    await offer(other, { user_name: 'no such user' }, rival),
    await offer(third, { user_name: powerless.user_name }, rival),
  ]
  expect(new Set(replies.map((reply) => JSON.stringify({ code: reply.meta.code, data: reply.data }))).size).toBe(1)
  const shown = (await offers(rival, 'made')).map(({ sn_code, is_outside }: Record<string, unknown>) => [
    sn_code,
    is_outside,
  ])
  for (const sn_code of [one, other, third]) expect(shown).toContainEqual([sn_code, true])
  let code = '100001'
  for (let i = 0; i < 30 && code === '100001'; i++) code = await codeOf(offer(other, { user_name: `n${i}` }, rival))
  expect(code).toBe('100019')
})

test('an offer is declined by whom it is to, withdrawn by who may offer, and nobody else’s to end or accept', async () => {
  const sn_code = await create()
  await offer(sn_code)
  const { offer_id } = await offerOf(rival, sn_code)
  for (const call of [as('manager'), admin]) expect(await codeOf(accept(call, offer_id))).toBe('110538')
  expect(await codeOf(end(as('manager'), offer_id))).toBe('110538')
  expect(await codeOf(end(rival, offer_id))).toBe('100001')
  expect(await codeOf(accept(rival, offer_id))).toBe('110538')
  await offer(sn_code)
  const again = await offerOf(rival, sn_code)
  expect(await codeOf(end(admin, again.offer_id))).toBe('100001')
  expect(await codeOf(accept(rival, again.offer_id))).toBe('110538')
  expect(await offerOf(rival, sn_code)).toBeUndefined()
})

test('an offer ends when the device is deregistered, after its days, and with the right of who made it', async () => {
  const sn_code = await create()
  await offer(sn_code)
  const { device_id } = (await admin('DELETE', '/dev', { sn_code })).data
  await admin('PUT', '/dev/deregistered', { device_id })
  expect(await offerOf(rival, sn_code)).toBeUndefined()
  await offer(sn_code)
  const { offer_id } = await offerOf(rival, sn_code)
  await server.db.system((q) =>
    q
      .updateTable('device_offer')
      .set({ offered_time: Date.now() - OFFERED_DAYS * DAY_MS })
      .execute(),
  )
  expect(await codeOf(accept(rival, offer_id))).toBe('110538')
  await server.db.system((q) => deleteOldOffers(q, Date.now()))
  const left = await server.db.system((q) => q.selectFrom('device_offer').select('offer_id').execute())
  expect(left).toEqual([])
  const owner = await people.sharer()
  const own = await people.device(owner)
  await offer(own, { user_name: 'rival' }, owner.call as Call)
  const { offer_id: theirs } = await offerOf(rival, own)
  await admin('PUT', '/user/active', { user_ids: [owner.user_id], isActive: 0 })
  expect(await codeOf(accept(rival, theirs))).toBe('110538')
})

test('one of two who accept at once has the device', async () => {
  const sn_code = await create()
  await offer(sn_code)
  const { offer_id } = await offerOf(rival, sn_code)
  const codes = await Promise.all([codeOf(accept(rival, offer_id)), codeOf(accept(rival, offer_id))])
  expect(codes.filter((code) => code === '100001')).toHaveLength(1)
  expect([...server.fleet.all()].filter((device) => device.sn_code === sn_code)).toHaveLength(1)
})

test('a device with a picture for which its new organisation has no room is not accepted, and stays where it was', async () => {
  const sn_code = await create()
  const file = { name: 'x.png', content: png(8, 6).toString('base64') }
  expect(await codeOf(admin('PUT', '/dev/picture/batch', { sn_code, file }))).toBe('100001')
  await offer(sn_code)
  const { offer_id } = await offerOf(rival, sn_code)
  const { db, fleet, alarms, sessions } = server
  const parts = { db, fleet, alarms, sessions, disconnect: () => {}, mostPictures: png(8, 6).length - 1 }
  const { tenant_id = 0 } = fleet.get('RV0001') ?? {}
  const user = { tenant_id, user_id: ids.user('rival'), user_name: 'rival', user_type: 1 }
  const accepted = transferAnswers(parts).accept({ offer_id, dev_alias: '新泵' }, { ...OPERATOR, ...user })
  await expect(accepted).rejects.toMatchObject({ code: '100019', parts: { field: 'offer_id' } })
  expect(fleet.get(sn_code)?.tenant_id).toBe(fleet.get('TS0001')?.tenant_id)
  expect(await codeOf(accept(rival, offer_id, { dev_alias: '新泵' }))).toBe('100001')
})
