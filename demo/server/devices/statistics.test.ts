import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../core/catalogue/durations.ts'
import { makeDevice } from '../../../tests/server/devices.ts'
import { asToken, makeRole, makeUser } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { NOBODY } from '../http/caller.ts'
import { type CallNow, whileAnswering } from '../limits/call-now.ts'
import { openAvailability } from './availability.ts'

let server: TestServer
let tenant_id: number
let groups: number[]
const now = Date.now()

/** Devices of groups of their own, with what they were, from how many hours ago on. */
const STATES: Record<string, [hoursAgo: number, dev_state: number][]> = {
  STAT1: [
    [200, 1],
    [100, 2],
    [75, 1],
    [50, 3],
    [25, 1],
  ],
  STAT2: [[200, 2]],
  STAT3: [
    [200, 2],
    [190, 1],
  ],
}

beforeAll(async () => {
  server = await openTestServer()
  tenant_id = server.fleet.get('TS0001')?.tenant_id ?? 0
  const made = await server.db.system((q) =>
    q
      .insertInto('device_group')
      .values(['one', 'other'].map((group_name) => ({ tenant_id, group_name, is_default: false })))
      .returning('group_id')
      .execute(),
  )
  groups = made.map(({ group_id }) => group_id)
  await server.db.system(async (q) => {
    await q
      .insertInto('server_run')
      .values({ start_time: now - 300 * HOUR_MS, seen_time: now })
      .execute()
    await q.deleteFrom('device_state').execute()
    // What the demo brings is no part of this.
    await q.updateTable('device').set({ dev_state: 1, state_time: 1 }).execute()
  })
  for (const [i, [sn_code, states]] of Object.entries(STATES).entries()) {
    await makeDevice(server.db, sn_code, { tenant_id })
    await server.db.system(async (q) => {
      const [last] = states.slice(-1) as [[number, number]]
      const { device_id } = await q
        .updateTable('device')
        .set({ group_id: groups[i === 1 ? 1 : 0] ?? 0, dev_state: last[1], state_time: now - last[0] * HOUR_MS })
        .where('sn_code', '=', sn_code)
        .returning('device_id')
        .executeTakeFirstOrThrow()
      const rows = states.map(([ago, dev_state]) => ({
        tenant_id,
        device_id,
        since_time: now - ago * HOUR_MS,
        dev_state,
      }))
      await q.insertInto('device_state').values(rows).execute()
    })
    await server.fleet.reload(sn_code)
  }
})
afterAll(() => server.close())

const read = async (user_name: string, ...types: string[]) =>
  (await server.call(user_name, 'GET', '/administrator/statistics', { types })).data

test('devices that were online least in a week come first, with how often they were not; those always online are left out', async () => {
  const { availability } = await read('admin', 'availability')
  expect(availability.end - availability.start).toBe(7 * DAY_MS)
  expect(
    availability.rows.map(({ sn_code, outages }: { sn_code: string; outages: number }) => [sn_code, outages]),
  ).toEqual([
    ['STAT2', 1],
    ['STAT1', 1],
  ])
  const [none, some] = availability.rows
  expect(none.online).toBe(0)
  expect(Math.round(none.known / HOUR_MS)).toBe(7 * 24)
  expect(Math.round(some.online / HOUR_MS)).toBe(7 * 24 - 50)
})

test('nobody reads how available a device was that he does not see', async () => {
  const seenWith = async (device_rights: object[]) => {
    const { role_id } = await makeRole(server, { permissions: ['P00000', 'P10000'], device_rights })
    const { user_name } = await makeUser(server, { role_ids: [role_id] })
    return (await read(user_name, 'availability')).availability.rows.map(({ sn_code }: { sn_code: string }) => sn_code)
  }
  expect(await seenWith([{ group_id: groups[0], may_write: false }])).toEqual(['STAT1'])
  expect(await seenWith([])).toEqual([])
  const theirs = await read('rival', 'availability')
  expect(theirs.availability.rows.filter(({ sn_code }: { sn_code: string }) => sn_code.startsWith('STAT'))).toEqual([])
})

test('availability is worked out for all who wait for it, also where the session of who asked first ends meanwhile', async () => {
  const { db, fleet } = server
  const availability = openAvailability({ db, fleet })
  const caller = { ...NOBODY, tenant_id, may_see: 'all' as const }
  const callOf = (): CallNow => ({ ended: null, hasWritten: false, isChange: false, isAnswered: false })
  const [signsOut, stays] = [callOf(), callOf()]
  const first = whileAnswering(signsOut, () => availability(caller, 5))
  signsOut.ended = new Error('signed out')
  const second = whileAnswering(stays, () => availability(caller, 5))
  expect((await second).rows.map(({ sn_code }) => sn_code)).toEqual(['STAT2', 'STAT1'])
  expect((await first).rows).toHaveLength(2)
})

test("alarms of seven days are counted by the organisation's days and by level, today last", async () => {
  const device = server.fleet.get('STAT1')
  const alarm = (alarm_level: number, alarm_time: number, rule_id: number) => ({
    tenant_id,
    device_id: device?.device_id ?? 0,
    sn_code: 'STAT1',
    key: 'level',
    alarm_name: 'high',
    alarm_level,
    alarm_time,
    rule_id,
    recover_time: alarm_time,
    confirm_time: alarm_time,
  })
  await server.db.system(async (q) => {
    await q.deleteFrom('alarm').execute()
    await q
      .insertInto('alarm')
      .values([alarm(5, Date.now(), 1), alarm(2, Date.now() - 9 * DAY_MS, 2)])
      .execute()
  })
  const { alarms, availability, quotas } = await read('admin', 'alarms')
  expect(alarms).toHaveLength(7)
  expect(alarms.at(-1).levels).toEqual([0, 0, 0, 0, 1])
  expect(
    alarms
      .slice(0, -1)
      .flatMap(({ levels }: { levels: number[] }) => levels)
      .some(Boolean),
  ).toBe(false)
  expect([availability, quotas]).toEqual([null, null])
})

test('what is used of quotas is for who may read quotas', async () => {
  const { quotas } = await read('admin', 'quotas')
  expect(quotas.find(({ quota }: { quota: string }) => quota === 'alarms_kept')).toMatchObject({ used: 2 })
  const { role_id } = await makeRole(server, { permissions: ['P00000', 'P10000'] })
  const { user_name } = await makeUser(server, { role_ids: [role_id] })
  expect(await read(user_name, 'quotas')).toEqual({ alarms: null, availability: null, quotas: null })
})

test('statistics of no type are refused, and so is whoever may not open the home page', async () => {
  const { meta } = await server.call('admin', 'GET', '/administrator/statistics', {})
  expect(meta).toMatchObject({ success: 0, code: '111000' })
  const nobody = await asToken(server, 'none')('GET', '/administrator/statistics', { types: ['alarms'] })
  expect(nobody.meta.success).toBe(0)
})
