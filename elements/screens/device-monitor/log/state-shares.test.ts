import { expect, test } from 'vitest'
import { outagesOf } from '../../../../core/rules/outages.ts'
import { marksOf, sharesOf } from './state-shares.ts'

test('shares have two digits and add up to 100', () => {
  expect(sharesOf([1, 1, 1])).toEqual([33.34, 33.33, 33.33])
  expect(sharesOf([999_999, 1])).toEqual([100, 0])
  expect(sharesOf([0, 0])).toEqual([0, 0])
})

test('outages are counted with the longest of them', () => {
  const spans = [
    [0, 10, 1],
    [10, 15, 2],
    [15, 20, 3],
    [20, 28, 2],
  ] as const
  expect(outagesOf(spans)).toEqual({ count: 2, longestMs: 8 })
  expect(outagesOf([])).toEqual({ count: 0, longestMs: 0 })
})

test('a short outage in a long time is a mark of one thousandth over what is around it', () => {
  const spans = [
    [0, 500_000, 1],
    [500_000, 500_001, 2],
    [500_001, 1_000_000, 1],
  ] as const
  expect(marksOf(spans).at(-1)).toEqual({ span: spans[1], x: 500, width: 1 })
})

test('thousands of changes come to no more marks than the strip has places', () => {
  const spans = Array.from({ length: 20_000 }, (_, i) => [i, i + 1, 1 + (i % 2)] as const)
  expect(marksOf(spans).length).toBeLessThanOrEqual(2000)
})
