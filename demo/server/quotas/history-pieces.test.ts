import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { makeDevice } from '../../../tests/server/devices.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { openTelemetry, type Sample } from '../history/telemetry.ts'
import { dropHistoryBeyondQuotas } from './history-kept.ts'

vi.mock('../../../core/catalogue/limits.ts', async (original) => {
  const { LIMITS, ...more } = await original<typeof import('../../../core/catalogue/limits.ts')>()
  return { ...more, LIMITS: { ...LIMITS, historyRowsDroppedAtOnce: 3 } }
})

vi.mock('../../../core/catalogue/quotas.ts', async (original) => {
  const { QUOTAS, ...more } = await original<typeof import('../../../core/catalogue/quotas.ts')>()
  return { ...more, QUOTAS: { ...QUOTAS, history_bytes: { ...QUOTAS.history_bytes, fallback: 1500 } } }
})

let store: TestStore
let db: Db
beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
})
afterAll(async () => {
  await db.close()
  await store.stop()
})

test('hours of many points, and many texts of one, are counted and dropped some after some, the oldest first and none of others', async () => {
  const start = Date.UTC(2026, 10, 2, 5)
  const keys = Array.from({ length: 8 }, (_, i) => `k${i}`)
  await makeDevice(db, 'MANY1', { points: keys.map((key) => ({ key, data_type: 'number' as const })) })
  await makeDevice(db, 'OTHER2', { tenant_id: 2, points: [{ key: 'n', data_type: 'number' }] })
  const { rows: points } = await db.system((q) =>
    sql<{ point_id: number; tenant_id: number }>`select point_id, tenant_id from point order by point_id`.execute(q),
  )
  const telemetry = await openTelemetry(db, { now: () => start + 300 * HOUR_MS, log: { info: () => {} } })
  const texts = Array.from({ length: 7 }, (_, i): Sample => {
    return { point_id: points[4]?.point_id ?? 0, data_time: start + 10 + i, value: null, text: 'on', quality: 0 }
  })
  const hours = [0, 1].flatMap((hour) =>
    points.map(({ point_id }): Sample => ({ point_id, data_time: start + hour * HOUR_MS, value: 1, quality: 0 })),
  )
  await telemetry.load([...hours, ...texts])
  await telemetry.close()
  const left = async (tenant_id: number) => {
    const { rows } = await db.system((q) =>
      sql<{ hour: number; n: number }>`
        select (t - ${start}::bigint) / ${HOUR_MS}::bigint as hour, count(*) as n from (
          select point_id, t0 as t from tlm_hour union all select point_id, data_time from tlm_text
        ) h join point p on p.point_id = h.point_id where p.tenant_id = ${tenant_id} group by 1 order by 1`.execute(q),
    )
    return rows
  }
  expect(await left(1)).toEqual([
    { hour: 0, n: 15 },
    { hour: 1, n: 8 },
  ])
  await db.system((q) => sql`update point_count set recount_day = 0`.execute(q))
  await db.system((q) => sql`update history_size set bytes = bytes + 900 where tenant_id = 1`.execute(q))
  await dropHistoryBeyondQuotas(db)
  // Hours go before the texts of these; of three texts at a time what is left is within the limit.
  expect(await left(1)).toEqual([
    { hour: 0, n: 4 },
    { hour: 1, n: 8 },
  ])
  expect(await left(2)).toEqual([
    { hour: 0, n: 1 },
    { hour: 1, n: 1 },
  ])
})
