import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { decodeMinutes, encodeMinutes, toBuckets } from './buckets.ts'
import { decodeJournal, encodeJournal } from './journal.ts'
import type { Sample } from './sample.ts'
import { decodeSeries, emptySeries, encodeSeries, type Series } from './series.ts'

/** The same numbers every time: a failure can be looked at again. */
function random(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

const latestTime = 2 ** 50
const extremes = [0, 1e308, -1e308, 5e-324, -5e-324, 0.1 + 0.2, 1 / 3, 2 ** 53, -(2 ** 53), 1e15 + 0.5, 123.456789]
const kinds: ((next: () => number) => number)[] = [
  (next) => Math.floor(next() * 2),
  (next) => Math.round(next() * 1000) / 10,
  (next) => Math.round(next() * 1e9) / 1e6,
  (next) => (next() - 0.5) * 10 ** Math.floor(next() * 600 - 300),
  (next) => extremes[Math.floor(next() * extremes.length)] as number,
]
const steps = [1, 10, 1000, 60_000, 10 ** 9, 10 ** 12]

function anySeries(seed: number): Series {
  const next = random(seed)
  const series = emptySeries()
  const value = kinds[seed % kinds.length] as (next: () => number) => number
  const step = steps[seed % steps.length] as number
  const length = Math.floor(next() * (seed % 7 === 0 ? 4000 : 80))
  const varied = next() < 0.5
  let time = seed % 3 === 0 ? 0 : Math.floor(next() * 2e12)
  for (let i = 0; i < length && time < latestTime; i++) {
    series.times.push(time)
    series.values.push(varied && next() < 0.2 ? Number.NaN : value(next))
    series.states.push(varied ? Math.floor(next() * 3) : 0)
    time += 1 + Math.floor(next() * step)
  }
  return series
}

const seeds = Array.from({ length: 300 }, (_, seed) => seed)

test('any series comes back exactly as it was', () => {
  for (const seed of seeds) {
    const series = anySeries(seed)
    const back = emptySeries()
    decodeSeries(encodeSeries(series), back)
    expect(back, `seed ${seed}`).toEqual(series)
  }
})

test('chunks put one after another are read as one series', () => {
  const parts = [anySeries(1), anySeries(7), anySeries(14)]
  const back = emptySeries()
  decodeSeries(Buffer.concat(parts.map(encodeSeries)), back)
  expect(back.times).toEqual(parts.flatMap(({ times }) => times))
  expect(back.values).toEqual(parts.flatMap(({ values }) => values))
})

test('a journal row comes back in the order in which the samples came, with points mixed, texts and gaps', () => {
  for (const seed of seeds) {
    const next = random(seed)
    const samples = anySeries(seed).times.map((data_time, i): Sample => {
      const sample = { point_id: 1 + Math.floor(next() * 2 ** 40), data_time, quality: (i % 3) as 0 | 1 | 2 }
      if (next() < 0.1) return { ...sample, value: null, text: '运行 🙂'.repeat(i % 4) }
      return { ...sample, value: next() < 0.1 ? null : (kinds[i % kinds.length] as (n: () => number) => number)(next) }
    })
    samples.sort(() => next() - 0.5)
    expect(decodeJournal(encodeJournal(samples)), `seed ${seed}`).toEqual(samples)
  }
})

test('the minutes of an hour come back with counts and extremes exact and sums to 14 digits', () => {
  const hour = 495_000 * HOUR_MS
  for (const seed of seeds) {
    const next = random(seed)
    const { values } = anySeries(seed)
    const times = values.map(() => hour + Math.floor(next() * HOUR_MS)).sort((a, b) => a - b)
    const minutes = toBuckets({ times, values, states: values.map(() => 0) }, MINUTE_MS)
    const back = decodeMinutes(encodeMinutes(minutes), hour)
    expect(back.map(({ sum, ...minute }) => minute)).toEqual(minutes.map(({ sum, ...minute }) => minute))
    for (const [i, { sum }] of back.entries()) expect(sum.toPrecision(14)).toBe(minutes[i]?.sum.toPrecision(14))
  }
})

test('minutes of one reading each come back exactly and take a fifth of the values', () => {
  const hour = 495_000 * HOUR_MS
  const next = random(11)
  const values = Array.from({ length: 20 }, () => next())
  const times = values.map((_, i) => hour + i * 3 * MINUTE_MS)
  const minutes = toBuckets({ times, values, states: values.map(() => 0) }, MINUTE_MS)
  const bytes = encodeMinutes(minutes)
  expect(decodeMinutes(bytes, hour)).toEqual(minutes)
  expect(bytes.length).toBeLessThan(values.length * 10)
})

test('a chunk that is cut off is refused instead of misread', () => {
  const whole = encodeSeries(anySeries(7))
  expect(() => decodeSeries(whole.subarray(0, whole.length - 3), emptySeries())).toThrow(RangeError)
})

test('a steady reading every second with one decimal takes less than a byte and a half', () => {
  const next = random(5)
  const times = Array.from({ length: 3600 }, (_, i) => i * 1000)
  const values = times.map(() => Math.round((20 + next()) * 10) / 10)
  expect(encodeSeries({ times, values, states: times.map(() => 0) }).length / times.length).toBeLessThan(1.5)
})
