import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { guestActionsOf } from '../../../core/contract/guest-calls.ts'
import { makeAlarm, makeKey, PORTAL, signed } from '../../../tests/server/guests.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { allCalls } from '../http/openapi.ts'
import { guestsOf, organisationNow } from '../limits/turns.ts'
import { openGuests } from './guests.ts'

let server: TestServer
let key: Awaited<ReturnType<typeof makeKey>>
let grouped: number
let aheadMs = 0
const now = () => Date.now() + aheadMs
/** A device of the token, one of its tenant that it does not name, and what stands in SQL of them. */
const [OWN, OTHER] = ['GA0001', 'GB0001']
const ids: Record<string, { alarm: string; command: string }> = {}

beforeAll(async () => {
  server = await openTestServer({}, now)
  key = await makeKey(server, 'admin', { name: '门户甲' })
  grouped = (await server.call('admin', 'POST', '/yun/dev/group', { group_name: '嵌入组' })).data.group_id
  const { data } = await server.call('admin', 'GET', '/yun/module')
  const { template_id } = data.rows[0]
  for (const sn_code of [OWN, OTHER]) {
    const device = { sn_code, dev_alias: sn_code, password: 'secret1', template_id }
    await server.call('admin', 'POST', '/dev', device)
    const id = `command-${sn_code}`
    const { tenant_id, device_id } = server.fleet.get(sn_code) as never as { tenant_id: number; device_id: number }
    await server.db.system((q) =>
      q
        .insertInto('command')
        .values({
          tenant_id,
          device_id,
          sn_code,
          command_id: id,
          key: 'setpoint',
          value: '1',
          user_id: 1,
          user_name: 'admin',
          status: 'done',
          sent_time: 1,
        })
        .execute(),
    )
    ids[sn_code] = { alarm: await makeAlarm(server, sn_code), command: id }
  }
})
afterEach(() => {
  aheadMs = 0
})
afterAll(() => server.close())

type Headers = Record<string, string>
const as = (token: string, method: string, path: string, input: object = {}, headers: Headers = { origin: PORTAL }) =>
  server.call(null, method, path, input, { 'x-token': token, ...headers })
const own = (claims: Parameters<typeof signed>[1] = {}) =>
  signed(key.embed_key, { resources: { devices: [OWN] }, ...claims })
const codeOf = async (token: string, headers?: Headers) => {
  const { status, meta } = await as(token, 'GET', '/rDev', { sn_code: OWN }, headers)
  return [status, meta.code]
}
const GRANTED = [200, '100001']
const EXPIRED = [401, '100009']

const calls = allCalls().map(({ domain, name, endpoint }) => ({
  call: `${domain}.${name}`,
  ...endpoint,
  actions: guestActionsOf(domain, name),
}))
const open = calls.filter(({ actions }) => actions.length > 0)

/** What each open call asks of a device; null where it names none. */
const ASKED: Record<string, ((sn_code: string) => object) | null> = {
  'session.heart': null,
  'session.whoAmI': null,
  'session.privileges': null,
  'session.timezone': null,
  'device.list': null,
  'device.map': null,
  'device.counts': null,
  'device.groups': null,
  'device.detail': (sn_code) => ({ sn_code }),
  'device.log': (sn_code) => ({ sn_code }),
  'device.readings': (sn_code) => ({ sn_code }),
  'device.track': (sn_code) => ({ sn_code, start: 0, end: 1 }),
  'live.device': (sn_code) => ({ sn_code }),
  'live.trend': (sn_code) => ({ sn_code, key: 'temperature', end: 1, width: 60 }),
  'history.curve': (sn_code) => ({ sn_code, key: 'temperature', start: 0, end: 1 }),
  'history.rows': (sn_code) => ({ sn_code, keys: ['temperature'], start: 0, end: 1 }),
  'history.export': (sn_code) => ({ sn_code, keys: ['temperature'], start: 0, end: 1 }),
  'control.write': (sn_code) => ({ sn_code, key: 'setpoint', value: 1 }),
  'control.records': (sn_code) => ({ sn_code }),
  'control.steps': (sn_code) => ({ id: ids[sn_code]?.command ?? sn_code }),
  'devicePicture.read': (sn_code) => ({ sn_code }),
  'dashboard.show': null,
  'screen.show': (sn_code) => ({ sn_code }),
  'alarm.open': (sn_code) => ({ sn_code }),
  'alarm.history': (sn_code) => ({ sn_code }),
  'alarmMeasure.measure': (sn_code) => ({ sn_code, start: 0, end: 1 }),
  'alarmRecord.perTime': (sn_code) => ({ sn_code, start: 0, end: 1, step: 'hour' }),
  'alarmRecord.marks': (sn_code) => ({ sn_code }),
  'alarm.feed': (sn_code) => ({ sn_code }),
  'alarm.counts': (sn_code) => ({ sn_code }),
  'alarm.holds': (sn_code) => ({ sn_code }),
  'alarm.one': (sn_code) => ({ alarm_id: ids[sn_code]?.alarm ?? '999999' }),
  'alarm.confirm': (sn_code) => ({ alarm_id: ids[sn_code]?.alarm ?? '999999' }),
}
/** The caller's own, whatever the device: a guest has none. What names no device, and a replay, which leaves others out. */
const OF_NO_DEVICE = [
  'history.savedRanges',
  // Answers for each of several.
  'alarm.confirmMany',
  'resource.content',
  'weather.now',
  'weather.daily',
  'screen.replay',
  'screen.thumbnail',
  'screen.watched',
]
/** They name what is a device's, and not the device. */
const OF_NO_SN = ['alarm.one', 'alarm.confirm', 'control.steps']
const naming = open.filter(({ call }) => ASKED[call] && !OF_NO_DEVICE.includes(call))

describe('a token for one device', () => {
  test('every call that is open to guests is covered by these tests', () => {
    expect(
      open
        .map(({ call }) => call)
        .filter((call) => !OF_NO_DEVICE.includes(call))
        .sort(),
    ).toEqual(Object.keys(ASKED).sort())
  })

  test.each(naming)('$call answers for another device as for a missing one', async ({ call, method, path }) => {
    const ask = ASKED[call] as (sn_code: string) => object
    const other = await as(own(), method, path, ask(OTHER))
    const missing = await as(own(), method, path, ask('NONE'))
    const code = OF_NO_SN.includes(call) ? '100002' : '110509'
    expect(other.meta).toMatchObject({ success: 0, code })
    expect({ ...other, headers: {} }).toEqual({ ...missing, headers: {} })
    // The refusal is the device's alone: its own is answered otherwise.
    const mine = await server.app.inject({
      ...(method === 'GET' ? { query: texts(ask(OWN)) } : { payload: ask(OWN) }),
      method,
      url: path,
      headers: { 'x-token': own(), origin: PORTAL },
    })
    expect(mine.body).not.toContain(`"${code}"`)
  })

  test.each(naming)(
    "$call answers for another tenant's device as for a missing one",
    async ({ call, method, path }) => {
      if (OF_NO_SN.includes(call)) return
      const ask = ASKED[call] as (sn_code: string) => object
      // The key reaches all devices, but of its own tenant.
      const all = signed(key.embed_key, { resources: { all: true, devices: ['RV0001'] } })
      expect((await as(all, method, path, ask('RV0001'))).meta.code).toBe('110509')
    },
  )

  test('lists and counts of a guest contain its own device only', async () => {
    const list = await as(own(), 'GET', '/dev')
    expect(list.data.rows.map(({ sn_code }: { sn_code: string }) => sn_code)).toEqual([OWN])
    expect(list.data.total).toBe(1)
    const map = await as(own(), 'GET', '/dev/map')
    expect(map.data).toMatchObject({ total: 1, rows: [{ sn_code: OWN, may_edit: false }] })
    const counts = await as(own(), 'GET', '/dev/counts')
    expect(counts.data).toMatchObject({ online: 0, offline: 1, faulty: 0, unregistered: 0 })
    for (const path of ['/rAlarmDev', '/hAlarmDev']) {
      const alarms = await as(own(), 'GET', path)
      expect(alarms.data).toMatchObject({ total: 1, rows: [{ sn_code: OWN }] })
    }
    expect((await as(own(), 'GET', '/yun/dev/group')).data).toEqual([])
  })

  test('a guest can write the SN of its device in any case', async () => {
    expect(await codeOf(own({ resources: { devices: [OWN.toLowerCase()] } }))).toEqual(GRANTED)
  })
})

describe('what guests may do', () => {
  test.each(calls.filter(({ actions, needs }) => actions.length === 0 && needs !== 'public'))(
    'the call $call is closed to guests, before its input is read',
    async ({ method, path }) => {
      expect(await as(signed(key.embed_key, {}), method, path, { no: 'input' })).toMatchObject({
        status: 200,
        meta: { success: 0, code: '100015' },
      })
    },
  )

  test.each(open.filter(({ actions }) => actions.length < 3))(
    'the call $call needs its action',
    async ({ actions, method, path }) => {
      const others = ['read', 'write', 'confirm'].filter((action) => !actions.includes(action as never))
      expect((await as(own({ actions: others }), method, path, {})).meta.code).toBe('100015')
      for (const action of actions)
        expect((await as(own({ actions: [action] }), method, path, {})).meta.code).not.toBe('100015')
    },
  )

  test('a guest of a group reaches the devices in it and below it, also after a device moved', async () => {
    const below = await server.call('admin', 'POST', '/yun/dev/group', { group_name: '下级', parent_id: grouped })
    const token = signed(key.embed_key, { resources: { groups: [grouped] } })
    await as(token, 'GET', '/dev')
    expect(await codeOf(token)).toEqual([200, '110509'])
    await server.call('admin', 'PUT', '/dev/basic', { sn_code: OWN, group_id: below.data.group_id })
    aheadMs = 3000
    expect(await codeOf(token)).toEqual(GRANTED)
    const groups = await as(token, 'GET', '/yun/dev/group')
    expect(groups.data.map(({ group_id }: { group_id: number }) => group_id)).toEqual([grouped, below.data.group_id])
  })

  test('a guest token with more than its key has the rights of the key', async () => {
    const narrow = await makeKey(server, 'admin', {
      actions: ['read'],
      resources: { devices: [OWN], groups: [grouped] },
    })
    const greedy = signed(narrow.embed_key, { resources: { all: true } })
    expect((await as(greedy, 'GET', '/dev')).data.total).toBe(1)
    expect((await as(greedy, 'GET', '/rDev', { sn_code: OTHER })).meta.code).toBe('110509')
    expect((await as(greedy, 'POST', '/dev/controls', { sn_code: OWN, key: 'setpoint', value: 1 })).meta.code).toBe(
      '100015',
    )
    expect((await as(greedy, 'GET', '/dev/basic', { sn_code: OWN })).data.may_write).toBe(false)
    // Named by the key singly and by the token through nothing: what only one of them names is not there.
    const apart = signed(narrow.embed_key, { resources: { devices: [OTHER] } })
    expect((await as(apart, 'GET', '/dev')).data.total).toBe(0)
  })

  test('a guest token that names no device, or an unknown one, reaches nothing', async () => {
    for (const resources of [{}, { scenes: ['x'] }, { devices: [] }, { all: false }])
      expect((await as(signed(key.embed_key, { resources }), 'GET', '/dev')).data.total).toBe(0)
  })

  test('a guest has the screen rights of its token', async () => {
    const rights = await as(own({ actions: ['read'] }), 'POST', '/userPrivileges')
    expect(rights.data.grantedPermissions).toBe('P00000,P100000')
    const who = await as(own(), 'GET', '/yun/userInfo')
    expect(who.data).toMatchObject({ user_id: 0, name: '王工' })
  })
})

describe('records', () => {
  test("a write of a guest is recorded with the name of the end-user, the key, and the portal's id of that user", async () => {
    server.fleet.setConnected(OWN, true, Date.now())
    const { data, meta } = await as(own(), 'POST', '/dev/controls', { sn_code: OWN, key: 'setpoint', value: 7 })
    expect(meta.code).toBe('100001')
    expect((await as(own(), 'GET', '/dev/controls', { id: data.id })).data.user_name).toBe('王工 (门户甲: u1)')
    expect((await server.call('admin', 'GET', '/dev/controls/records', { sn_code: OWN })).data.rows[0]).toMatchObject({
      user_name: '王工 (门户甲: u1)',
      value: 7,
    })
  })

  test('a confirmation of a guest is recorded in the same way', async () => {
    const alarm_id = await makeAlarm(server, OWN)
    expect((await as(own(), 'PUT', '/rAlarmDev', { alarm_id })).data.confirm_userName).toBe('王工 (门户甲: u1)')
  })

  test('a bulk confirmation of a guest refuses only the alarms of other devices', async () => {
    const [mine, others] = [await makeAlarm(server, OWN), await makeAlarm(server, OTHER)]
    const { data } = await as(own(), 'PUT', '/rAlarmDev/confirm', { alarm_ids: [mine, others, '999999'] })
    expect(data.results.map(({ code }: { code: string }) => code)).toEqual(['100001', '100002', '100002'])
  })

  test.each(['a\nb', 'a\u202eb', ' ', 'x'.repeat(65), ''])(
    'a guest record is not signed by a name like %j',
    async (name) => {
      expect(await codeOf(own({ name }))).toEqual(EXPIRED)
    },
  )

  test.each(['a\nb', 'a\u202eb', 'a\u2028b', 'a\0b', 'a\ud800b', 'x'.repeat(129), ''])(
    'a guest record is not signed by an id like %j',
    async (sub) => {
      expect(await codeOf(own({ sub }))).toEqual(EXPIRED)
    },
  )
})

const texts = (input: object) => Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]))

test('all guests of an organisation share what is below its groups, until these change', async () => {
  const guests = await openGuests(server.db, now)
  const { group_id } = (await server.call('admin', 'POST', '/yun/dev/group', { group_name: '共用组' })).data
  const claims = { resources: { groups: [group_id] } }
  const groupsOf = async (name: string) => {
    const caller = await guests.callerOf(signed(key.embed_key, { ...claims, name }), PORTAL)
    const reach = caller && caller.may_see !== 'all' ? caller.may_see.at(-1) : undefined
    return reach?.groups
  }
  const first = await groupsOf('Ann')
  expect(first).toEqual(new Set([group_id]))
  aheadMs += 5000
  expect(await groupsOf('Bob')).toBe(first)
  const { data } = await server.call('admin', 'POST', '/yun/dev/group', { group_name: '共用下级', parent_id: group_id })
  aheadMs += 5000
  expect(await groupsOf('Ann')).toEqual(new Set([group_id, data.group_id]))
})

test('a group that changes on another node counts for guests after a second, whenever their key was read', async () => {
  const guests = await openGuests(server.db, now)
  const { group_id } = (await server.call('admin', 'POST', '/yun/dev/group', { group_name: '移动组' })).data
  const other = await makeKey(server, 'admin', { resources: { groups: [group_id] } })
  const groupsOf = async (embed_key: string) => {
    const caller = await guests.callerOf(signed(embed_key, {}), PORTAL)
    return caller && caller.may_see !== 'all' ? caller.may_see[0].groups : undefined
  }
  aheadMs += 5000
  await groupsOf(key.embed_key)
  const { data } = await server.call('admin', 'POST', '/yun/dev/group', { group_name: '移动下级', parent_id: group_id })
  aheadMs += 900
  await groupsOf(other.embed_key)
  aheadMs += 101
  expect(await groupsOf(other.embed_key)).toEqual(new Set([group_id, data.group_id]))
})

test('a guest of a group reaches what is moved out of it no more, from the answer of the move on', async () => {
  const make = async (group_name: string, parent_id?: number): Promise<number> =>
    (await server.call('admin', 'POST', '/yun/dev/group', { group_name, parent_id })).data.group_id
  const [top, elsewhere] = [await make('门户组'), await make('门户以外')]
  const below = await make('门户下级', top)
  const sn_code = 'PORTALMOVED'
  const device = { sn_code, password: 'secret1', dev_alias: sn_code, group_id: below }
  expect((await server.call('admin', 'POST', '/dev', device)).meta.code).toBe('100001')
  const { embed_key } = await makeKey(server, 'admin', { resources: { groups: [top] } })
  // What guests before asked for knows nothing of the new groups.
  aheadMs = 5000
  const look = () =>
    as(signed(embed_key, { resources: { groups: [top] } }), 'GET', '/rDev', { sn_code }).then(({ meta }) => meta.code)
  expect(await look()).toBe('100001')
  const moved = await server.call('admin', 'PUT', '/yun/dev/group', { group_id: below, parent_id: elsewhere })
  expect(moved.meta.code).toBe('100001')
  expect(await look()).toBe('110509')
})

test('guests take their turns at the store apart from the users of their organisation', async () => {
  const { tenant_id } = server.fleet.get(OWN) as never as { tenant_id: number }
  const { db } = server
  const { tenant } = db
  const holders = new Set<unknown>()
  db.tenant = (id, ...work) => {
    holders.add(organisationNow(id))
    return tenant.call(db, id, ...work) as never
  }
  try {
    await as(own(), 'GET', '/hAlarmDev', { sn_code: OWN })
    expect([...holders]).toEqual([guestsOf(tenant_id)])
    holders.clear()
    await server.call('admin', 'GET', '/hAlarmDev', { sn_code: OWN })
    expect([...holders]).toEqual([tenant_id])
  } finally {
    db.tenant = tenant
  }
})
