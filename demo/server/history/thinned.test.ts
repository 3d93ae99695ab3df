import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { toBuckets } from './buckets.ts'
import { OpenMinutes } from './open-minutes.ts'
import { emptySeries, HOUR_MOST, inOrder, MINUTE_MOST, type Series, thinned, thinnedHour } from './series.ts'

const START = Date.UTC(2026, 10, 20)

/** A sample every `step` ms from `START` on; every tenth is bad. */
function dense(count: number, step: number): Series {
  const series = emptySeries()
  for (let i = 0; i < count; i++) {
    series.times.push(START + i * step)
    series.values.push(Math.sin(i / 50) * 100)
    series.states.push(i % 10 === 9 ? 2 : 0)
  }
  return series
}

const shape = (of: Series) => toBuckets(of, 250).map(({ t0, min, max, first, last }) => [t0, min, max, first, last])

test('a minute with up to 6,000 samples keeps them all', () => {
  const series = dense(2 * MINUTE_MOST, 10)
  expect(thinned(series)).toEqual(series)
})

test('a minute with more samples keeps fewer, with its first, lowest, highest and last value', () => {
  const series = dense(150_000, 1)
  const kept = thinned(series)
  expect(kept.times.length).toBeLessThanOrEqual(3 * MINUTE_MOST)
  expect(shape(kept)).toEqual(shape(series))
  expect(kept.states).toContain(2)
})

test('an hour keeps at most 72,000 samples, with the lowest and highest of each quarter of a second', () => {
  const series = dense(6 * HOUR_MOST, 8)
  const kept = thinnedHour(series)
  expect(kept.times.length).toBeLessThanOrEqual(HOUR_MOST)
  expect(shape(kept)).toEqual(shape(series))
  expect(thinnedHour(kept)).toEqual(kept)
  const sparse = dense(HOUR_MOST, 50)
  expect(thinnedHour(sparse)).toEqual(sparse)
})

test('what was thinned stays as it is when it is thinned again', () => {
  const once = thinned(dense(100_000, 1))
  expect(thinned(once)).toEqual(once)
})

test('a quiet minute beside a busy one keeps all its samples', () => {
  const series = dense(60_000, 1)
  for (let i = 0; i < 100; i++) {
    series.times.push(START + MINUTE_MS + i * 500)
    series.values.push(i)
    series.states.push(0)
  }
  expect(thinned(series).values.slice(-100)).toEqual(Array.from({ length: 100 }, (_, i) => i))
})

test('samples in any order come out by time, of equal times the last one', () => {
  const mixed = { times: [5, 1, 9, 5, 1], values: [1, 2, 3, 4, 5], states: [0, 0, 2, 1, 0] }
  expect(inOrder(mixed)).toEqual({ times: [1, 5, 9], values: [5, 4, 3], states: [0, 1, 2] })
})

test('a point that reports a thousand times a second takes as little memory as the minute keeps', () => {
  const open = new OpenMinutes()
  for (let second = 0; second < 60; second++)
    open.add(
      Array.from({ length: 1000 }, (_, i) => {
        return { point_id: 1, data_time: START + second * 1000 + i, value: i, quality: 0 as const }
      }),
    )
  const { times, values } = open.series(1, 0, Number.POSITIVE_INFINITY)
  expect(times.length).toBeLessThan(4 * MINUTE_MOST)
  expect(values.at(-1)).toBe(999)
})

test('a point that reports texts without end keeps one a second, the last', () => {
  const open = new OpenMinutes()
  for (let i = 0; i < 30_000; i++)
    open.add([{ point_id: 1, data_time: START + i, value: null, text: `${i}`, quality: 0 }])
  const texts = open.texts(1, 0, Number.POSITIVE_INFINITY)
  expect(texts.length).toBeLessThan(2 * MINUTE_MOST + 100)
  expect(texts.at(-1)?.text_value).toBe('29999')
  const sealing = open.seal(() => true)
  expect([...sealing.texts()]).toEqual([...texts, null])
  expect(open.texts(1, 0, Number.POSITIVE_INFINITY)).toEqual(texts)
  sealing.done()
  expect(open.texts(1, 0, Number.POSITIVE_INFINITY)).toEqual([])
})

test('points are sealed one after the other: all that is not sealed yet is read meanwhile, and what comes stays open', () => {
  const open = new OpenMinutes()
  const points = [1, 2, 3]
  const say = (data_time: number) =>
    open.add(points.map((point_id) => ({ point_id, data_time, value: data_time, quality: 0 as const })))
  const timesOf = (point_id: number) => open.series(point_id, 0, Number.POSITIVE_INFINITY).times
  const [ripe, unripe, late] = [START, START + 60_000, START + 60_001]
  say(ripe)
  say(unripe)
  const sealing = open.seal((time) => time < unripe)
  const walk = sealing.series()[Symbol.iterator]()
  expect(walk.next().value).toEqual([1, { times: [ripe], values: [ripe], states: [0] }])
  say(late)
  for (const point_id of points) expect(timesOf(point_id)).toEqual([ripe, unripe, late])
  const others: unknown[] = []
  for (let next = walk.next(); !next.done; next = walk.next()) others.push(next.value?.[0])
  expect(others).toEqual([2, 3])
  for (const point_id of points) expect(timesOf(point_id)).toEqual([ripe, unripe, late])
  sealing.done()
  for (const point_id of points) expect(timesOf(point_id)).toEqual([unripe, late])
  const next = open.seal(() => true)
  next.series()[Symbol.iterator]().next()
  next.undo()
  for (const point_id of points) expect(timesOf(point_id)).toEqual([unripe, late])
})

test('a point whose samples are all still to come is passed in a step of its own', () => {
  const open = new OpenMinutes()
  for (const point_id of [1, 2, 3])
    open.add([{ point_id, data_time: START + (point_id === 2 ? 0 : 60_000), value: 1, quality: 0 }])
  const sealing = open.seal((time) => time < START + 60_000)
  expect([...sealing.series()].map((one) => one?.[0] ?? null)).toEqual([null, 2, null])
  sealing.done()
  expect([1, 2, 3].map((point_id) => open.series(point_id, 0, Number.POSITIVE_INFINITY).times.length)).toEqual([
    1, 0, 1,
  ])
})
