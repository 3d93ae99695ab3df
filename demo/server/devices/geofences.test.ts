import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Geofence } from '../../../core/contract/geofence.ts'
import { auditOf, makeRole, makeUser } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { makeTemplate } from '../../../tests/server/shown-screens.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { AT_ONCE } from '../limits/turns.ts'
import { geofenceAnswers } from './geofences.ts'

const FENCES = '/dev/fences'
const CIRCLE = { fence_name: 'Depot', corners: [{ lat: 31.2, lng: 121.4 }], radius_m: 500 }
const YARD = {
  fence_name: 'Yard',
  corners: [
    { lat: 31, lng: 121 },
    { lat: 31, lng: 121.1 },
    { lat: 31.1, lng: 121 },
  ],
}

let server: TestServer
let held: number
let hidden: number
let driver: string
beforeAll(async () => {
  server = await openTestServer()
  ;[held, hidden] = (await Promise.all(
    ['held', 'hidden'].map(async (group_name) => {
      const { data } = await server.call('admin', 'POST', '/yun/dev/group', { group_name })
      return data.group_id as number
    }),
  )) as [number, number]
  const permissions = ['P00000', 'P30000', 'P30200', 'P34000']
  const { role_id } = await makeRole(server, { permissions, device_rights: [{ group_id: held, may_write: true }] })
  driver = (await makeUser(server, { role_ids: [role_id] })).user_name
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const list = async (by = 'admin'): Promise<Geofence[]> => (await server.call(by, 'GET', FENCES)).data
const named = async (name: string, by?: string) => (await list(by)).find(({ fence_name }) => fence_name === name)
const make = (fence: object, by = 'admin') => server.call(by, 'POST', FENCES, fence)
const edit = ({ may_edit: _, rule_count: __, rules: ___, ...fence }: Geofence, part: object, by = 'admin') =>
  server.call(by, 'PUT', FENCES, { ...fence, ...part })
const remove = (fence_id: number, by = 'admin') => server.call(by, 'DELETE', FENCES, { fence_id })
const fieldOf = (reply: { data: { fields?: { field: string; message: string }[] } }) => reply.data?.fields?.[0]

test('a circle and a polygon are drawn, changed and deleted, each in the audit with before and after', async () => {
  expect((await make(CIRCLE)).meta.code).toBe('100001')
  expect((await make(YARD)).meta.code).toBe('100001')
  expect((await list()).map(({ fence_name }) => fence_name)).toEqual(['Depot', 'Yard'])
  const depot = (await named('Depot')) as Geofence
  expect(depot).toMatchObject({ ...CIRCLE, group_id: null, may_edit: true, rule_count: 0, rules: [], version: 1 })
  expect((await edit(depot, { radius_m: 800 })).meta.code).toBe('100001')
  expect(fieldOf(await edit(depot, { radius_m: 900 }))?.field).toBe('version')
  expect((await named('Depot'))?.radius_m).toBe(800)
  expect((await remove(depot.fence_id)).meta.code).toBe('100001')
  expect(await named('Depot')).toBeUndefined()
  const lines = await auditOf(server)
  expect(lines.filter(({ action }: { action: string }) => action.startsWith('fence-')).slice(0, 2)).toMatchObject([
    { action: 'fence-delete', target: 'Depot' },
    { action: 'fence-edit', target: 'Depot', detail: { radius_m: { before: 500, after: 800 } } },
  ])
  await remove(((await named('Yard')) as Geofence).fence_id)
})

test.each<[string, object]>([
  ['corners', { corners: [], radius_m: 100 }],
  ['corners', { corners: YARD.corners.slice(0, 2), radius_m: null }],
  ['corners', { corners: YARD.corners, radius_m: 100 }],
  ['corners.0.lat', { corners: [{ lat: 86, lng: 0 }] }],
  ['corners.0.lng', { corners: [{ lat: 0, lng: 181 }] }],
  ['corners', { corners: Array.from({ length: LIMITS.geofenceCorners + 1 }, (_, i) => ({ lat: 0, lng: i })) }],
  ['radius_m', { radius_m: 9 }],
  ['radius_m', { radius_m: LIMITS.geofenceRadiusM + 1 }],
  ['fence_name', { fence_name: '' }],
  ['fence_name', { fence_name: 'x'.repeat(33) }],
])('a fence is refused at %s where it is %j', async (field, part) => {
  const refused = await make({ ...CIRCLE, ...part })
  expect([refused.meta.success, fieldOf(refused)?.field]).toEqual([0, field])
})

test('two fences have no name in common, whatever the case', async () => {
  await make(CIRCLE)
  expect(fieldOf(await make({ ...YARD, fence_name: 'DEPOT' }))?.field).toBe('fence_name')
  await remove(((await named('Depot')) as Geofence).fence_id)
})

test('a fence of a group is for those who hold the group, and one of nobody is read by all and changed by who writes all', async () => {
  await make({ ...CIRCLE, fence_name: 'All' })
  await make({ ...CIRCLE, fence_name: 'Hidden', group_id: hidden })
  expect((await make({ ...CIRCLE, fence_name: 'Held', group_id: held }, driver)).meta.code).toBe('100001')
  expect((await list(driver)).map(({ fence_name, may_edit }) => [fence_name, may_edit])).toEqual([
    ['All', false],
    ['Held', true],
  ])
  expect((await make({ ...CIRCLE, fence_name: 'x' }, driver)).meta.code).toBe('110539')
  expect((await make({ ...CIRCLE, fence_name: 'x', group_id: hidden }, driver)).meta.code).toBe('112002')
  const [all, theirs, own] = await Promise.all(
    ['All', 'Hidden', 'Held'].map((name) => named(name) as Promise<Geofence>),
  )
  if (!all || !theirs || !own) throw new Error('not made')
  expect((await edit(all, { fence_name: 'y' }, driver)).meta.code).toBe('110539')
  expect((await edit(theirs, { fence_name: 'y' }, driver)).meta.code).toBe('100002')
  expect((await make({ ...CIRCLE, fence_name: 'x', group_id: 999_999 })).meta.code).toBe('112002')
  expect((await edit(all, { group_id: 999_999 })).meta.code).toBe('112002')
  expect((await edit(own, { group_id: hidden }, driver)).meta.code).toBe('112002')
  expect((await remove(theirs.fence_id, driver)).meta.code).toBe('100002')
  expect((await remove(own.fence_id, driver)).meta.code).toBe('100001')
  expect((await list('rival')).length).toBe(0)
  expect((await remove(all.fence_id, 'rival')).meta.code).toBe('100002')
  const kept = await server.call('admin', 'DELETE', '/yun/dev/group', { group_id: hidden })
  expect([kept.meta.code, fieldOf(kept)?.message]).toEqual(['112005', expect.stringContaining('Hidden')])
})

test('a fence that alarm rules name is not deleted, and says which do', async () => {
  await make({ ...CIRCLE, fence_name: 'Named' })
  const { fence_id } = (await named('Named')) as Geofence
  const rule = { key: 'lat', alarm_name: 'Away', alarm_level: 3, condition: 'leaves_fence', fence_id, dead_band: 20 }
  const points = ['lat', 'lng'].map((key) => ({ key, name: key, data_type: 'number' }))
  const template_id = await makeTemplate(server, { points, alarm_rules: [rule] as never })
  expect(await named('Named')).toMatchObject({ rule_count: 1, rules: [{ alarm_name: 'Away' }] })
  expect(await named('Named', driver)).toMatchObject({ rule_count: 1, rules: [] })
  const refused = await remove(fence_id)
  expect(fieldOf(refused)).toMatchObject({ field: 'fence_id', message: expect.stringContaining('1') })
  const { data } = await server.call('admin', 'GET', '/yun/alarmRules', { template_id })
  expect(data.fences).toContainEqual({ fence_id, fence_name: 'Named' })
  const save = (part: object) =>
    server.call('admin', 'PUT', '/yun/alarmRules', { template_id, rules: [{ ...rule, ...part }] })
  expect(fieldOf(await save({ fence_id: 999 }))?.field).toBe('rules.0.fence_id')
  expect(fieldOf(await save({ fence_id: null }))?.field).toBe('rules.0.fence_id')
  expect(fieldOf(await save({ key: 'lng' }))?.field).toBe('rules.0.condition')
  const url = `/yun/alarmRules/export?template_id=${template_id}&format=csv&lang=en`
  const { payload } = await server.app.inject({ url, headers: { 'x-token': await server.tokenOf('admin') } })
  expect(payload).toContain('Named')
  const file = { name: 'rules.csv', content: Buffer.from(payload).toString('base64') }
  const read = await server.call('admin', 'POST', '/yun/alarmRules/batch', { template_id, file })
  expect(read.data).toMatchObject({ rules: [{ condition: 'leaves_fence', fence_id }], wrong: [] })
  await server.call('admin', 'PUT', '/yun/alarmRules', { template_id, rules: [] })
  expect((await remove(fence_id)).meta.code).toBe('100001')
})

test('each device is looked at once for the list of fences and for a change of one, in pieces, however many rules name them', async () => {
  for (const fence_name of ['A', 'B', 'C']) await make({ ...CIRCLE, fence_name })
  const fence_ids = (await list()).map(({ fence_id }) => fence_id)
  const points = ['lat', 'lng'].map((key) => ({ key, name: key, data_type: 'number' }))
  const of = (n: number) => ({ key: 'lat', alarm_name: `Away ${n}`, alarm_level: 3, condition: 'leaves_fence' })
  const alarm_rules = Array.from({ length: 50 }, (_, n) => ({ ...of(n), fence_id: fence_ids[n % 2], dead_band: 20 }))
  const template_id = await makeTemplate(server, { points, alarm_rules: alarm_rules as never })
  await server.call('admin', 'POST', '/dev', { sn_code: 'GEO2', password: 'secret1', dev_alias: 'Van', group_id: held })
  await server.call('admin', 'POST', '/dev/points', { sn_code: 'GEO2', points })
  const rules = [{ ...of(99), fence_id: fence_ids[2] }]
  expect((await server.call('admin', 'PUT', '/yun/alarmRules', { sn_code: 'GEO2', rules })).meta.code).toBe('100001')
  const van = server.fleet.get('GEO2') as LiveDevice
  const many = new Set(Array.from({ length: 4 * AT_ONCE }, (_, i) => ({ ...van, device_id: -i, template_id })))

  let [looks, atOnce, mostAtOnce] = [0, 0, 0]
  const devices = () =>
    Object.assign(new Set<LiveDevice>(many).add(van), {
      *[Symbol.iterator]() {
        for (const device of Set.prototype.values.call(this)) {
          looks += 1
          atOnce += 1
          mostAtOnce = Math.max(mostAtOnce, atOnce)
          yield device as LiveDevice
        }
      },
    })
  let ticker = setImmediate(function tick() {
    atOnce = 0
    ticker = setImmediate(tick)
  })
  const fleet = { ...server.fleet, devices, emit: () => {} }
  const answers = geofenceAnswers({ db: server.db, fleet })
  const callerOf = async (name: string) => (await server.sessions.callerOf(await server.tokenOf(name))) as Caller
  let spent = 0
  const spend = (calls: number) => (spent += calls)
  const all = await answers.list({}, { ...(await callerOf('admin')), spend })
  expect(all.find(({ fence_id }) => fence_id === fence_ids[0])).toMatchObject({ rule_count: 25 })
  expect(all.map(({ rules }) => rules.length).slice(0, 3)).toEqual([20, 20, 1])
  expect(all[2]?.rules[0]).toEqual({ owner: 'Van', alarm_name: 'Away 99', alarm_name_en: null })
  expect(looks).toBe(4 * AT_ONCE + 1)
  expect(spent).toBe(1)

  looks = 0
  await answers.list({}, await callerOf(driver))
  expect(looks).toBeLessThanOrEqual(2 * (4 * AT_ONCE + 1))

  looks = 0
  const { may_edit: _, rule_count: __, rules: ___, ...fence } = all[0] as Geofence
  await answers.edit({ ...fence, fence_name: 'Renamed' }, { ...(await callerOf('admin')), spend })
  expect(looks).toBe(4 * AT_ONCE + 1)
  expect(spent).toBe(2)
  expect(mostAtOnce).toBeLessThanOrEqual(AT_ONCE + 1)
  clearImmediate(ticker)
  await server.call('admin', 'PUT', '/yun/alarmRules', { template_id, rules: [] })
  await server.call('admin', 'PUT', '/yun/alarmRules', { sn_code: 'GEO2', rules: [] })
  for (const fence_id of fence_ids.slice(0, 3)) expect((await remove(fence_id)).meta.code).toBe('100001')
})

test('a rule is not made about a fence of a group that its author does not see', async () => {
  const theirs = (await named('Hidden')) as Geofence
  const permissions = ['P00000', 'P30000', 'P30200', 'P40000', 'P41000', 'P73400']
  const { role_id } = await makeRole(server, { permissions, device_rights: [{ group_id: held, may_write: true }] })
  const author = (await makeUser(server, { role_ids: [role_id] })).user_name
  await server.call('admin', 'POST', '/dev', {
    sn_code: 'GEO1',
    password: 'secret1',
    dev_alias: 'Truck',
    group_id: held,
  })
  const points = ['lat', 'lng'].map((key) => ({ key, name: key, data_type: 'number' }))
  await server.call('admin', 'POST', '/dev/points', { sn_code: 'GEO1', points })
  const { fence_id } = theirs
  const rules = [{ key: 'lat', alarm_name: 'Away', alarm_level: 3, condition: 'leaves_fence', fence_id }]
  const refused = await server.call(author, 'PUT', '/yun/alarmRules', { sn_code: 'GEO1', rules })
  expect(fieldOf(refused)?.field).toMatch(/rules\.0\.(fence_id|condition)/)
})

test('an organisation has a limited number of fences', async () => {
  const { tenant_id } = await server.db.system((q) =>
    q.selectFrom('tenant').select('tenant_id').orderBy('tenant_id').executeTakeFirstOrThrow(),
  )
  const many = Array.from({ length: LIMITS.geofences }, (_, i) => ({
    tenant_id,
    fence_name: `many ${i}`,
    corners: '[]',
    changed_time: 1,
  }))
  await server.db.system((q) => q.insertInto('geofence').values(many).execute())
  expect((await make({ ...CIRCLE, fence_name: 'one more' })).meta.code).toBe('100019')
  await server.db.system((q) => q.deleteFrom('geofence').where('fence_name', 'like', 'many %').execute())
})
