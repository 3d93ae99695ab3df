import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../catalogue/durations.ts'
import { loadOf } from './rule-load.ts'

test('steps of ten minutes have the verdict of their count', () => {
  const times = [0, 1, 11, ...Array.from({ length: 3 }, () => 25), ...Array.from({ length: 12 }, () => 35)]
  const load = loadOf(
    times.map((minute) => minute * MINUTE_MS),
    4,
    0,
    HOUR_MS,
  )
  expect(load).toMatchObject({ total: 18, suppressed: 4, acceptable: 3, manageable: 1, busy: 1, flood: 1 })
})

test('the peak is of any ten minutes, not of the steps, and has its start time', () => {
  const times = [8, 9, 12, 17, 19].map((minute) => minute * MINUTE_MS)
  expect(loadOf(times, 0, 0, HOUR_MS)).toMatchObject({ peak: 4, peak_time: 8 * MINUTE_MS })
})

test('a load without any alarm has no peak, and all of it is acceptable', () => {
  expect(loadOf([], 0, 0, 30 * MINUTE_MS)).toMatchObject({ total: 0, peak: 0, peak_time: null, acceptable: 3 })
})
