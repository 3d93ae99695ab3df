import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { stores, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { openTelemetry, type Sample, type Telemetry } from './telemetry.ts'

const midnight = Date.UTC(2026, 10, 20)
const log = { info: () => {} }

/** The same numbers every time: a failure can be looked at again. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

const good = (point_id: number, data_time: number, value: number | null): Sample => ({
  point_id,
  data_time,
  value,
  quality: 0,
})

/** A point's samples every `step` ms with a little noise, times not on the beat. */
function walk(point_id: number, from: number, to: number, step: number): Sample[] {
  const next = random(point_id)
  let level = 50
  const samples: Sample[] = []
  for (let time = from; time < to; time += step) {
    level += next() - 0.5
    samples.push(good(point_id, time + Math.floor(next() * step), Math.round(level * 100) / 100))
  }
  return samples
}

const inTime = (samples: readonly Sample[]): Sample[] => {
  const last = new Map(samples.map((sample) => [sample.data_time, sample]))
  return [...last.values()].sort((a, b) => a.data_time - b.data_time)
}

/** What a curve must be, the slow way: samples, or the spans that they fall into, column by column. */
function drawn(samples: readonly Sample[], from: number, to: number, width: number, span: number) {
  const rows = new Map<number, [number, number, number, number, number, number]>()
  for (const { data_time, value, quality } of inTime(samples)) {
    const at = span === 0 ? data_time : data_time - (data_time % span)
    const start = span === 0 ? from : from - (from % span)
    if (value === null || quality === 2 || at < start || at >= to) continue
    const column = Math.max(0, Math.floor(((at - from) * width) / (to - from)))
    const row = rows.get(column)
    if (!row) rows.set(column, [from + Math.ceil((column * (to - from)) / width), value, value, value, value, 1])
    else rows.set(column, [row[0], Math.min(row[1], value), Math.max(row[2], value), row[3], value, row[5] + 1])
  }
  return [...rows.values()]
}

describe.each(stores)('history in $name', ({ start }) => {
  let store: TestStore
  let db: Db
  let telemetry: Telemetry
  let now = midnight + DAY_MS
  /** The clock goes on, and the minute's job runs. */
  const pass = (ms: number) => {
    now += ms
    return telemetry.compact(now)
  }
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

  const all = (point_id: number) => telemetry.raw(point_id, 0, now + DAY_MS, 1_000_000)

  test('samples are found at once, in order, whatever the order in which they came', async () => {
    const samples = [good(1, now - 3000, 3), good(1, now - 5000, 1), good(1, now - 4000, 2)]
    await telemetry.append(samples)
    expect(await all(1)).toEqual(inTime(samples))
    expect(await telemetry.raw(1, 0, now, 2, 'desc')).toEqual([good(1, now - 3000, 3), good(1, now - 4000, 2)])
  })

  test('what comes at once is written in rows of bounded size, the calls in their order', async () => {
    const calls = [0, 1, 2, 3].map((call) =>
      Array.from({ length: 15_000 }, (_, i) => good(1000 + (i % 3000), now - 10_000 + Math.floor(i / 3000), call)),
    )
    await Promise.all(calls.map((samples) => telemetry.append(samples)))
    const { rows } = await db.system((q) =>
      sql<{ n: number }>`select n from tlm_journal where n >= 15000 order by seq`.execute(q),
    )
    expect(rows.map(({ n }) => n)).toEqual([30_000, 30_000])
    expect((await all(1000)).map(({ value }) => value)).toEqual([3, 3, 3, 3, 3])
  })

  test('the last of several samples with one time counts, in memory, in minutes and in hours', async () => {
    const time = now - 2 * HOUR_MS
    for (const value of [1, 2, 3]) {
      await telemetry.append([good(2, time, value), good(2, time + value, value)])
      if (value === 1) await telemetry.compact(now)
      if (value === 2) await pass(MINUTE_MS)
    }
    const expected = [good(2, time, 3), good(2, time + 1, 1), good(2, time + 2, 2), good(2, time + 3, 3)]
    expect(await all(2)).toEqual(expected)
    await pass(MINUTE_MS)
    expect(await all(2)).toEqual(expected)
    const { rows } = await telemetry.curve(2, time - 3 * HOUR_MS, time + 5 * HOUR_MS, 100, MINUTE_MS)
    expect(rows.map((row) => row.slice(1))).toEqual([[1, 3, 3, 3, 4]])
  })

  test('what comes days late is in the list, in the roll-ups and in the curve', async () => {
    const samples = walk(3, midnight, midnight + 3 * HOUR_MS, 10_000)
    await telemetry.load(samples)
    const late = walk(3, midnight + HOUR_MS, midnight + 2 * HOUR_MS, 7_000).map((sample) => ({ ...sample, value: 99 }))
    await telemetry.append(late)
    const both = [...samples, ...late]
    const expected = drawn(both, midnight, midnight + 10 * HOUR_MS, 40, MINUTE_MS)
    for (let round = 0; round < 3; round++) {
      expect(await all(3)).toEqual(inTime(both))
      expect((await telemetry.curve(3, midnight, midnight + 10 * HOUR_MS, 40, MINUTE_MS)).rows).toEqual(expected)
      await pass(MINUTE_MS)
    }
    const { rows } = await db.system((q) => sql`select 1 from tlm_minute where point_id = 3`.execute(q))
    expect(rows).toEqual([])
  })

  test('texts and values without a number come back as they were', async () => {
    const samples: Sample[] = [
      { point_id: 4, data_time: now - 9000, value: null, text: 'läuft "gut" \\ 运行', quality: 0 },
      { point_id: 4, data_time: now - 8000, value: null, quality: 2 },
      { point_id: 4, data_time: now - 7000, value: 1, quality: 1 },
      { point_id: 4, data_time: now - 6000, value: null, text: '', quality: 0 },
    ]
    await telemetry.append(samples)
    expect(await all(4)).toEqual(samples)
    await pass(2 * HOUR_MS)
    expect(await all(4)).toEqual(samples)
    expect(await telemetry.raw(4, 0, now, 2, 'desc')).toEqual([samples[3], samples[2]])
    expect((await telemetry.curve(4, now - 3 * HOUR_MS, now, 10, MINUTE_MS)).rows.map((row) => row[5])).toEqual([1])
  })

  test('a list is read in pages, from both ends', async () => {
    const samples = inTime(walk(5, midnight - 5 * DAY_MS, midnight - 2 * DAY_MS, 60_000))
    await telemetry.load(samples)
    const pages: Sample[] = []
    for (let from = 0; ; from = (pages.at(-1)?.data_time ?? 0) + 1) {
      const page = await telemetry.raw(5, from, now, 1000)
      pages.push(...page)
      if (page.length < 1000) break
    }
    expect(pages).toEqual(samples)
    expect(await telemetry.raw(5, 0, now, 2000, 'desc')).toEqual(samples.slice(-2000).reverse())
  })

  test('numbers that cannot be stored are refused, and nothing of their call is kept', async () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      await expect(telemetry.append([good(6, now, 1), good(6, now + 1, value)])).rejects.toThrow(RangeError)
    }
    await expect(telemetry.append([good(6, now + DAY_MS, 1)])).rejects.toThrow(RangeError)
    await expect(telemetry.append([good(6, 1.5, 1)])).rejects.toThrow(RangeError)
    expect(await all(6)).toEqual([])
  })

  test('curves of raw samples and of minutes are exact, with sealed, merged and open parts and a gap', async () => {
    const noon = midnight - 30 * DAY_MS
    const before = now
    const samples = [
      ...walk(7, noon, noon + 5 * HOUR_MS, 5_000),
      ...walk(7, noon + 8 * HOUR_MS, noon + 11.5 * HOUR_MS, 5_000),
    ]
    now = noon
    for (let from = noon; from < noon + 12 * HOUR_MS; from += 1.5 * HOUR_MS) {
      now = from + 1.5 * HOUR_MS
      await telemetry.append(samples.filter(({ data_time }) => data_time >= from && data_time < now))
      if (from < noon + 10 * HOUR_MS) await telemetry.compact(now)
    }
    const ranges = [
      [noon + 4.2 * HOUR_MS, noon + 9.7 * HOUR_MS, 613],
      [noon + 10.13 * HOUR_MS, noon + 12 * HOUR_MS, 1600],
      [noon + 1.01 * HOUR_MS, noon + 11.9 * HOUR_MS, 800],
      [noon - DAY_MS, noon + 2 * DAY_MS, 377],
    ] as const
    for (const [start, end, width] of ranges) {
      const [from, to] = [Math.round(start), Math.round(end)]
      const { source, rows } = await telemetry.curve(7, from, to, width, MINUTE_MS)
      expect(source).toBe(to - from > 6 * HOUR_MS ? 'minute' : 'raw')
      expect(rows).toEqual(drawn(samples, from, to, width, source === 'minute' ? MINUTE_MS : 0))
    }
    const month = await telemetry.curve(7, noon - 20 * DAY_MS, noon + 10 * DAY_MS, 800, MINUTE_MS)
    expect(month.source).toBe('hour')
    expect(month.rows).toEqual(drawn(samples, noon - 20 * DAY_MS, noon + 10 * DAY_MS, 800, HOUR_MS))
    now = before
  })

  test('a point that reports a thousand times a second is kept in 6,000 samples a minute, its highest among them', async () => {
    const hour = midnight - 3 * HOUR_MS
    const samples = Array.from({ length: 150_000 }, (_, i) => good(21, hour + i, i === 77_777 ? 1_000 : i % 100))
    await telemetry.load(samples)
    await telemetry.load([good(21, hour + 30_000, -5)])
    await telemetry.append(samples.map((sample) => ({ ...sample, point_id: 22 })))
    await pass(2 * HOUR_MS)
    for (const point_id of [21, 22]) {
      const kept = await all(point_id)
      expect(kept.length).toBeLessThanOrEqual(3 * 6_000)
      expect(kept).toContainEqual(good(point_id, hour + 77_777, 1_000))
    }
    expect(await all(21)).toContainEqual(good(21, hour + 30_000, -5))
  })

  test('loading the same days again changes nothing', async () => {
    const samples = walk(8, midnight - 2 * DAY_MS, midnight, 30_000)
    await telemetry.load(samples)
    const first = await telemetry.curve(8, midnight - 2 * DAY_MS, midnight, 500, MINUTE_MS)
    await telemetry.load(samples)
    expect(await all(8)).toEqual(inTime(samples))
    expect(await telemetry.curve(8, midnight - 2 * DAY_MS, midnight, 500, MINUTE_MS)).toEqual(first)
  })

  test('what is loaded counts over what was appended before it, sealed or not', async () => {
    const time = now - MINUTE_MS
    await telemetry.append([good(11, time - 2, 1), good(11, time - 1, 1)])
    await telemetry.compact(now)
    await telemetry.append([good(11, time, 1), { ...good(12, time, null), text: 'old' }])
    await telemetry.load([good(11, time - 1, 2), good(11, time, 2), { ...good(12, time, null), text: 'new' }])
    for (let round = 0; round < 3; round++) {
      expect((await all(11)).map(({ value }) => value)).toEqual([1, 2, 2])
      expect((await all(12)).map(({ text }) => text)).toEqual(['new'])
      await pass(round * 2 * HOUR_MS)
    }
    await telemetry.load([good(11, time - 2, 3)])
    expect((await all(11)).map(({ value }) => value)).toEqual([3, 2, 2])
  })

  test('after a restart the journal is replayed, twice if need be, and emptied when it is sealed', async () => {
    const samples = walk(9, now - 10 * MINUTE_MS, now, 1000).filter(({ data_time }) => data_time < now)
    await telemetry.append(samples)
    for (let restarts = 0; restarts < 2; restarts++) {
      await telemetry.close()
      telemetry = await open()
      expect(await all(9)).toEqual(inTime(samples))
    }
    await pass(MINUTE_MS)
    await telemetry.close()
    telemetry = await open()
    expect(await all(9)).toEqual(inTime(samples))
    const { rows } = await db.system((q) => sql`select 1 from tlm_journal`.execute(q))
    expect(rows).toEqual([])
  })

  test('texts of a load count as hours, half of one each, and add nothing where they are there already', async () => {
    const texts = Array.from({ length: 2001 }, (_, i) => ({ ...good(13, now - DAY_MS + i, null), text: 'on' }))
    const prepared = await telemetry.prepare(texts)
    expect(prepared.hours).toBe(1001)
    expect((await prepared.adds()).history_bytes).toBe(2001 * 102)
    await prepared.write()
    const longer = texts.map((sample, i) => (i === 0 ? { ...sample, text: 'open' } : sample))
    expect((await (await telemetry.prepare(longer)).adds()).history_bytes).toBe(2)
  })

  test('partitions older than the history reaches back are dropped', async () => {
    const names = async () => {
      const { rows } = await db.system((q) =>
        sql<{
          relname: string
        }>`select relname from pg_class where relkind = 'r' and relname like 'tlm_hour_%'`.execute(q),
      )
      return rows.map(({ relname }) => relname)
    }
    await telemetry.load([good(10, now - 390 * DAY_MS, 1)])
    const before = await names()
    now += 60 * DAY_MS
    await telemetry.compact(now)
    expect(await names()).not.toEqual(expect.arrayContaining(before))
    expect(await all(10)).toEqual([])
  })
})
