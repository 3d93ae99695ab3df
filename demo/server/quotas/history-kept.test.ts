import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { hourOf } from '../history/buckets.ts'
import { RATES } from '../limits/rates.ts'
import { dropHistoryBeyondQuotas } from './history-kept.ts'

let server: TestServer
let tenant_id: number
beforeAll(async () => {
  server = await openTestServer({ RATE_FACTOR: '1' })
  tenant_id = server.fleet.get('TS0001')?.tenant_id as number
})
afterAll(() => server.close())
beforeEach(async () => {
  await mayKeep(0)
  await dropHistoryBeyondQuotas(server.db)
})

/** The hour before last. */
const newest = hourOf(Date.now()) - 2 * HOUR_MS

/** What the first administrator of the test stand's organisation may keep. */
const mayKeep = (bytes: number) =>
  server.db.system((q) =>
    sql`insert into user_quota (tenant_id, user_id, quota, limit_value)
      select tenant_id, user_id, 'history_bytes', ${bytes} from app_user where user_name = 'admin'
      on conflict (tenant_id, user_id, quota) do update set limit_value = excluded.limit_value`.execute(q),
  )

/** One sample in each of the newest hours. */
const load = (hours: number) => {
  const times = Array.from({ length: hours }, (_, i) => newest - i * HOUR_MS)
  const series = [{ key: 'temperature', times, values: times.map((_, i) => i) }]
  return server.call('admin', 'POST', '/yun/dev/his/data/batch', { sn_code: 'TS0001', series })
}

async function kept(table: 'tlm_hour' | 'tlm_rollup') {
  const { rows } = await server.db.system((q) =>
    sql<{ hours: number; oldest: number | null }>`select count(*)::int as hours, min(h.t0) as oldest
      from ${sql.table(table)} h join point p on p.point_id = h.point_id where p.tenant_id = ${tenant_id}`.execute(q),
  )
  return rows[0]
}

test('what an organisation keeps beyond its bytes goes at once, the oldest hours first, with their roll-ups', async () => {
  await mayKeep(1e9)
  expect((await load(3000)).meta.code).toBe('100001')
  expect(await kept('tlm_hour')).toMatchObject({ hours: 3000 })
  await mayKeep(50_000)
  await dropHistoryBeyondQuotas(server.db)
  for (const table of ['tlm_hour', 'tlm_rollup'] as const) {
    const { hours = 0, oldest = null } = (await kept(table)) ?? {}
    expect(hours).toBeGreaterThan(100)
    expect(hours).toBeLessThan(500)
    expect(oldest).toBe(newest - (hours - 1) * HOUR_MS)
  }
})

test('a load is refused where there is no room for it, and counts before it is measured', async () => {
  await mayKeep(150_000)
  expect((await load(1000)).meta.code).toBe('100001')
  expect((await load(1000)).meta.code).toBe('100019')
  await mayKeep(1e9)
  expect((await load(1000)).meta.code).toBe('100001')
})

test('a load counts by its hours of points, however few samples they have', async () => {
  await mayKeep(1e9)
  const { hoursLoaded } = server.budgets
  // As if all but a thousand had been loaded.
  hoursLoaded.spend(`${tenant_id}`, RATES.hoursLoaded.most)
  hoursLoaded.giveBack(`${tenant_id}`, 1000)
  expect((await load(100)).status).toBe(200)
  expect((await load(50_000)).status).toBe(429)
})
