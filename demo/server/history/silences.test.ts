import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/catalogue/durations.ts'
import { silencesIn } from './silences.ts'

/** A device that reports every ten seconds and counts as silent after three of them. */
const rule = { staleMs: 30 * SECOND_MS, bucketMs: 0, leastMs: 0 }
const seconds = (...times: number[]) => times.map((time) => time * SECOND_MS)
const steps = (from: number, count: number, stepMs: number) =>
  Array.from({ length: count }, (_, i) => from + i * stepMs)

test('a device is silent between two values that are further apart than the rule of staleness allows', () => {
  expect(silencesIn(seconds(0, 10, 20, 51, 60), rule)).toEqual([seconds(20, 51)])
  expect(silencesIn(seconds(0, 10, 20, 50, 60), rule)).toEqual([])
})

test('values far apart are silences between each other, however many of them there are', () => {
  const rare = seconds(0, 95, 755, 790, 990, 1035)
  expect(silencesIn(rare, rule)).toHaveLength(5)
  expect(silencesIn(rare.slice(0, 2), rule)).toEqual([seconds(0, 95)])
})

test('a steady slower pace is no silence, and three of its steps without a value are', () => {
  const imported = [...steps(0, 8, MINUTE_MS), ...steps(20 * MINUTE_MS, 8, MINUTE_MS)]
  expect(silencesIn(imported, rule)).toEqual([[7 * MINUTE_MS, 20 * MINUTE_MS]])
})

test('history of a slow pace goes over into faster readings without a silence', () => {
  const times = [...steps(0, 8, MINUTE_MS), ...steps(8 * MINUTE_MS, 40, 10 * SECOND_MS)]
  expect(silencesIn(times, rule)).toEqual([])
})

test('a silence is the same beside slower history and beside faster', () => {
  const [away, back] = [4 * HOUR_MS, 4 * HOUR_MS + 11 * MINUTE_MS]
  const live = [...steps(away - 400 * SECOND_MS, 41, 10 * SECOND_MS), ...steps(back, 40, 10 * SECOND_MS)]
  const imported = steps(0, 18, 10 * MINUTE_MS)
  expect(silencesIn(live, rule)).toEqual([[away, back]])
  expect(silencesIn([...imported, ...live], rule)).toContainEqual([away, back])
})

test('a minute without a value is a silence, and it begins where the minute before ends', () => {
  const minutes = [0, 1, 2, 4, 5].map((minute) => minute * MINUTE_MS)
  expect(silencesIn(minutes, { ...rule, bucketMs: MINUTE_MS })).toEqual([[3 * MINUTE_MS, 4 * MINUTE_MS]])
})

test('a silence that no pixel column could show is not reported', () => {
  const times = seconds(0, 10, 50, 60, 200)
  expect(silencesIn(times, { ...rule, leastMs: 60 * SECOND_MS })).toEqual([seconds(60, 200)])
})

test('a device that was away while a value was due was silent, however slow its pace and short its absence', () => {
  const away = (from: number, to: number) => ({ ...rule, away: [[from, to]] as [number, number][] })
  const imported = steps(0, 12, 10 * MINUTE_MS)
  expect(silencesIn(imported, away(22 * MINUTE_MS, 29 * MINUTE_MS))).toEqual([[20 * MINUTE_MS, 30 * MINUTE_MS]])
  expect(silencesIn(seconds(0, 10, 20, 40, 50), away(25_000, 38_000))).toEqual([seconds(20, 40)])
})

test('a device that comes only to send, or sends later what it kept while it was away, was not silent', () => {
  const every = steps(0, 20, 10 * SECOND_MS)
  const between = every.map((time) => [time + SECOND_MS, time + 9 * SECOND_MS] as [number, number])
  expect(silencesIn(every, { ...rule, away: between })).toEqual([])
  expect(silencesIn(every, { ...rule, away: [[5 * SECOND_MS, 100 * SECOND_MS]] })).toEqual([])
})
