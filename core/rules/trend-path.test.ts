import { expect, test } from 'vitest'
import type { TrendRow } from '../contract/live.ts'
import { COLUMN_MS, HEIGHT, trendPath } from './trend-path.ts'

const NOW = 1_763_600_000_000
const column = (back: number, min: number, max: number): TrendRow => [NOW - back * COLUMN_MS, min, max, min, max]

test('a trend joins neighbouring columns, and leaves a stretch without values empty', () => {
  const { line, least, most } = trendPath([column(40, 1, 2), column(39, 2, 3), column(2, 5, 5)], NOW, 10)
  expect([least, most]).toEqual([1, 5])
  expect(line.match(/M/g)).toHaveLength(2)
  expect(line.match(/L/g)).toHaveLength(1)
})

test('a trend of one value runs through the middle', () => {
  const { line, band } = trendPath([column(3, 4, 4), column(2, 4, 4)], NOW, 10)
  expect([line, band]).toEqual([`M117.0 ${HEIGHT / 2}.0h.1L118.0 ${HEIGHT / 2}.0`, ''])
})
