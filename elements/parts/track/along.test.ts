import { expect, test } from 'vitest'
import { type Fix, measureTrack, placeAt } from './along.ts'

const fixes: Fix[] = [
  [1000, 30, 120, 10],
  [2000, 31, 121, 20],
  [4000, 31, 121, 0],
]

test('a place between two fixes is on the straight line', () => {
  expect(placeAt(fixes, 1500)).toMatchObject({ lat: 30.5, lng: 120.5, speed: 15 })
})
test('a place is unknown before the first fix, and after the last it stays there', () => {
  expect(placeAt(fixes, 999)).toBeNull()
  expect(placeAt(fixes, 9999)).toMatchObject({ lat: 31, lng: 121 })
  expect(placeAt([], 5)).toBeNull()
})

test('what lies in the gap of a track counts neither as way nor as time', () => {
  const fixes: Fix[] = [
    [0, 31, 121, 36],
    [100_000, 31.009, 121, 40],
    [4_000_000, 32, 121, 30],
    [4_600_000, 32, 121, 0],
  ]
  const all = measureTrack(fixes, [{ start_time: 100_000, end_time: 4_000_000 }])
  expect(Math.round(all.metres)).toBe(1002)
  expect([all.movingMs, all.fastest]).toEqual([100_000, 40])
  expect(measureTrack(fixes, []).metres).toBeGreaterThan(100_000)
})
