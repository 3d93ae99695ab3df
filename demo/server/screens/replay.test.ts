import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../core/catalogue/durations.ts'
import { makeKey, PORTAL, signed } from '../../../tests/server/guests.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import type { Sample, Telemetry } from '../history/telemetry.ts'
import { NOBODY } from '../http/caller.ts'
import { openBudgets } from '../limits/rates.ts'
import { replayAnswers } from './replay.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const BASE = Math.floor((Date.now() - 3 * DAY_MS) / HOUR_MS) * HOUR_MS
const replay = (
  points: { sn_code?: string; key: string }[],
  start: number,
  end: number,
  more: object = {},
  user = 'admin',
) =>
  server.call(user, 'POST', '/yun/view/replay', {
    start,
    end,
    ...more,
    points: points.map(({ sn_code = 'TS0001', key }) => ({ sn_code, key })),
  })
const pointOf = (key: string) => {
  const point = server.fleet.get('TS0001')?.points.get(key)
  if (!point) throw new Error(`no point ${key}`)
  return point
}
const load = (key: string, samples: readonly (readonly [time: number, value: number])[]) => {
  const { point_id } = pointOf(key)
  return server.telemetry.load(
    samples.map(([data_time, value]) => ({ point_id, data_time, value, quality: 0 as const })),
  )
}

describe('a replay', () => {
  test('a replay begins with what held, and has what came until its end', async () => {
    await load('temperature', [
      [BASE - 5 * HOUR_MS, 10],
      [BASE, 20],
      [BASE + 1000, 21],
      [BASE + 2000, 22],
      [BASE + 3000, 23],
    ])
    const { data } = await replay([{ key: 'temperature' }], BASE + 1500, BASE + 3000)
    expect(data).toEqual([
      {
        sn_code: 'TS0001',
        key: 'temperature',
        times: [BASE + 1000, BASE + 2000],
        values: [21, 22],
        qualities: ['good', 'good'],
      },
    ])
    const exactly = await replay([{ key: 'temperature' }], BASE + 1000, BASE + 2001)
    expect(exactly.data[0].times).toEqual([BASE + 1000, BASE + 2000])
    const longBefore = await replay([{ key: 'temperature' }], BASE - HOUR_MS, BASE)
    expect(longBefore.data[0]).toMatchObject({ times: [BASE - 5 * HOUR_MS], values: [10] })
    const before = await replay([{ key: 'temperature' }], BASE - 20 * HOUR_MS, BASE - 10 * HOUR_MS)
    expect(before.data[0]).toMatchObject({ times: [] })
  })

  test('a replay includes samples that are not merged or sealed yet', async () => {
    const time = Date.now() - 1000
    const { point_id } = pointOf('setpoint')
    await server.telemetry.append([{ point_id, data_time: time, value: 7, quality: 1 }])
    const { data } = await replay([{ key: 'setpoint' }], time - 10, time + 10)
    expect(data[0]).toMatchObject({ times: [time], values: [7], qualities: ['uncertain'] })
    const held = await replay([{ key: 'setpoint' }], time + 10, time + 20)
    expect(held.data[0]).toMatchObject({ times: [time], values: [7] })
  })

  test('a replay has booleans as booleans', async () => {
    await load('running', [
      [BASE, 1],
      [BASE + 1000, 0],
    ])
    expect((await replay([{ key: 'running' }], BASE, BASE + HOUR_MS)).data[0].values).toEqual([true, false])
  })

  test('a replay of more than six hours has one value a step', async () => {
    const start = BASE + DAY_MS
    const seconds = Array.from({ length: 7200 }, (_, i) => [start + i * 1000, i] as const)
    await load('temperature', seconds)
    const short = await replay([{ key: 'temperature' }], start, start + 2 * HOUR_MS)
    expect(short.data[0].times).toHaveLength(7200)
    const { data } = await replay([{ key: 'temperature' }], start, start + 8 * HOUR_MS, { step_ms: 60_000 })
    expect(data[0].times).toHaveLength(121)
    expect(data[0].values.slice(0, 3)).toEqual([0, 59, 119])
  })

  test('a replay leaves out missing points, and those that the caller may not see', async () => {
    const points = [
      { key: 'temperature' },
      { key: 'none' },
      { sn_code: 'GB0001', key: 'level' },
      { sn_code: 'NONE', key: 'x' },
    ]
    const keys = ({ data }: { data: { key: string }[] }) => data.map(({ key }) => key)
    expect(keys(await replay(points, BASE, BASE + HOUR_MS))).toEqual(['temperature'])
    expect(keys(await replay(points, BASE, BASE + HOUR_MS, {}, 'rival'))).not.toContain('temperature')
  })

  test('a replay is open to guests, of their devices', async () => {
    const { embed_key } = await makeKey(server, 'admin')
    const asGuest = (devices: string[]) =>
      server.call(
        null,
        'POST',
        '/yun/view/replay',
        { points: [{ sn_code: 'TS0001', key: 'temperature' }], start: BASE, end: BASE + HOUR_MS },
        { 'x-token': signed(embed_key, { resources: { devices } }), origin: PORTAL },
      )
    expect((await asGuest(['TS0001'])).data).toHaveLength(1)
    expect((await asGuest(['OTHER1'])).data).toHaveLength(0)
  })

  test('a replay needs a range that is not empty, with a limited number of values', async () => {
    expect((await replay([], BASE, BASE)).meta.code).toBe('110542')
    expect((await replay([], BASE, BASE + 32 * DAY_MS)).meta.code).toBe('100006')
  })

  test('a replay of a range without end, or before all time, is refused before anything is read', async () => {
    const points = Array.from({ length: 2000 }, (_, i) => ({ key: `no${i}` }))
    const [first, last] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
    expect((await replay(points, first, last)).meta.code).toBe('110542')
    expect((await replay(points, 0, last)).meta.code).toBe('100006')
    expect((await replay(points, last - 1, last)).data).toEqual([])
    for (const step_ms of [0, 249, -1, 3_600_001])
      expect((await replay(points, BASE, BASE + HOUR_MS, { step_ms })).meta.code).toBe('100006')
    expect((await replay([...points, { key: 'x' }], BASE, BASE + HOUR_MS)).meta.code).toBe('100006')
  })

  test('a replay of a month has the values of an hour, and its start values once', async () => {
    const start = BASE - 20 * DAY_MS
    const days = Array.from({ length: 19 }, (_, i) => [start + i * DAY_MS + 5, i] as const)
    await load('setpoint', days)
    const { data } = await replay([{ key: 'setpoint' }], start, start + 19 * DAY_MS)
    expect(data[0].times).toEqual(days.map(([time]) => time))
    expect(data[0].values).toEqual(days.map(([, value]) => value))
  })
})

test('two hundred points of an hour, with a value each second, are thinned and all of them are there', async () => {
  const { device_id, tenant_id } = server.fleet.get('TS0001') ?? { device_id: 0, tenant_id: 0 }
  const rows = Array.from({ length: 200 }, (_, i) => ({
    tenant_id,
    device_id,
    key: `many${i}`,
    name: `many${i}`,
    data_type: 'number' as const,
    is_added: true,
  }))
  await server.db.system((q) => q.insertInto('point').values(rows).execute())
  await server.fleet.reload('TS0001')
  const start = BASE + 48 * HOUR_MS
  for (const { key } of rows)
    await load(
      key,
      Array.from({ length: 3600 }, (_, i) => [start + i * 1000, i % 100] as const),
    )
  const points = rows.map(({ key }) => ({ key }))
  const { data } = await replay(points, start, start + HOUR_MS)
  expect(data).toHaveLength(200)
  for (const { times } of data) {
    expect(times.length).toBeGreaterThan(1500)
    expect(times.length).toBeLessThanOrEqual(2501)
  }
})

test('long texts of a replay are thinned until it is as large as one of numbers', async () => {
  const { fleet, telemetry } = server
  const { tenant_id = 0 } = fleet.get('TS0001') ?? {}
  const text = 'x'.repeat(1024)
  const samplesOf = (point_id: number, from: number, to: number): Sample[] =>
    Array.from({ length: (to - from) / 1000 }, (_, i) => {
      return { point_id, data_time: from + i * 1000, value: null, text, quality: 0 }
    })
  const many: Telemetry['many'] = async (point_ids, from, to) =>
    new Map(point_ids.map((point_id) => [point_id, samplesOf(point_id, from, to)]))
  const { replay: answer } = replayAnswers({
    fleet,
    telemetry: { of: () => ({ ...telemetry.of(tenant_id), many }) },
    budgets: openBudgets(1),
  })
  const caller = { ...NOBODY, tenant_id, may_see: 'all' as const }
  const points = ['temperature', 'setpoint'].map((key) => ({ sn_code: 'TS0001', key }))
  const replays = await answer({ points, start: BASE, end: BASE + 5 * HOUR_MS, step_ms: 1000 }, caller)
  for (const { times, values } of replays) {
    expect(times.length).toBeGreaterThan(3000)
    expect(values.join('').length).toBeLessThanOrEqual((500_000 / 2) * 16)
  }
  expect(replays).toHaveLength(2)
})

test('none of these calls was a defect of the server', () => {
  expect(server.defects).toEqual([])
})
