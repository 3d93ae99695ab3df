import { expect, test } from 'vitest'
import { aggregateOf, changeOf } from './change.ts'

const row = (first: number, last: number, count: number) => [0, 0, 0, first, last, count]

test('a span comes to its average, its sum or its increase, and to nothing where nothing was stored', () => {
  const curve = { rows: [row(10, 12, 4), row(0, 0, 0), row(13, 19, 6)], mean: 14 }
  expect(aggregateOf(curve, 'average')).toBe(14)
  expect(aggregateOf(curve, 'sum')).toBe(140)
  expect(aggregateOf(curve, 'difference')).toBe(9)
  expect(aggregateOf({ rows: [], mean: null }, 'average')).toBeNull()
  expect(aggregateOf({ rows: [row(0, 0, 0)], mean: null }, 'difference')).toBeNull()
})

test('a change is in percent of what was before, also of a negative value', () => {
  expect(changeOf(110, 100, 'none')).toMatchObject({ direction: 'higher', percent: 10, isGood: null })
  expect(changeOf(-15, -10, 'none')).toMatchObject({ direction: 'lower', percent: -50 })
  expect(changeOf(5, 0, 'none')).toMatchObject({ direction: 'higher', percent: null, difference: 5 })
})

test('a change is good or bad only where its author says which direction is', () => {
  expect(changeOf(2, 1, 'higher').isGood).toBe(true)
  expect(changeOf(2, 1, 'lower').isGood).toBe(false)
  expect(changeOf(1, 1, 'lower').isGood).toBeNull()
})
