import { expect, test } from 'vitest'
import { type Fix, isJump, isPlace, metresBetween } from './places.ts'

test('a receiver without a fix has no place', () => {
  expect(isPlace(0, 0)).toBe(false)
  expect(isPlace(91, 10)).toBe(false)
  expect(isPlace(null, 10)).toBe(false)
  expect(isPlace(0, 10)).toBe(true)
})

test('a degree of latitude is 111 km, and the way across the date line is the short one', () => {
  expect(metresBetween(31, 121, 32, 121) / 1000).toBeCloseTo(111.3, 1)
  expect(metresBetween(0, 179.999, 0, -179.999)).toBeLessThan(300)
})

test('a receiver that wanders where its vehicle stands does not jump, and one that is a province away does', () => {
  const at = (time: number, lat: number): Fix => [time, lat, 121, null]
  expect(isJump(at(0, 31), at(1000, 31.003))).toBe(false)
  expect(isJump(at(0, 31), at(60_000, 31.04))).toBe(false)
  expect(isJump(at(0, 31), at(60_000, 32))).toBe(true)
})
