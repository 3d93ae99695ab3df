import { expect, test } from 'vitest'
import { labelledPlaces, roundAbove } from './bars.ts'

test('the scale ends at a round number that holds the highest bar', () => {
  expect([0, 1, 2, 4, 10, 11, 144, 301, 9999].map(roundAbove)).toEqual([1, 1, 2, 5, 10, 15, 150, 500, 10_000])
})

test('no more than six bars are named', () => {
  expect(labelledPlaces(0)).toEqual([])
  expect(labelledPlaces(5)).toEqual([0, 1, 2, 3, 4])
  expect(labelledPlaces(24)).toEqual([0, 4, 8, 12, 16, 20])
  expect(labelledPlaces(743)).toHaveLength(6)
})
