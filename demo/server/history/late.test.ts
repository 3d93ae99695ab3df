import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { makeDevice } from '../../../tests/server/devices.ts'
import { watchRows } from '../../../tests/server/rows-returned.ts'
import { stores, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { TimeUp } from '../limits/turns.ts'
import { mergeLate, pointsAtOnce, rowsAtOnce, sealMinutes } from './compaction.ts'
import { LATE_READ_AT_ONCE, LateMinutes } from './late-minutes.ts'
import { OpenMinutes } from './open-minutes.ts'
import { Partitions } from './partitions.ts'
import { encodeSeries } from './series.ts'
import { openTelemetry, type Sample, type Telemetry } from './telemetry.ts'

const now = Date.UTC(2026, 10, 20, 12, 30)
const log = { info: () => {} }

describe.each(stores)('late hours in $name', ({ start }) => {
  let store: TestStore
  let db: Db
  let telemetry: Telemetry
  const open = () => openTelemetry(db, { now: () => now, log })

  beforeAll(async () => {
    store = await start()
    db = await openDb(store.place)
    telemetry = await open()
  })
  afterAll(async () => {
    await telemetry.close()
    await db.close()
    await store.stop()
  })

  const pointOf = async (tenant_id: number): Promise<number> => {
    await makeDevice(db, `LATE${tenant_id}`, { tenant_id, points: [{ key: 'n', data_type: 'number' }] })
    const { point_id } = await db.system((q) =>
      q.selectFrom('point').select('point_id').where('tenant_id', '=', tenant_id).executeTakeFirstOrThrow(),
    )
    return point_id
  }
  const sampleOf = (point_id: number, data_time: number, value: number): Sample => {
    return { point_id, data_time, value, quality: 0 }
  }
  /** A sample in each of so many hours of the past days. */
  const samplesOf = (point_id: number, hours: number): Sample[] =>
    Array.from({ length: hours }, (_, i) => sampleOf(point_id, now - 10 * DAY_MS - (hours - i) * HOUR_MS, i))
  const late = async (point_id: number) => {
    const { rows } = await db.system((q) =>
      sql<{ count: number }>`select count(*)::int as count from tlm_minute_late where point_id = ${point_id}`.execute(
        q,
      ),
    )
    return rows[0]?.count
  }
  const all = (point_id: number) => telemetry.raw(point_id, 0, now, 1_000_000)

  test('an organisation with very many late hours has some of them merged, then another has its own', async () => {
    const [many, few] = [await pointOf(1), await pointOf(2)]
    const samples = samplesOf(many, 3 * pointsAtOnce)
    const opened = new OpenMinutes()
    opened.add([...samples, ...samplesOf(few, 3)])
    const compaction = {
      db,
      open: opened,
      late: new LateMinutes(),
      partitions: new Partitions(db),
      now,
      gone: undefined,
    }
    await sealMinutes(compaction, now)
    expect([await late(many), await late(few)]).toEqual([3 * pointsAtOnce, 3])
    let turns = 2
    const pause = async () => {
      if (turns-- === 0) throw new TimeUp()
    }
    await expect(mergeLate(compaction, { pause })).rejects.toThrow(TimeUp)
    expect([await late(many), await late(few)]).toEqual([2 * pointsAtOnce, 0])
    expect(await all(many)).toEqual(samples)
    await telemetry.compact(now)
    expect(await late(many)).toBe(0)
    expect(await all(many)).toEqual(samples)
  })

  test('each statement that merges late minutes reads a bounded number of points, and all are merged after a start', async () => {
    const minute = now - 30 * DAY_MS - (now % HOUR_MS)
    const [first, points] = [2_000_000, LATE_READ_AT_ONCE + 500]
    const data = encodeSeries({ times: [minute + 1], values: [7], states: [0] })
    await db.system((q) =>
      sql`insert into tlm_minute (point_id, t0, seq, data)
        select n, ${minute}::bigint, 1, ${data} from generate_series(${first}::int, ${first + points - 1}::int) n`.execute(
        q,
      ),
    )
    const watched = watchRows(db)
    const again = await openTelemetry(watched.db, { now: () => now, log })
    for (const point_id of [first, first + points - 1]) {
      while ((await late(point_id)) !== 0) await again.compact(now)
      expect(await all(point_id)).toMatchObject([{ value: 7 }])
    }
    await again.close()
    expect(watched.most()).toBeLessThanOrEqual(LATE_READ_AT_ONCE)
  })

  test('late minutes of one hour are merged in their order, however many there are, and of a deleted point too', async () => {
    const hour = now - 20 * DAY_MS - (now % HOUR_MS)
    const opened = new OpenMinutes()
    const compaction = {
      db,
      open: opened,
      late: new LateMinutes(),
      partitions: new Partitions(db),
      now,
      gone: undefined,
    }
    const values = Array.from({ length: Math.ceil(rowsAtOnce / 60) + 3 }, (_, i) => i)
    for (const value of values) {
      opened.add(Array.from({ length: 60 }, (_, i) => sampleOf(999_999, hour + i * MINUTE_MS, value)))
      await sealMinutes(compaction, now)
    }
    expect(await late(999_999)).toBe(60 * values.length)
    await telemetry.close()
    telemetry = await open()
    await telemetry.compact(now)
    expect(await late(999_999)).toBe(0)
    expect((await all(999_999)).map(({ value }) => value)).toEqual(Array(60).fill(values.at(-1)))
  })

  test('when the server closes what is sealed and merged is broken off, and nothing is lost or there twice', async () => {
    const point_id = await pointOf(3)
    const samples = [
      ...samplesOf(point_id, 250),
      ...Array.from({ length: 150 }, (_, i) => sampleOf(point_id, now - 3 * HOUR_MS + i * MINUTE_MS, i)),
    ]
    const texts = samples.map(
      (sample): Sample => ({ ...sample, data_time: sample.data_time + 1, value: null, text: 'x' }),
    )
    await telemetry.append([...samples, ...texts])
    const expected = [...samples, ...texts].sort((a, b) => a.data_time - b.data_time)
    for (let most = 0, isDone = false; !isDone; most++) {
      await telemetry.close()
      const closing = new AbortController()
      let afterwards = 0
      let left = Number.POSITIVE_INFINITY
      const counted: Db = {
        ...db,
        system: (...work) => {
          if (closing.signal.aborted) afterwards += 1
          else if (left-- === 0) closing.abort()
          return db.system(...work)
        },
      }
      telemetry = await openTelemetry(counted, { now: () => now, log })
      left = most
      await telemetry.compact(now, closing.signal)
      isDone = !closing.signal.aborted
      expect(afterwards).toBeLessThan(40)
      left = Number.POSITIVE_INFINITY
      expect(await all(point_id)).toEqual(expected)
    }
    expect(await late(point_id)).toBe(0)
  })
})
