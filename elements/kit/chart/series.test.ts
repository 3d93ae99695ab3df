import { expect, test } from 'vitest'
import { bandPieces, valueAt } from './series.ts'

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
