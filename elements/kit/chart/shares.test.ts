import { expect, test } from 'vitest'
import { arcs, valueTicks } from './shares.ts'

test('values share a whole; what is missing or below 0 has no share', () => {
  expect(arcs([1, null, 3, -2])).toEqual([{ from: 0, share: 0.25 }, null, { from: 0.25, share: 0.75 }, null])
  expect(arcs([0, null])).toEqual([null, null])
  expect(arcs([])).toEqual([])
})

test('the ticks of an axis of values are round and hold all values and 0', () => {
  expect(valueTicks(3, 87)).toEqual([0, 25, 50, 75, 100])
  expect(valueTicks(-12, 30)).toEqual([-20, 0, 20, 40])
  expect(valueTicks(0, 0)).toEqual([0, 0.25, 0.5, 0.75, 1])
  expect(valueTicks(-5, -1)).toEqual([-6, -4, -2, 0])
  expect(valueTicks(0, 0.3)).toEqual([0, 0.1, 0.2, 0.3])
})
