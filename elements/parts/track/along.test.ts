import { expect, test } from 'vitest'
import { type Fix, placeAt } from './along.ts'

const fixes: Fix[] = [
  [1000, 30, 120, 10],
  [2000, 31, 121, 20],
  [4000, 31, 121, 0],
]

test('a place between two fixes is on the straight line', () => {
  expect(placeAt(fixes, 1500)).toMatchObject({ lat: 30.5, lng: 120.5, speed: 10 })
})
test('a place is unknown before the first fix, and after the last it stays there', () => {
  expect(placeAt(fixes, 999)).toBeNull()
  expect(placeAt(fixes, 9999)).toMatchObject({ lat: 31, lng: 121 })
  expect(placeAt([], 5)).toBeNull()
})
