import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../core/catalogue/durations.ts'
import { makeDevice } from '../../../tests/server/devices.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  await makeDevice(server.db, 'WW0001')
  await server.fleet.reload('WW0001')
})
afterAll(() => server.close())
beforeEach(() => server.db.system((q) => q.deleteFrom('alarm').execute()))

/** Midnight in Shanghai, where the demo tenant's clocks are. */
const DAY = Date.UTC(2026, 10, 19, 16)

interface Row {
  sn_code?: string
  alarm_level?: number
  alarm_time: number
  recover_time?: number
  confirm_time?: number
  held?: 'SHLVD'
  next_alarm_id?: number
  key?: string
}
let rules = 5000
async function keep(...rows: Row[]): Promise<void> {
  await server.db.system((q) =>
    q
      .insertInto('alarm')
      .values(
        rows.map(({ sn_code = 'TS0001', ...row }) => {
          const device = server.fleet.get(sn_code)
          if (!device) throw new Error(`no device ${sn_code}`)
          const { tenant_id, device_id } = device
          rules += 1
          return { alarm_level: 3, key: 'x', ...row, tenant_id, device_id, sn_code, rule_id: rules, alarm_name: 'hot' }
        }),
      )
      .execute(),
  )
}
const perTime = (more: object, user_name = 'admin') => server.call(user_name, 'GET', '/hAlarmDev/perTime', more)
const bars = async (more: object, user_name?: string) => (await perTime(more, user_name)).data

describe('how many alarms came', () => {
  test('alarms are counted by hour and level, empty hours too', async () => {
    await keep(
      { alarm_time: DAY, alarm_level: 5 },
      { alarm_time: DAY + 1, alarm_level: 5 },
      { alarm_time: DAY + HOUR_MS - 1, alarm_level: 1 },
      { alarm_time: DAY + 2 * HOUR_MS },
      { alarm_time: DAY + 3 * HOUR_MS },
    )
    expect(await bars({ step: 'hour', start: DAY, end: DAY + 3 * HOUR_MS })).toEqual([
      { start_time: DAY, end_time: DAY + HOUR_MS, levels: [1, 0, 0, 0, 2] },
      { start_time: DAY + HOUR_MS, end_time: DAY + 2 * HOUR_MS, levels: [0, 0, 0, 0, 0] },
      { start_time: DAY + 2 * HOUR_MS, end_time: DAY + 3 * HOUR_MS, levels: [0, 0, 1, 0, 0] },
    ])
  })

  test("alarms are counted by day of the organisation's time zone, and only within the range", async () => {
    await keep({ alarm_time: DAY - 1 }, { alarm_time: DAY }, { alarm_time: DAY + 23 * HOUR_MS })
    const shown = await bars({ step: 'day', start: DAY - HOUR_MS, end: DAY + 22 * HOUR_MS })
    expect(shown).toEqual([
      { start_time: DAY - DAY_MS, end_time: DAY, levels: [0, 0, 1, 0, 0] },
      { start_time: DAY, end_time: DAY + DAY_MS, levels: [0, 0, 1, 0, 0] },
    ])
  })

  test('alarms are counted by the filters of the list, and for devices that the caller sees', async () => {
    await keep({ alarm_time: DAY, alarm_level: 5 }, { alarm_time: DAY, sn_code: 'WW0001', recover_time: DAY + 60_000 })
    const range = { step: 'hour', start: DAY, end: DAY + HOUR_MS }
    const count = async (more: object, user_name?: string) =>
      (await bars({ ...range, ...more }, user_name))[0].levels.reduce((sum: number, n: number) => sum + n, 0)
    expect(await count({})).toBe(2)
    expect(await count({ sn_code: 'TS0001' })).toBe(1)
    expect(await count({ alarm_level: [5] })).toBe(1)
    expect(await count({ lasted_max: 120_000 })).toBe(1)
    expect(await count({ alarm_type: [2] })).toBe(1)
    expect(await count({ search: 'ww0001' })).toBe(1)
    expect(await count({}, 'rival')).toBe(0)
    expect((await perTime({ ...range, sn_code: 'TS0001' }, 'rival')).meta.code).toBe('110509')
  })

  test.each([
    ['hour', 33],
    ['day', 401],
  ])('alarms counted by the %s cover no more than so many days: %d', async (step, days) => {
    const ask = (end: number) => perTime({ step, start: DAY, end })
    expect((await ask(DAY + days * DAY_MS)).meta.code).toBe('110542')
    expect((await ask(DAY)).meta.code).toBe('110542')
    expect((await ask(DAY + (days - 1) * DAY_MS)).meta.code).toBe('100001')
  })
})

const marks = (user_name: string, more = {}) => server.call(user_name, 'GET', '/rAlarmDev/marks', more)

test('devices with an open alarm have their count and highest level, and others have none', async () => {
  await keep(
    { alarm_time: DAY, alarm_level: 2 },
    { alarm_time: DAY, alarm_level: 4, confirm_time: DAY },
    { alarm_time: DAY, alarm_level: 1, recover_time: DAY },
    // Neither what came again, nor what is over, nor what is kept from operators.
    { alarm_time: DAY, alarm_level: 5, recover_time: DAY, next_alarm_id: 1 },
    { alarm_time: DAY, alarm_level: 5, recover_time: DAY, confirm_time: DAY },
    { alarm_time: DAY, alarm_level: 5, held: 'SHLVD' },
    { sn_code: 'RV0001', alarm_time: DAY, alarm_level: 5 },
  )
  expect((await marks('admin')).data).toEqual([
    {
      sn_code: 'TS0001',
      group_id: server.fleet.get('TS0001')?.group_id ?? null,
      open: 3,
      unconfirmed: 2,
      alarm_level: 4,
      points: [{ key: 'x', open: 3, alarm_level: 4, state: 'ACKED' }],
    },
  ])
  expect((await marks('rival')).data).toMatchObject([{ sn_code: 'RV0001', open: 1 }])
})

test('points with an open alarm have their highest level and its state, the highest first, and others have none', async () => {
  await keep(
    { key: 'flow', alarm_time: DAY, alarm_level: 2 },
    { key: 'level', alarm_time: DAY, alarm_level: 5, confirm_time: DAY },
    { key: 'level', alarm_time: DAY, alarm_level: 4 },
    { key: 'heat', alarm_time: DAY, alarm_level: 5, recover_time: DAY },
    { key: 'heat', alarm_time: DAY, alarm_level: 5, confirm_time: DAY },
    { key: 'quiet', alarm_time: DAY, alarm_level: 5, held: 'SHLVD' },
    { sn_code: 'WW0001', key: 'flow', alarm_time: DAY, alarm_level: 1 },
  )
  const [own, other] = (await marks('admin')).data
  expect(own.points).toEqual([
    { key: 'heat', open: 2, alarm_level: 5, state: 'RTNUN' },
    { key: 'level', open: 2, alarm_level: 5, state: 'ACKED' },
    { key: 'flow', open: 1, alarm_level: 2, state: 'UNACK' },
  ])
  expect(other.points).toEqual([{ key: 'flow', open: 1, alarm_level: 1, state: 'UNACK' }])
  expect((await marks('admin', { sn_code: 'WW0001' })).data).toEqual([other])
  expect((await marks('rival', { sn_code: 'WW0001' })).meta.code).toBe('110509')
})
