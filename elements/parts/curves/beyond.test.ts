import { expect, test } from 'vitest'
import { beyond, isSeen } from './beyond.ts'

test('a curve is requested beyond both ends in columns of the same size', () => {
  const range = beyond({ from: 1_000_000_000, to: 1_000_800_000, width: 800 }, 10)
  expect(range).toEqual({ from: 999_980_000, to: 1_000_820_000, width: 840 })
})

test('a very short stretch reaches the reports around it without asking for more columns than may be', () => {
  const range = beyond({ from: 1_000_000_000, to: 1_000_001_000, width: 800 }, 60)
  expect(range).toEqual({ from: 999_880_000, to: 1_000_121_000, width: 4000 })
})

test('a curve is seen by a value in the stretch or by a line through it, not by values around a gap', () => {
  expect(isSeen(Float64Array.of(0, 1, 50, 2), 40, 60)).toBe(true)
  expect(isSeen(Float64Array.of(0, 1, 100, 2), 40, 60)).toBe(true)
  expect(isSeen(Float64Array.of(0, 1, 10, Number.NaN, 100, 2), 40, 60)).toBe(false)
  expect(isSeen(Float64Array.of(0, 1), 40, 60)).toBe(false)
})
