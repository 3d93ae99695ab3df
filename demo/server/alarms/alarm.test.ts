import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { makeDevice } from '../../../tests/server/devices.ts'
import { makeAlarm } from '../../../tests/server/guests.ts'
import { openPlant, type Plant } from '../../../tests/server/safety/plant.ts'
import { documentOf, makeScreen, publish } from '../../../tests/server/screens.ts'
import { openTestServer, type Reply, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
let plant: Plant

beforeAll(async () => {
  server = await openTestServer()
  plant = await openPlant(server)
  for (const sn of ['WW0001', 'WW0002', 'BH0001', 'CR0001', 'HX0001']) {
    await makeDevice(server.db, sn, { points: [{ key: 'temperature', data_type: 'number' }] })
    await server.fleet.reload(sn)
  }
})

afterAll(async () => {
  await plant.close()
  await server.close()
})

const SN = 'TS0001'
const get = (path: string, query: object = {}, user = 'admin') => server.call(user, 'GET', `/rAlarmDev${path}`, query)
const put = (path: string, body: object, user = 'admin') => server.call(user, 'PUT', `/rAlarmDev${path}`, body)
const past = (query: object, user = 'admin') => server.call(user, 'GET', '/hAlarmDev', query)
const stateOf = async (alarm_id: string) => (await get('/one', { alarm_id })).data.alarm.state
const codesOf = ({ data }: Reply) => data.results.map(({ code }: { code: string }) => code)

/** The test stand is too hot; the alarm's number. */
async function heat(): Promise<string> {
  await plant.report(SN, { temperature: 20 })
  await plant.report(SN, { temperature: 95 })
  const { data } = await get('', { sn_code: SN })
  return data.rows[0].alarm_id
}
const cool = () => plant.report(SN, { temperature: 20 })

describe('what is not over', () => {
  test('open alarms are listed newest first, as many as requested', async () => {
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.unshift(await makeAlarm(server, 'WW0001'))
    const first = (await get('/feed', { sn_code: 'WW0001', limit: 2 })).data
    expect(first.rows.map(({ alarm_id }: { alarm_id: string }) => alarm_id)).toEqual(ids.slice(0, 2))
    expect(first).toMatchObject({ next: ids[1], total: 5 })
    const rest = (await get('/feed', { sn_code: 'WW0001', limit: 5, before: first.next })).data
    expect(rest.rows.map(({ alarm_id }: { alarm_id: string }) => alarm_id)).toEqual(ids.slice(2))
    expect(rest.next).toBeNull()
  })

  test('open alarms are counted by level, with the highest level', async () => {
    const alarm_id = await heat()
    const counts = (await get('/counts', { sn_code: SN })).data
    expect(counts).toMatchObject({
      levels: [{ alarm_level: 4, unconfirmed: 1, open: 1 }],
      held: 0,
      worst: { alarm_id },
    })
    await put('', { alarm_id })
    expect((await get('/counts', { sn_code: SN })).data.levels).toEqual([{ alarm_level: 4, unconfirmed: 0, open: 1 }])
    await cool()
    expect((await get('/counts', { sn_code: SN })).data).toEqual({ levels: [], held: 0, worst: null })
  })

  test('the highest level is of an active alarm, not of a newer one that recovered', async () => {
    const active = await makeAlarm(server, 'WW0002')
    const recovered = await makeAlarm(server, 'WW0002')
    await server.db.system((q) =>
      q.updateTable('alarm').set({ recover_time: Date.now() }).where('alarm_id', '=', Number(recovered)).execute(),
    )
    expect((await get('/counts', { sn_code: 'WW0002' })).data.worst).toMatchObject({ alarm_id: active })
  })

  test('an unconfirmed alarm is the worst of its level though it recovered, as in the list', async () => {
    const confirmed = await makeAlarm(server, 'HX0001')
    const recovered = await makeAlarm(server, 'HX0001')
    const set = (alarm_id: string, values: object) =>
      server.db.system((q) => q.updateTable('alarm').set(values).where('alarm_id', '=', Number(alarm_id)).execute())
    await set(confirmed, { confirm_time: Date.now() })
    await set(recovered, { recover_time: Date.now() })
    expect((await get('/counts', { sn_code: 'HX0001' })).data.worst).toMatchObject({ alarm_id: recovered })
  })

  test('open alarms by level have the unconfirmed of a level first, then the newest, as in the list', async () => {
    const sn_code = 'GW0001'
    await makeDevice(server.db, sn_code, { points: [{ key: 'temperature', data_type: 'number' }] })
    await server.fleet.reload(sn_code)
    const [older, confirmed, newer, low] = [
      await makeAlarm(server, sn_code),
      await makeAlarm(server, sn_code),
      await makeAlarm(server, sn_code),
      await makeAlarm(server, sn_code),
    ]
    const set = (alarm_id: string, values: object) =>
      server.db.system((q) => q.updateTable('alarm').set(values).where('alarm_id', '=', Number(alarm_id)).execute())
    await set(older, { alarm_level: 4, alarm_time: 1000 })
    await set(confirmed, { alarm_level: 4, alarm_time: 3000, confirm_time: 4000 })
    await set(newer, { alarm_level: 4, alarm_time: 2000 })
    await set(low, { alarm_level: 1, alarm_time: 5000 })
    const { rows } = (await get('', { sn_code, sort: '-alarm_level' })).data
    expect(rows.map(({ alarm_id }: { alarm_id: string }) => alarm_id)).toEqual([newer, older, confirmed, low])
  })

  test('open alarms are found by their state', async () => {
    const alarm_id = await heat()
    for (const [states, count] of [
      ['UNACK', 1],
      ['ACKED', 0],
      ['RTNUN', 0],
    ] as const)
      expect((await get('', { sn_code: SN, states })).data.total).toBe(count)
    await cool()
    expect((await get('', { sn_code: SN, states: 'RTNUN' })).data.rows).toMatchObject([{ alarm_id }])
    await put('', { alarm_id })
    expect((await get('', { sn_code: SN })).data.total).toBe(0)
  })

  test('open alarms of a group include those of all groups below it', async () => {
    const { db, fleet } = server
    const { tenant_id, group_id: top } = fleet.get('BH0001') ?? { tenant_id: 0, group_id: null }
    const below = await db.system((q) =>
      q
        .insertInto('device_group')
        .values({ tenant_id, group_name: 'boilers', parent_id: top })
        .returning('group_id')
        .executeTakeFirstOrThrow(),
    )
    await db.system((q) => q.updateTable('device').set(below).where('sn_code', '=', 'BH0001').execute())
    await fleet.reload('BH0001')
    const alarm_id = await makeAlarm(server, 'BH0001')
    const found = async (group_id: unknown) =>
      (await get('/feed', { group_id })).data.rows.map((row: { alarm_id: string }) => row.alarm_id)
    expect(await found(below.group_id)).toEqual([alarm_id])
    expect(await found(top)).toContain(alarm_id)
    expect(await found(999_999)).toEqual([])
  })

  test('open alarms are listed for devices that the caller sees', async () => {
    await makeAlarm(server, 'BH0001')
    const { data } = await get('/feed', {}, 'operator')
    for (const { sn_code } of data.rows) expect((await get('/feed', { sn_code }, 'operator')).meta.code).toBe('100001')
    expect(
      (await get('/feed', {}, 'rival')).data.rows.map(({ sn_code }: { sn_code: string }) => sn_code),
    ).not.toContain(SN)
    expect((await get('/feed', { sn_code: SN }, 'rival')).meta.code).toBe('110509')
  })
})

test('alarms that their rule suppresses are listed with the expression that does, to who sees their device', async () => {
  const alarm_id = await makeAlarm(server, 'CR0001')
  const { tenant_id } = server.fleet.get('CR0001') ?? {}
  await server.db.system(async (q) => {
    const { rule_id } = await q
      .selectFrom('alarm_rule')
      .select('rule_id')
      .where('tenant_id', '=', tenant_id ?? 0)
      .where('suppress_when', '=', '')
      .orderBy('rule_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await q.updateTable('alarm_rule').set({ suppress_when: 'not running' }).where('rule_id', '=', rule_id).execute()
    await q.updateTable('alarm').set({ held: 'DSUPR', rule_id }).where('alarm_id', '=', Number(alarm_id)).execute()
  })
  const suppressedOf = async (user: string, query = {}) => (await get('/holds', query, user)).data.suppressed
  const { alarm, rationale } = (await get('/one', { alarm_id })).data
  expect(rationale.suppress_when).toBe('not running')
  const listed = { sn_code: 'CR0001', rule_id: alarm.rule_id, suppress_when: 'not running' }
  expect(await suppressedOf('admin')).toEqual([listed])
  expect(await suppressedOf('admin', { sn_code: 'CR0001' })).toEqual([listed])
  expect(await suppressedOf('admin', { sn_code: SN })).toEqual([])
  expect(await suppressedOf('rival')).toEqual([])
  const isOfRule = Number(alarm.rule_id)
  await server.db.system((q) =>
    q.updateTable('alarm_rule').set({ suppress_when: '' }).where('rule_id', '=', isOfRule).execute(),
  )
})

describe('one alarm', () => {
  test('an alarm lists its events, who caused them, and the text of its rule', async () => {
    const alarm_id = await heat()
    await put('/note', { alarm_id, alarm_note: '看一下风扇' })
    await put('', { alarm_id, alarm_note: '风扇已开' })
    await put('/shelve', { alarm_ids: [alarm_id], minutes: 5, reason: '检修' })
    await put('/unshelve', { alarm_ids: [alarm_id] })
    const { alarm, events, rationale } = (await get('/one', { alarm_id })).data
    expect(alarm).toMatchObject({ state: 'UNACK', alarm_note: '风扇已开', confirm_userName: null })
    expect(
      events.map(({ alarm_type, user_name, note }: Record<string, unknown>) => [alarm_type, user_name, note]),
    ).toEqual([
      [1, null, null],
      [10, 'admin', '看一下风扇'],
      [3, 'admin', '风扇已开'],
      [4, 'admin', '检修'],
      [5, 'admin', null],
    ])
    expect(rationale).toMatchObject({ condition: 'above', threshold: 90, dead_band: 2 })
    await cool()
  })

  test('an alarm says whether its device has a screen to watch', async () => {
    const alarm_id = await heat()
    const hasScreen = async (user: string) => (await get('/one', { alarm_id }, user)).data.has_screen
    expect(await hasScreen('admin')).toBe(false)
    const screen_id = await makeScreen(server, documentOf([]))
    expect(await hasScreen('admin')).toBe(false)
    await publish(server)
    expect(await hasScreen('admin')).toBe(true)
    await server.call('admin', 'DELETE', '/yun/module/view', { screen_id })
    expect(await hasScreen('admin')).toBe(false)
    await cool()
  })

  test('a missing alarm and a foreign one are refused alike', async () => {
    const alarm_id = await makeAlarm(server, SN)
    for (const [user, id] of [
      ['rival', alarm_id],
      ['admin', '99999999'],
    ] as const) {
      expect((await get('/one', { alarm_id: id }, user)).meta.code).toBe('100002')
      expect((await put('/note', { alarm_id: id, alarm_note: 'x' }, user)).meta.code).toBe('100002')
      expect(codesOf(await put('/confirm', { alarm_ids: [id] }, user))).toEqual(['100002'])
      expect(codesOf(await put('/shelve', { alarm_ids: [id], minutes: 5, reason: 'x' }, user))).toEqual(['100002'])
    }
  })
})

describe('many at once', () => {
  test('each alarm of a bulk confirmation has its result: done, confirmed before, unknown', async () => {
    const [one, other] = [await makeAlarm(server, SN), await makeAlarm(server, 'WW0002')]
    await put('', { alarm_id: other })
    expect(codesOf(await put('/confirm', { alarm_ids: [one, other, '99999999'], alarm_note: '巡检' }))).toEqual([
      '100001',
      '110526',
      '100002',
    ])
    expect((await get('/one', { alarm_id: one })).data.alarm).toMatchObject({
      confirm_userName: 'admin',
      alarm_note: '巡检',
    })
  })

  test('each alarm of a bulk shelving has its result too', async () => {
    const alarm_id = await heat()
    const without = await makeAlarm(server, SN)
    // One that is named twice is shelved once.
    const input = { alarm_ids: [alarm_id, without, alarm_id], minutes: 1440, reason: '检修' }
    expect(codesOf(await put('/shelve', input))).toEqual(['100001', '100002'])
    expect(await stateOf(alarm_id)).toBe('SHLVD')
    expect((await put('/shelve', { ...input, minutes: 1441 })).meta.code).toBe('100006')
    expect(codesOf(await put('/unshelve', { alarm_ids: [alarm_id, without] }))).toEqual(['100001', '100002'])
    expect(await stateOf(alarm_id)).toBe('UNACK')
    await cool()
  })

  test('alarms taken out of service together have their results, until somebody returns them', async () => {
    const alarm_id = await heat()
    const input = { alarm_ids: [alarm_id], minutes: 60, is_out_of_service: true, is_one_shot: true, reason: '更换探头' }
    expect(codesOf(await put('/shelve', input))).toEqual(['100001'])
    await cool()
    expect(await stateOf(await heat())).toBe('OOSRV')
    expect(codesOf(await put('/unshelve', { alarm_ids: [alarm_id] }))).toEqual(['100001'])
    expect(await stateOf(alarm_id)).not.toBe('OOSRV')
    await cool()
  })
})

test('an inactive alarm can be shelved too, and is listed with who, why and until when', async () => {
  await cool()
  const known = (await get('/one', { alarm_id: await heat() })).data.alarm.rule_id
  await cool()
  const held = await put('/hold', {
    sn_code: SN,
    rule_id: known,
    reason: '更换探头',
    minutes: 2880,
    is_out_of_service: true,
  })
  const { start_time, end_time } = held.data
  expect(held.data).toMatchObject({ kind: 'OOSRV', user_name: 'admin', reason: '更换探头' })
  // From when it was asked for.
  expect(end_time - 2 * DAY_MS).toBeLessThanOrEqual(start_time)
  expect(end_time - 2 * DAY_MS).toBeGreaterThan(start_time - MINUTE_MS)
  expect((await get('/holds', { sn_code: SN })).data.rows).toMatchObject([
    { rule_id: known, sn_code: SN, kind: 'OOSRV', end_time },
  ])
  expect((await get('/holds', {}, 'rival')).data.rows).toEqual([])
  expect(await stateOf(await heat())).toBe('OOSRV')
  expect((await get('/counts', { sn_code: SN })).data.held).toBe(1)
  expect((await put('/release', { sn_code: SN, rule_id: known })).meta.code).toBe('100001')
  expect((await put('/release', { sn_code: SN, rule_id: known })).meta.code).toBe('100002')
  expect((await put('/hold', { sn_code: SN, rule_id: '99999999', reason: 'x', minutes: 5 })).meta.code).toBe('100002')
  expect((await put('/hold', { sn_code: SN, rule_id: known, reason: 'x', minutes: 5 }, 'rival')).meta.code).toBe(
    '110509',
  )
  const audit = await server.call('admin', 'GET', '/user/audit', { action: 'alarm-out-of-service' })
  expect(audit.data.rows[0]).toMatchObject({ user_name: 'admin', detail: { sn_code: SN, reason: '更换探头' } })
  await cool()
})

describe('the history', () => {
  const rows = (count: number, overrides: object = {}) =>
    server.db.system(async (q) => {
      const { tenant_id, device_id } = server.fleet.get('CR0001') ?? { tenant_id: 0, device_id: 0 }
      for (let i = 0; i < count; i += 1000) {
        await q
          .insertInto('alarm')
          .values(
            Array.from({ length: Math.min(1000, count - i) }, (_, n) => ({
              tenant_id,
              device_id,
              sn_code: 'CR0001',
              rule_id: 1e6 + i + n,
              key: 'x',
              alarm_level: 2,
              alarm_name: '=HYPERLINK("x")',
              alarm_time: 1000 + i + n,
              recover_time: 61_000 + i + n,
              ...overrides,
            })),
          )
          .execute()
      }
    })

  test('the alarm history is filtered by time, kind, length and words', async () => {
    await rows(3)
    const short = { alarm_time: 500, recover_time: 900, confirm_time: 1000, alarm_name: 'Kurz' }
    await rows(1, { rule_id: 5e6, ...short, note_code: 'confirmed-since' })
    const total = async (query: object) => (await past({ sn_code: 'CR0001', end: 2000, ...query })).data.total
    expect(await total({})).toBe(4)
    expect(await total({ start: 1001 })).toBe(2)
    expect(await total({ lasted_min: 1000 })).toBe(3)
    expect(await total({ lasted_max: 1000 })).toBe(1)
    expect(await total({ alarm_type: 3 })).toBe(1)
    expect(await total({ alarm_type: 2 })).toBe(3)
    expect(await total({ search: 'KURZ' })).toBe(1)
    expect(await total({ search: 'cr0001' })).toBe(4)
    expect(await total({ search: '100%' })).toBe(0)
    expect((await past({ sn_code: 'CR0001', start: 5, end: 5 })).meta.code).toBe('110542')
    expect((await past({ sort: '-alarm_note' })).meta.code).toBe('100006')
  })

  const file = async (query: object) => {
    const { app, tokenOf } = server
    const headers = { 'x-token': await tokenOf('admin') }
    return app.inject({ method: 'GET', url: '/hAlarmDev/export', query: texts(query), headers })
  }

  test('an alarm history file has no cell that runs, in either language', async () => {
    const csv = await file({ sn_code: 'CR0001', end: 2000, format: 'csv', lang: 'en' })
    const [heading, newest] = csv.body.split('\r\n')
    expect(heading?.replaceAll('"', '')).toBe(
      '\ufeffLevel (1 to 5),Alarm,Device,SN,Point,Raised (Asia/Shanghai),Recovered (Asia/Shanghai),Confirmed (Asia/Shanghai),Lasted (s),State,Details,Value,Repeats,Confirmed by,Note',
    )
    expect(newest).toContain('1970-01-01 08:00:0')
    expect(csv.body).toContain(`"'=HYPERLINK(""x"")"`)
    const xlsx = await file({ sn_code: 'CR0001', end: 2000 })
    expect(xlsx.headers['content-type']).toContain('spreadsheetml')
    expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  test('an alarm history file has the system notes in its language', async () => {
    const noteIn = async (lang: string) =>
      (await file({ sn_code: 'CR0001', start: 500, end: 501, format: 'csv', lang })).body
        .trim()
        .split(',')
        .at(-1)
        ?.replaceAll('"', '')
    expect(await noteIn('en')).toBe('A later occurrence was confirmed already')
    expect(await noteIn('zh')).toBe('其后的一次已确认')
  })

  test('an alarm history file of more than 5,000 rows is refused', async () => {
    await rows(5001, { alarm_level: 1 })
    expect((await file({ sn_code: 'CR0001', alarm_level: 1 })).json().meta.code).toBe('110541')
  })
})

const texts = (input: object) => Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]))
