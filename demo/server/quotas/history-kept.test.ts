import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import type { HistoryQuota } from '../history/sizes.ts'
import { RATES } from '../limits/rates.ts'
import { dropHistoryBeyondQuotas, RECOUNTED_DAYS } from './history-kept.ts'

let server: TestServer
let tenant_id: number
beforeAll(async () => {
  server = await openTestServer({ RATE_FACTOR: '1' })
  tenant_id = server.fleet.get('TS0001')?.tenant_id as number
})
afterAll(() => server.close())
beforeEach(() =>
  server.db.system(async (q) => {
    for (const table of ['tlm_hour', 'tlm_text', 'tlm_rollup', 'history_size'])
      await sql`delete from ${sql.table(table)}`.execute(q)
    await q.deleteFrom('system_message').execute()
    await q.deleteFrom('user_quota').execute()
    await sql`update point_count set recount_day = null`.execute(q)
    await q.updateTable('tenant').set({ history_dropped_time: null, rollups_dropped_time: null }).execute()
  }),
)

/** The start of a day a week ago. */
const start = Math.floor(Date.now() / DAY_MS - 7) * DAY_MS

/** What the first administrator of the test stand's organisation may keep. */
const mayKeep = (quota: HistoryQuota, bytes: number) =>
  server.db.system((q) =>
    sql`insert into user_quota (tenant_id, user_id, quota, limit_value)
      select tenant_id, user_id, ${quota}, ${bytes} from app_user where user_name = 'admin'
      on conflict (tenant_id, user_id, quota) do update set limit_value = excluded.limit_value`.execute(q),
  )

/** One sample in each of so many hours that end with the day after `last` begins. */
const load = (hours: number, last = start) => {
  const times = Array.from({ length: hours }, (_, i) => last - i * HOUR_MS)
  const series = [{ key: 'temperature', times, values: times.map((_, i) => i) }]
  return server.call('admin', 'POST', '/yun/dev/his/data/batch', { sn_code: 'TS0001', series })
}

async function kept(table: 'tlm_hour' | 'tlm_rollup', of = tenant_id) {
  const { rows } = await server.db.system((q) =>
    sql<{ hours: number; oldest: number | null }>`select count(*)::int as hours, min(h.t0) as oldest
      from ${sql.table(table)} h join point p on p.point_id = h.point_id where p.tenant_id = ${of}`.execute(q),
  )
  return rows[0]
}

const used = async (quota: HistoryQuota) => {
  const user_id = (await server.call('admin', 'GET', '/yun/userInfo', {})).data.user_id
  const { data } = await server.call('admin', 'GET', '/user/quota', { user_id })
  return data.find((row: { quota: string }) => row.quota === quota)?.used as number
}
const messages = () =>
  server.db.system((q) =>
    q.selectFrom('system_message').select(['kind', 'params']).where('tenant_id', '=', tenant_id).execute(),
  )
const turn = () => dropHistoryBeyondQuotas(server.db)
const anHourLater = () =>
  server.db.system((q) =>
    q
      .updateTable('system_message')
      .set((on) => ({ message_time: on('message_time', '-', HOUR_MS + 1) }))
      .execute(),
  )

test('history is counted with the rows that it takes, samples and roll-ups each for themselves, and once however often it is loaded', async () => {
  expect((await load(100)).meta.code).toBe('100001')
  const [samples, rollups] = [await used('history_bytes'), await used('rollup_bytes')]
  expect(samples).toBeGreaterThan(100 * 100)
  expect(samples).toBeLessThan(100 * 130)
  expect(rollups).toBeGreaterThan(100 * 130)
  expect(rollups).toBeLessThan(100 * 160)
  await load(100)
  expect([await used('history_bytes'), await used('rollup_bytes')]).toEqual([samples, rollups])
})

test('beyond the limit the oldest hours go until what is left is within it, after a message and an hour, and roll-ups stay', async () => {
  await load(1000)
  await mayKeep('history_bytes', 84_000)
  await turn()
  await turn()
  expect(await kept('tlm_hour')).toMatchObject({ hours: 1000 })
  expect(await messages()).toEqual([
    { kind: 'quota-near', params: { quota: 'history_bytes', percent: expect.any(Number) } },
  ])
  await anHourLater()
  await turn()
  const { hours = 0, oldest } = (await kept('tlm_hour')) ?? {}
  expect(await used('history_bytes')).toBeLessThanOrEqual(84_000)
  expect(hours).toBeGreaterThan(330)
  expect(hours).toBeLessThan(850)
  expect(oldest).toBe(start - (hours - 1) * HOUR_MS)
  expect(await kept('tlm_rollup')).toMatchObject({ hours: 1000 })
})

test('when the server closes the rest is dropped after the next start', async () => {
  await load(300)
  await mayKeep('history_bytes', 0)
  await dropHistoryBeyondQuotas(server.db, AbortSignal.abort())
  expect(await kept('tlm_hour')).toMatchObject({ hours: 300 })
  await turn()
  expect(await kept('tlm_hour')).toMatchObject({ hours: 0 })
})

test('roll-ups have a limit of their own, and no other organisation loses any', async () => {
  const theirs = server.fleet.get('RV0001')
  const point_id = theirs?.points.get('temperature')?.point_id as number
  await server.telemetry.load([{ point_id, data_time: start - 400 * HOUR_MS, value: 1, quality: 0 }])
  await load(300)
  await mayKeep('rollup_bytes', 0)
  await turn()
  expect(await kept('tlm_rollup')).toMatchObject({ hours: 0 })
  expect(await kept('tlm_hour')).toMatchObject({ hours: 300 })
  expect(await used('rollup_bytes')).toBe(0)
  expect(await kept('tlm_rollup', theirs?.tenant_id)).toMatchObject({ hours: 1 })
})

test('what is more than twice the limit does not wait for an hour, and its administrators have a message all the same', async () => {
  await load(400)
  await mayKeep('history_bytes', 16_000)
  await turn()
  expect(await used('history_bytes')).toBeLessThanOrEqual(16_000)
  expect(await messages()).toHaveLength(1)
})

test('a device that sends readings of many hours takes no more than the limit', async () => {
  await mayKeep('history_bytes', 8_000)
  const device = server.fleet.get('TS0001')
  const point_id = device?.points.get('temperature')?.point_id as number
  const readings = Array.from({ length: 400 }, (_, i) => {
    return { point_id, data_time: start - i * HOUR_MS, value: i, quality: 0 as const }
  })
  await server.telemetry.append(readings)
  await server.telemetry.compact(Date.now() + 60_000)
  expect(await used('history_bytes')).toBeGreaterThan(40_000)
  await turn()
  expect(await used('history_bytes')).toBeLessThanOrEqual(8_000)
  expect((await kept('tlm_hour'))?.hours).toBeLessThan(80)
})

test('texts are counted and dropped with the hours', async () => {
  const device = server.fleet.get('TS0001')
  const point_id = device?.points.get('temperature')?.point_id as number
  const texts = Array.from({ length: 500 }, (_, i) => {
    return { point_id, data_time: start - i * HOUR_MS, value: null, text: `t${i}`, quality: 0 as const }
  })
  await server.telemetry.load(texts)
  await server.telemetry.load(texts)
  expect(await used('history_bytes')).toBeGreaterThan(500 * 100)
  expect(await used('history_bytes')).toBeLessThan(500 * 110)
  await mayKeep('history_bytes', 5000)
  await turn()
  expect(await used('history_bytes')).toBeLessThanOrEqual(5000)
})

test('a load that would be dropped at once is refused before it is written, and says how much it adds and what is left', async () => {
  await mayKeep('history_bytes', 300_000)
  expect((await load(2000)).meta.code).toBe('100001')
  const refused = await load(2000, start - 2000 * HOUR_MS)
  expect(refused.meta.code).toBe('100019')
  expect(refused.data.fields).toEqual([{ field: 'series', message: expect.stringMatching(/0\.2 MB.*只剩 0\.1 MB/) }])
  expect(await kept('tlm_hour')).toMatchObject({ hours: 2000 })
})

test('an organisation at its limit loads newer history, which pushes the oldest out, and loads again what it has', async () => {
  await mayKeep('history_bytes', 230_000)
  expect((await load(2000)).meta.code).toBe('100001')
  expect((await load(100, start + 100 * HOUR_MS)).meta.code).toBe('100001')
  expect((await load(100)).meta.code).toBe('100001')
  await turn()
  await anHourLater()
  await turn()
  expect(await used('history_bytes')).toBeLessThanOrEqual(230_000)
  expect((await kept('tlm_hour'))?.oldest).toBeGreaterThan(start - 1999 * HOUR_MS)
})

test('loads do not pile up while what they push out waits to be dropped', async () => {
  await mayKeep('history_bytes', 60_000)
  const loads = []
  for (let i = 0; i < 6; i++) loads.push((await load(400, start - (6 - i) * 500 * HOUR_MS)).meta.code)
  expect(loads).toEqual(['100001', '100001', '100019', '100019', '100019', '100019'])
})

test('a load counts by its hours of points, however few samples they have, and one too many says how long to wait', async () => {
  const { hoursLoaded } = server.budgets
  hoursLoaded.spend(`${tenant_id}`, RATES.hoursLoaded.most)
  hoursLoaded.giveBack(`${tenant_id}`, 1000)
  expect((await load(100)).status).toBe(200)
  const refused = await load(5000)
  expect(refused).toMatchObject({ status: 429, meta: { code: '100019' } })
  expect(refused.data.wait_s).toBeGreaterThan(0)
  expect(await kept('tlm_hour')).toMatchObject({ hours: 100 })
  hoursLoaded.giveBack(`${tenant_id}`, RATES.hoursLoaded.most)
})

test('the limit of roll-ups is ten years of 760 points with a reading a minute', () => {
  expect(LIMITS.rollupBytes / (3660 * 24 * 255)).toBeGreaterThan(760)
})

/** Days are counted with so much more than is stored of them. */
const countTooMuch = (bytes: number, days = 1) =>
  server.db.system((q) =>
    sql`insert into history_size (tenant_id, quota, day, bytes)
      select ${tenant_id}, 'history_bytes', ${start}::bigint - n * ${DAY_MS}::bigint, ${bytes} from generate_series(0, ${days - 1}::int) n
      on conflict (tenant_id, quota, day) do update set bytes = history_size.bytes + excluded.bytes`.execute(q),
  )
const deletePoint = async () => {
  await server.db.system(async (q) => {
    const { device_id } = await q
      .selectFrom('device')
      .select('device_id')
      .where('sn_code', '=', 'TS0001')
      .executeTakeFirstOrThrow()
    await q
      .insertInto('point')
      .values({ tenant_id, device_id, key: 'spare', name: 'Spare', data_type: 'number' })
      .execute()
    await q.deleteFrom('point').where('device_id', '=', device_id).where('key', '=', 'spare').execute()
  })
}

test('history of points that are deleted makes no other history go', async () => {
  await load(100)
  await mayKeep('history_bytes', 12_000)
  await countTooMuch(50_000)
  await deletePoint()
  await turn()
  expect((await kept('tlm_hour'))?.hours).toBe(100)
  expect(await used('history_bytes')).toBeLessThan(12_000 + 1000)
})

test('after points are deleted a few days are counted anew in a run, and nothing goes before all are, unless it is far beyond', async () => {
  await load(100)
  await mayKeep('history_bytes', 14_000)
  await countTooMuch(500, 3 * RECOUNTED_DAYS)
  await deletePoint()
  const counted = [await used('history_bytes')]
  for (let run = 0; run < 3; run++) {
    await turn()
    counted.push(await used('history_bytes'))
  }
  expect(counted.map((bytes, i) => bytes - (counted[i + 1] ?? bytes))).toEqual([5000, 5000, 5000, 0])
  expect((await kept('tlm_hour'))?.hours).toBe(100)
})

test('what is counted is not counted anew while no points are deleted', async () => {
  await load(100)
  await mayKeep('history_bytes', 30_000)
  await turn()
  await countTooMuch(25_000)
  await turn()
  expect(await used('history_bytes')).toBeGreaterThan(35_000)
})

test('a limit of nothing is far exceeded, and the others are dropped all the same', async () => {
  await load(100)
  await mayKeep('history_bytes', 0)
  await server.db.system((q) => sql`update history_size set bytes = ${30 * 1024 ** 2}`.execute(q))
  await turn()
  expect((await kept('tlm_hour'))?.hours).toBe(0)
})

test('a load that lies before the history keeps nothing, and is no error', async () => {
  const times = [Date.now() - (LIMITS.historyDays + 9) * DAY_MS]
  const series = [{ key: 'temperature', times, values: [1] }]
  const answer = await server.call('admin', 'POST', '/yun/dev/his/data/batch', { sn_code: 'TS0001', series })
  expect(answer.meta.code).toBe('100001')
})
