import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db, Priority } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { sealMinutes } from './compaction.ts'
import { LateMinutes } from './late-minutes.ts'
import { OpenMinutes } from './open-minutes.ts'
import { Partitions } from './partitions.ts'
import { openTelemetry, type Sample } from './telemetry.ts'

vi.mock('../../../core/catalogue/limits.ts', async (original) => {
  const { LIMITS, ...more } = await original<typeof import('../../../core/catalogue/limits.ts')>()
  return { ...more, LIMITS: { ...LIMITS, openBytes: 12_800 } }
})

const now = Date.UTC(2026, 10, 20, 12, 30)
const options = { now: () => now, log: { info: () => {} } }
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

const count = async (table: string) => {
  const { rows } = await db.system((q) => sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(q))
  return rows[0]?.n ?? 0
}
const samplesOf = (point_id: number, of: number, most = 20): Sample[] =>
  Array.from({ length: most }, (_, i) => {
    return { point_id, tenant_id: 1, data_time: now - HOUR_MS + i * MINUTE_MS, value: of, quality: 0 }
  })

test('minutes are sealed in turns with people, who keep a busy store from none of them', async () => {
  const open = new OpenMinutes()
  open.add([...samplesOf(1, 1), { point_id: 1, data_time: now - HOUR_MS, value: null, text: 'on', quality: 0 }])
  const priorities: (Priority | undefined)[] = []
  const counted: Db = {
    ...db,
    system: (work, priority) => {
      priorities.push(priority)
      return db.system(work, priority)
    },
  }
  await sealMinutes(
    { db: counted, open, late: new LateMinutes(), partitions: new Partitions(db), now, gone: undefined },
    now,
  )
  expect(priorities).toEqual(['backlog', 'backlog', 'backlog'])
})

test('a start reads a few rows of a long journal at a time, has the newest in memory, seals the others and loses nothing', async () => {
  const before = await openTelemetry(db, options)
  for (let n = 0; n < 30; n++) {
    const written = before.append(samplesOf(5, n))
    before.hurry()
    await written
  }
  await before.close()
  const sealed = await count('tlm_minute')
  let most = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      most = Math.max(most, result.rows.filter((row) => 't_max' in row).length)
      return result
    },
  }
  const counted: Db = { ...db, system: (work, priority) => db.system((q) => work(q.withPlugin(counting)), priority) }
  for (let start = 0; start < 2; start++) {
    const telemetry = await openTelemetry(counted, options)
    expect(most).toBe(8)
    expect(await count('tlm_minute')).toBeGreaterThan(sealed)
    expect(telemetry.newest().get(5)).toMatchObject({ value: 29 })
    expect(telemetry.recent(5)).toHaveLength(20)
    const kept = await telemetry.raw(5, 0, now, 100)
    expect(kept.map(({ value }) => value)).toEqual(Array(20).fill(29))
    expect(await count('tlm_journal')).toBe(30)
    await telemetry.close()
  }
})
