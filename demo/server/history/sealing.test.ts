import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { watchRows } from '../../../tests/server/rows-returned.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db, Priority } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { pointsAtOnce, sealMinutes } from './compaction.ts'
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
  const watched = watchRows(db, (row) => 't_max' in row)
  for (let start = 0; start < 2; start++) {
    const telemetry = await openTelemetry(watched.db, options)
    expect(watched.most()).toBe(8)
    expect(await count('tlm_minute')).toBeGreaterThan(sealed)
    expect(telemetry.newest().get(5)).toMatchObject({ value: 29 })
    expect(telemetry.recent(5)).toHaveLength(20)
    const kept = await telemetry.raw(5, 0, now, 100)
    expect(kept.map(({ value }) => value)).toEqual(Array(20).fill(29))
    expect(await count('tlm_journal')).toBe(30)
    await telemetry.close()
  }
})

test('minutes are sealed while hours are merged, but for those of the hour that is being merged, whose partition goes all the same', async () => {
  const hour = now - (now % HOUR_MS)
  let time = hour + 30 * MINUTE_MS
  let onMerge = async () => {}
  const watched: Db = {
    ...db,
    system: async (work, priority) => {
      if (priority === 'reports') await onMerge()
      return db.system(work, priority)
    },
  }
  const telemetry = await openTelemetry(watched, { ...options, now: () => time })
  const append = async (point_id: number, data_time: number, value: number, points = 1) => {
    const of = Array.from({ length: points }, (_, i) => point_id + i)
    const written = telemetry.append(of.map((point_id) => ({ point_id, data_time, value, quality: 0 })))
    telemetry.hurry()
    await written
  }
  const minutesOf = async (point_id: number) => {
    const { rows } = await db.system((q) => sql`select from tlm_minute where point_id = ${point_id}`.execute(q))
    return rows.length
  }
  await telemetry.compact(time)
  time = hour + HOUR_MS + 10 * MINUTE_MS
  await append(700, hour, 7, pointsAtOnce + 1)
  vi.useFakeTimers({ toFake: ['performance'] })
  onMerge = async () => {
    onMerge = async () => {}
    await append(8, time - 2 * MINUTE_MS, 8)
    await append(700, hour + 1, 9)
    vi.advanceTimersByTime(MINUTE_MS)
  }
  await telemetry.compact(time)
  vi.useRealTimers()
  expect([await minutesOf(8), await minutesOf(700)]).toEqual([1, 0])
  await telemetry.compact(time)
  const kept = await telemetry.raw(700, 0, time, 10)
  expect(kept.map(({ value }) => value)).toEqual([7, 9])
  await telemetry.close()
})

test('what an organisation sent ahead of the clock is sealed early where it has much open, and is read as it was sent', async () => {
  const telemetry = await openTelemetry(db, options)
  const ahead = Array.from({ length: 500 }, (_, i): Sample => {
    return { point_id: 9, tenant_id: 9, data_time: now + 4 * MINUTE_MS + i * 100, value: i, quality: 0 }
  })
  const few = ahead.slice(0, 10).map((sample): Sample => ({ ...sample, point_id: 10, tenant_id: 10 }))
  const written = telemetry.append([...ahead, ...few])
  telemetry.hurry()
  await written
  expect(telemetry.isFull(9, 'open')).toBe(true)
  await telemetry.compact(now)
  expect(telemetry.isFull(9, 'open')).toBe(false)
  expect(telemetry.recent(10)).toHaveLength(10)
  expect(telemetry.recent(9)).toEqual([])
  const valuesOf = async () => (await telemetry.raw(9, 0, now + HOUR_MS, 1000)).map(({ value }) => value)
  expect(await valuesOf()).toEqual(ahead.map(({ value }) => value))
  const more = telemetry.append(ahead.map((sample) => ({ ...sample, data_time: sample.data_time + 1 })))
  telemetry.hurry()
  await more
  await telemetry.compact(now)
  expect(await valuesOf()).toEqual(ahead.flatMap(({ value }) => [value, value]))
  await telemetry.close()
})
