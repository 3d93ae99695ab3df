import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { makeDevice } from '../../../tests/server/devices.ts'
import { asToken, demoIds, makeRole, makeUser } from '../../../tests/server/people.ts'
import { rowsRead } from '../../../tests/server/rows-read.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import type { Db } from '../db/db.ts'
import { alarmTally } from './alarm-kept.ts'
import { dropBeyondQuotas } from './quotas.ts'

let server: TestServer
let ids: Awaited<ReturnType<typeof demoIds>>
beforeAll(async () => {
  server = await openTestServer()
  ids = await demoIds(server)
})
afterAll(() => server.close())
beforeEach(() =>
  server.db.system(async (q) => {
    await q.deleteFrom('alarm').execute()
    await q.deleteFrom('system_message').execute()
    await q.updateTable('tenant').set({ alarms_dropped_time: null }).execute()
  }),
)

type Row = {
  recover_time?: number
  confirm_time?: number
  held?: 'SHLVD' | 'DSUPR' | 'OOSRV'
  next_alarm_id?: number
}
const OVER: Row = { recover_time: 10, confirm_time: 11 }

/** Alarms of a device in this order, the first the oldest, each with an event. */
async function keep(sn_code: string, rows: readonly Row[]): Promise<number[]> {
  const device = server.fleet.get(sn_code)
  if (!device) throw new Error(`no device ${sn_code}`)
  const { tenant_id, device_id } = device
  return server.db.system(async (q) => {
    const made = await q
      .insertInto('alarm')
      .values(
        rows.map((row, i) => ({
          tenant_id,
          device_id,
          sn_code,
          rule_id: 1000 + i,
          key: 'temperature',
          alarm_level: 3,
          alarm_name: 'hot',
          alarm_time: 1000 + i,
          ...row,
        })),
      )
      .returning('alarm_id')
      .execute()
    const alarm_ids = made.map(({ alarm_id }) => alarm_id)
    await q
      .insertInto('alarm_event')
      .values(
        alarm_ids.map((alarm_id, i) => ({
          tenant_id,
          device_id,
          alarm_id,
          rule_id: 1000 + i,
          alarm_type: 1,
          event_time: 1000 + i,
        })),
      )
      .execute()
    return alarm_ids
  })
}

const limit = async (alarms: number | null) => {
  const quotas = [{ quota: 'alarms_kept', limit: alarms }]
  await server.call('admin', 'PUT', '/user/quota', { user_id: ids.user('admin'), quotas })
}
const left = () =>
  server.db.system(async (q) => {
    const alarms = await q.selectFrom('alarm').select('alarm_id').orderBy('alarm_id').execute()
    const events = await q.selectFrom('alarm_event').select('alarm_id').orderBy('alarm_id').execute()
    expect(events.map(({ alarm_id }) => alarm_id)).toEqual(alarms.map(({ alarm_id }) => alarm_id))
    return alarms.map(({ alarm_id }) => alarm_id)
  })
const messages = () => server.db.system((q) => q.selectFrom('system_message').select(['kind', 'params']).execute())
const turn = () => dropBeyondQuotas(server.db)
/** A run of the job, more than an hour after its announcement to the administrators. */
async function drop() {
  await turn()
  await server.db.system((q) =>
    q
      .updateTable('system_message')
      .set((on) => ({ message_time: on('message_time', '-', HOUR_MS + 1) }))
      .execute(),
  )
  await turn()
}
const keptNow = async (user_name = 'admin') => (await server.call(user_name, 'GET', '/hAlarmDev/kept', {})).data

describe('beyond what a tenant keeps', () => {
  test.each([
    [1, 1],
    [LIMITS.alarmsDroppedAtOnce, 1],
    [LIMITS.alarmsDroppedAtOnce + 1, 2],
  ])(
    'above the limit by %i, the oldest alarms that are over are deleted in steps of 200, with their events, as announced',
    async (excess, steps) => {
      const dropped = steps * LIMITS.alarmsDroppedAtOnce
      await limit(dropped + 40 - excess)
      const made = await keep(
        'TS0001',
        Array.from({ length: dropped + 40 }, () => OVER),
      )
      expect(await keptNow()).toMatchObject({ next: dropped, next_time: 1000 + dropped - 1 })
      await drop()
      expect(await left()).toEqual(made.slice(dropped))
      await drop()
      expect(await left()).toEqual(made.slice(dropped))
    },
  )

  test('a flood between two turns deletes nothing before the administrators were informed', async () => {
    await limit(2)
    const made = await keep('TS0001', [OVER, OVER, OVER, OVER])
    await turn()
    await turn()
    expect(await left()).toEqual(made)
    expect(await messages()).toEqual([{ kind: 'quota-near', params: { quota: 'alarms_kept', percent: 200 } }])
    await drop()
    expect(await left()).toEqual([])
  })

  test('alarms of more than twice the limit do not wait until the administrators were informed', async () => {
    await limit(2)
    const made = await keep('TS0001', [OVER, OVER, OVER, {}, {}])
    await turn()
    expect(await left()).toEqual(made.slice(3))
    expect(await messages()).toEqual([{ kind: 'quota-near', params: { quota: 'alarms_kept', percent: 250 } }])
  })

  test('alarms above the limit are deleted all the same where no administrator could be informed', async () => {
    await limit(2)
    await keep('TS0001', [OVER, OVER, OVER])
    await server.db.system((q) => q.updateTable('app_user').set({ is_active: 0 }).where('user_type', '=', 1).execute())
    await turn()
    await server.db.system((q) => q.updateTable('app_user').set({ is_active: 1 }).where('user_type', '=', 1).execute())
    expect(await left()).toEqual([])
  })

  test.each<[string, Row]>([
    ['stands', {}],
    ['stands and was confirmed', { confirm_time: 5 }],
    ['is recovered and waits to be confirmed', { recover_time: 5 }],
    ['stands and is shelved', { held: 'SHLVD' }],
    ['stands and is suppressed by design', { held: 'DSUPR' }],
    ['stands and is out of service', { held: 'OOSRV' }],
  ])('an alarm that %s is kept, however old it is', async (_what, row) => {
    await limit(1)
    const [kept] = await keep('TS0001', [row, OVER, OVER])
    await drop()
    expect(await left()).toEqual([kept])
  })

  test.each(['SHLVD', 'DSUPR', 'OOSRV'] as const)(
    'an alarm that recovered while it was held is over: %s',
    async (held) => {
      await limit(1)
      const [, newest] = await keep('TS0001', [{ recover_time: 5, held }, {}])
      await drop()
      expect(await left()).toEqual([newest])
    },
  )

  test("a chattering sensor's newest unconfirmed alarm stays, with the earlier ones as repeats", async () => {
    await limit(5)
    const made = await keep('TS0001', [...Array.from({ length: 8 }, () => ({ recover_time: 5, next_alarm_id: 1 })), {}])
    expect(await keptNow()).toMatchObject({ kept: 9, over: 8 })
    await drop()
    expect(await left()).toEqual(made.slice(-1))
  })

  test('what is kept of the time before is no measure of it', async () => {
    await limit(2)
    await keep('TS0001', [{}, OVER, OVER, OVER])
    await drop()
    const { data } = await server.call('admin', 'GET', '/rAlarmDev/measures', { start: 0, end: 2000 })
    expect(data).toMatchObject({ since_time: 1004, produced: 0, standing: { now: 1 } })
  })

  test('administrators are informed once before alarms above the limit are deleted', async () => {
    await limit(10)
    await keep(
      'TS0001',
      Array.from({ length: 8 }, () => OVER),
    )
    await turn()
    expect(await messages()).toEqual([])
    await keep('TS0001', [OVER])
    await turn()
    await turn()
    expect(await messages()).toEqual([{ kind: 'quota-near', params: { quota: 'alarms_kept', percent: 90 } }])
  })

  test('alarms above the limit are kept where none is over, which is reported', async () => {
    await limit(2)
    const made = await keep('TS0001', [{}, { recover_time: 5 }, { held: 'SHLVD' }])
    await drop()
    expect(await left()).toEqual(made)
    expect(await keptNow()).toEqual({ kept: 3, limit: 2, over: 0, next: 0, oldest_time: null, next_time: null })
  })

  test('alarms up to the limit are kept, and no other tenant has to make room', async () => {
    await limit(2)
    const own = await keep('TS0001', [OVER, OVER])
    const theirs = await keep('RV0001', [OVER, OVER, OVER])
    await drop()
    expect(await left()).toEqual([...own, ...theirs])
  })

  test('a tenant whose administrators say that there is no limit keeps all', async () => {
    await limit(null)
    const made = await keep('TS0001', [OVER, OVER, OVER])
    await drop()
    expect(await left()).toEqual(made)
    expect(await keptNow()).toMatchObject({ kept: 3, limit: null })
  })
})

test('whoever views alarms sees how many are kept, of how many, and which go next', async () => {
  await limit(4)
  await keep('TS0001', [{}, OVER, OVER])
  await keep('RV0001', [OVER])
  for (const user_name of ['admin', 'manager'])
    expect(await keptNow(user_name)).toEqual({
      kept: 3,
      limit: 4,
      over: 2,
      next: 2,
      oldest_time: 1001,
      next_time: 1002,
    })
  expect(await keptNow('rival')).toMatchObject({ kept: 1, limit: LIMITS.alarmsKept })
  const nobody = await asToken(server, 'none')('GET', '/hAlarmDev/kept')
  expect(nobody.meta.success).toBe(0)
})

test('whoever sees some devices sees how many of their alarms are kept and go next, and nothing of the others', async () => {
  await limit(4)
  const group_id = ids.devices('默认分组')
  const { tenant_id = 0 } = server.fleet.get('TS0001') ?? {}
  const elsewhere = await server.db.system((q) =>
    q
      .insertInto('device_group')
      .values({ tenant_id, group_name: 'elsewhere', is_default: false })
      .returning('group_id')
      .executeTakeFirstOrThrow(),
  )
  for (const [sn_code, its] of [
    ['KEPT1', group_id],
    ['KEPT2', elsewhere.group_id],
  ] as const) {
    await makeDevice(server.db, sn_code, { tenant_id })
    await server.db.system((q) =>
      q.updateTable('device').set({ group_id: its }).where('sn_code', '=', sn_code).execute(),
    )
    await server.fleet.reload(sn_code)
  }
  await keep('KEPT1', [OVER, {}])
  await keep('KEPT2', [OVER, OVER, OVER])
  const keptFor = async (device_rights: object[]) => {
    const { role_id } = await makeRole(server, { permissions: ['P00000', 'P10000', 'P72000'], device_rights })
    return keptNow((await makeUser(server, { role_ids: [role_id] })).user_name)
  }
  const ofOne = { kept: 2, limit: 4, over: 1, next: 1, oldest_time: 1000, next_time: 1000 }
  expect(await keptFor([{ group_id, may_write: false }])).toEqual(ofOne)
  const ofNone = { kept: 0, limit: 4, over: 0, next: 0, oldest_time: null, next_time: null }
  expect(await keptFor([])).toEqual(ofNone)
})

test('alarms far beyond the limit are deleted by their keys in pieces of 200, between which others are served', async () => {
  await server.db.maintain()
  await limit(100)
  await keep(
    'TS0001',
    Array.from({ length: 3000 }, () => OVER),
  )
  const leftAfter: number[] = [3000]
  const system: Db['system'] = async (work, priority) => {
    const done = await server.db.system(work, priority)
    leftAfter.push((await left()).length)
    return done
  }
  const before = await rowsRead(server.db, 'alarm_event')
  await dropBeyondQuotas({ ...server.db, system })
  const pieces = leftAfter.slice(1).map((rows, i) => (leftAfter[i] as number) - rows)
  expect(Math.max(...pieces)).toBe(LIMITS.alarmsDroppedAtOnce)
  expect(leftAfter.at(-1)).toBe(0)
  // Beside what the test reads: each event as it is deleted.
  const readHere = leftAfter.reduce((sum, rows) => sum + rows, -3000)
  expect((await rowsRead(server.db, 'alarm_event')) - before - readHere).toBeLessThan(2 * 3000)
})

test('alarms that are over are found without those that are not, and none is counted twice', async () => {
  await limit(10)
  await keep(
    'TS0001',
    Array.from({ length: 3000 }, () => ({})),
  )
  await keep('TS0001', [OVER, OVER])
  await server.db.maintain()
  const tally = alarmTally(server.db)
  await dropBeyondQuotas(server.db, { tally })
  expect(await left()).toHaveLength(3000)
  await limit(null)
  await keep('RV0001', [{}])
  const before = await rowsRead(server.db, 'alarm')
  await dropBeyondQuotas(server.db, { tally })
  expect((await rowsRead(server.db, 'alarm')) - before).toBeLessThan(10)
})

test('the alarms that are deleted are the only ones that are read to delete them', async () => {
  await limit(10)
  await keep(
    'TS0001',
    Array.from({ length: 3000 }, () => ({})),
  )
  await keep(
    'TS0001',
    Array.from({ length: 3 * LIMITS.alarmsDroppedAtOnce }, () => OVER),
  )
  await server.db.maintain()
  const tally = alarmTally(server.db)
  const before = await rowsRead(server.db, 'alarm')
  await dropBeyondQuotas(server.db, { tally })
  // Twice counted; each that goes is found, deleted, and its events with it.
  expect((await rowsRead(server.db, 'alarm')) - before).toBeLessThan(7200 + 4 * 3 * LIMITS.alarmsDroppedAtOnce)
})
