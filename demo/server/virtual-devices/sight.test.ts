import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { refusalOf } from '../../../tests/server/people.ts'
import { openPlant, type Plant } from '../../../tests/server/safety/plant.ts'
import { uniqueName } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { granted, makeDesigner, makeDevice, makeTemplate, POINTS } from '../../../tests/server/shown-screens.ts'
import { countingStatements } from '../../../tests/server/statements.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import { openSight } from './sight.ts'

const until = (check: () => unknown) => vi.waitFor(check)

let server: TestServer
let plant: Plant
let pumps = 0
beforeAll(async () => {
  server = await openTestServer()
  plant = await openPlant(server)
  pumps = await makeTemplate(server, { points: POINTS })
})
afterAll(async () => {
  await plant.close()
  expect(server.defects).toEqual([])
  await server.close()
})

const PATH = '/yun/dev/fictitious'
const ROLE = '/yun/user/role/edit'
const admin = (method: string, path: string, input: object) => granted(server.call('admin', method, path, input))
const newGroup = async (): Promise<number> =>
  (await admin('POST', '/yun/dev/group', { group_name: uniqueName('组') })).group_id
const point = (key: string, formula: string) => ({
  key,
  name: key,
  name_en: null,
  data_type: 'number',
  unit: null,
  decimals: null,
  enum_text: null,
  keep_history: true,
  formula,
})
const live = (sn_code: string) => server.fleet.get(sn_code) as LiveDevice
const newestOf = (sn_code: string, key = 'total') => {
  const { value, quality } = live(sn_code).points.get(key) ?? {}
  return { value, quality }
}

/** Somebody who sees a group of sources, and composes devices in another; the two sources, and what was composed. */
async function composed(formula = (a: string, b: string) => `${a}.flow + ${b}.flow`) {
  const [sources, own] = [await newGroup(), await newGroup()]
  const permissions = ['P00000', 'P30000', 'P32000']
  const rights = [
    { group_id: sources, may_write: false },
    { group_id: own, may_write: true },
  ]
  const user = await makeDesigner(server, { permissions, device_rights: rights })
  const [a, b] = [
    await makeDevice(server, { template_id: pumps, group_id: sources }),
    await makeDevice(server, { template_id: pumps }),
  ]
  await admin('PUT', '/dev/basic', { sn_code: b, dev_alias: uniqueName('泵'), group_id: own })
  const points = [point('total', formula(a, b))]
  const device = { dev_alias: uniqueName('泵站'), group_id: own, points }
  const { sn_code } = await granted(server.call(user.user_name, 'POST', PATH, device))
  const describing = { role_name: uniqueName('角色'), custom_home: null, dashboard_full_screen: false, remarks: '' }
  const sees = (group_ids: number[]) =>
    admin('PUT', ROLE, {
      role_id: user.role_id,
      ...describing,
      permissions,
      template_rights: [],
      item_rights: [],
      device_rights: rights.filter(({ group_id }) => group_ids.includes(group_id)),
    })
  const report = async (flow: number) => {
    await plant.report(a, { flow })
    await plant.report(b, { flow: 10 })
  }
  return { ...user, sources, own, a, b, sn_code, points, sees, report }
}

test.each<[string, (a: string, b: string) => string]>([
  ['that source alone', (a) => `${a}.flow`],
  ['that source and another', (a, b) => `${a}.flow + ${b}.flow`],
])('a virtual device reads no more of a source that its maker does not see any more: %s', async (_what, formula) => {
  const { sn_code, sees, own, sources, report } = await composed(formula)
  await report(1)
  await until(() => expect(newestOf(sn_code)).toMatchObject({ value: expect.any(Number), quality: 'good' }))
  await sees([own])
  await until(() => expect(newestOf(sn_code)).toEqual({ value: null, quality: 'bad' }))
  await report(2)
  expect(newestOf(sn_code)).toEqual({ value: null, quality: 'bad' })
  await sees([own, sources])
  await report(3)
  await until(() => expect(newestOf(sn_code)).toMatchObject({ value: expect.any(Number), quality: 'good' }))
})

test.each<[string, (a: string, b: string) => string]>([
  ['that source alone', (a) => `${a}.flow`],
  ['that source and another', (a, b) => `${a}.flow + ${b}.flow`],
])(
  'a virtual device has no value of a source that is deregistered, until it is restored: %s',
  async (_what, formula) => {
    const { sn_code, a, report } = await composed(formula)
    await report(1)
    await until(() => expect(newestOf(sn_code)).toMatchObject({ value: expect.any(Number), quality: 'good' }))
    const { device_id } = await admin('DELETE', '/dev', { sn_code: a })
    await until(() => expect(newestOf(sn_code)).toEqual({ value: null, quality: 'bad' }))
    await admin('PUT', '/dev/deregistered', { device_id })
    await report(3)
    await until(() => expect(newestOf(sn_code)).toMatchObject({ value: expect.any(Number), quality: 'good' }))
  },
)

test.each<[string, (user: { user_id: number }) => Promise<unknown>]>([
  ['is locked', ({ user_id }) => admin('PUT', '/user/active', { user_ids: [user_id], isActive: 0 })],
  ['is gone', ({ user_id }) => admin('DELETE', '/user', { user_ids: [user_id] })],
])('a virtual device whose maker %s reads nothing, until an administrator saves it', async (_why, end) => {
  const { sn_code, points, report, ...user } = await composed()
  await report(1)
  await until(() => expect(newestOf(sn_code)).toMatchObject({ value: 11, quality: 'good' }))
  await end(user)
  await until(() => expect(newestOf(sn_code)).toEqual({ value: null, quality: 'bad' }))
  await admin('PUT', PATH, { sn_code, points })
  await report(2)
  await until(() => expect(newestOf(sn_code)).toMatchObject({ value: 12, quality: 'good' }))
})

test('a source that moves to a group that the maker does not see is read no more', async () => {
  const { sn_code, a, report } = await composed()
  await report(1)
  await until(() => expect(newestOf(sn_code)).toMatchObject({ value: 11, quality: 'good' }))
  await admin('PUT', '/dev/basic', { sn_code: a, dev_alias: uniqueName('泵'), group_id: await newGroup() })
  await until(() => expect(newestOf(sn_code)).toEqual({ value: null, quality: 'bad' }))
})

test('a virtual device from before its maker was kept reads all of its organisation', async () => {
  const { sn_code, sees, report } = await composed()
  await server.db.system((q) =>
    q.updateTable('device').set({ saved_user_id: null }).where('sn_code', '=', sn_code).execute(),
  )
  await server.fleet.reload(sn_code)
  await sees([])
  await report(4)
  await until(() => expect(newestOf(sn_code)).toMatchObject({ value: 14, quality: 'good' }))
})

test('rights that changed on another node count from the next look', async () => {
  const { sn_code, a, b, user_id } = await composed()
  const sight = await openSight(server)
  const seen = () => [a, b].map((source) => sight.sees(live(sn_code), live(source)))
  expect(seen()).toEqual([true, true])
  await server.db.system((q) =>
    q.updateTable('app_user').set({ is_active: 0 }).where('user_id', '=', user_id).execute(),
  )
  await sight.renew()
  expect(seen()).toEqual([false, false])
})

test('rights that change over and over are looked up once for all that wait', async () => {
  await composed()
  const { db, count } = countingStatements(server.db)
  const sight = await openSight({ db, fleet: server.fleet })
  const heard: unknown[] = []
  sight.onRenewed((tenant_id) => heard.push(tenant_id))
  const start = count()
  await sight.renew(1)
  const once = count() - start
  const going = sight.renew(1)
  await until(() => expect(count() - start).toBeGreaterThan(once))
  await Promise.all([...Array(100)].map(() => sight.renew(1)))
  await going
  expect(count() - start).toBe(3 * once)
  expect(once).toBeGreaterThan(0)
  expect(heard).toEqual([1, 1, 1])
})

test('who does not see a source removes its formula, or leaves it as it is, and saves it under no other key', async () => {
  const { sn_code, a, b, own } = await composed()
  const permissions = ['P00000', 'P30000', 'P32000']
  const rights = { permissions, device_rights: [{ group_id: own, may_write: true }] }
  const { user_name } = await makeDesigner(server, rights)
  const edit = (points: object[]) => server.call(user_name, 'PUT', PATH, { sn_code, points })
  const hidden = `${a}.flow + ${b}.flow`
  expect(refusalOf(await edit([point('other', hidden)]))).toBe('100006 points.0.formula')
  expect(refusalOf(await edit([point('total', hidden), point('other', hidden)]))).toBe('100006 points.1.formula')
  expect((await edit([{ ...point('total', hidden), name: '改名' }])).meta.code).toBe('100001')
  expect((await edit([point('other', `${b}.flow`)])).meta.code).toBe('100001')
})

test('who adds a formula to a virtual device answers for all that it reads', async () => {
  const { sn_code, b, own, points, report } = await composed()
  const permissions = ['P00000', 'P30000', 'P32000']
  const other = await makeDesigner(server, { permissions, device_rights: [{ group_id: own, may_write: true }] })
  const edit = (fields: object) => granted(server.call(other.user_name, 'PUT', PATH, { sn_code, ...fields }))
  await edit({ points: points.map((one) => ({ ...one, name: '改名' })) })
  await report(1)
  await until(() => expect(newestOf(sn_code)).toMatchObject({ value: 11, quality: 'good' }))
  await edit({ points: [...points, point('more', `${b}.flow`)] })
  await report(2)
  await until(() => expect(newestOf(sn_code, 'more')).toMatchObject({ value: 10, quality: 'good' }))
  expect(newestOf(sn_code)).toEqual({ value: null, quality: 'bad' })
})
