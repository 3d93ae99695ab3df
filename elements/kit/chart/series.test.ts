import { expect, test } from 'vitest'
import { SERIES_PATTERNS } from '../../../core/catalogue/themes.ts'
import { bandPieces, loneDots, patternOf, valueAt } from './series.ts'

const points = Float64Array.of(10, 1, 20, 2, 30, Number.NaN, 40, 4)

test('the value at a time is the last one before it, and none before the first or in a gap', () => {
  expect([9, 10, 15, 20, 29, 35, 40, 99].map((time) => valueAt(points, time))).toEqual([
    Number.NaN,
    1,
    1,
    2,
    2,
    Number.NaN,
    4,
    4,
  ])
  expect(valueAt(new Float64Array(), 5)).toBeNaN()
})

test('a band is cut at its gaps', () => {
  const band = Float64Array.of(1, 0, 9, 2, 1, 8, 3, Number.NaN, Number.NaN, 4, 2, 7)
  expect(bandPieces(band).map(({ times }) => times)).toEqual([[1, 2], [4]])
})

test('a value between two gaps, or alone in a curve, is a dot, and a line is none', () => {
  const gap = Number.NaN
  expect([...loneDots(Float64Array.of(0, 5, 1, gap, 10, 7, 11, gap, 20, 1, 30, 2), 5)]).toEqual([0, 5, 10, 7])
  expect([...loneDots(Float64Array.of(40, 3), 5)]).toEqual([40, 3])
  expect([...loneDots(Float64Array.of(), 5)]).toEqual([])
})

test('values between two gaps that are too close together for a line are dots at the lowest and the highest', () => {
  const gap = Number.NaN
  const burst = Float64Array.of(0, 5, 1, 9, 2, 6, 3, gap, 50, 1)
  expect([...loneDots(burst, 5)]).toEqual([0, 5, 0, 9, 50, 1])
  expect([...loneDots(burst, 1)]).toEqual([50, 1])
})

test('curves of other devices are dashed unlike each other, unlike earlier ones and unlike the own ones', () => {
  const others = [0, 1, 2].map((other) => patternOf({ other }, 0))
  const all = [...others, patternOf({ earlierOf: 'flow' }, 0), ...SERIES_PATTERNS.slice(0, 4)]
  expect(new Set(all.map(String)).size).toBe(8)
  expect(patternOf({ other: 1 }, 7)).toEqual(others[1])
})
