import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../../core/catalogue/durations.ts'
import { formatFor } from '../../../../core/text/format.ts'
import { aggregated, keysIn } from './time-columns.ts'

const format = formatFor('en', 'Asia/Shanghai')
/** 08:00 of 1 January in Shanghai. */
const START = Date.UTC(2026, 0, 1)
const row = (hour: number, min: number, max: number, first: number, last: number) => [
  START + hour * HOUR_MS,
  min,
  max,
  first,
  last,
  9,
]

test('hours are counted to the days of the time zone', () => {
  expect(keysIn(START, START + 3 * HOUR_MS, 'hour', format)).toEqual([
    '2026-01-01 08:00',
    '2026-01-01 09:00',
    '2026-01-01 10:00',
  ])
  expect(keysIn(START, START + 24 * HOUR_MS, 'day', format)).toEqual(['2026-01-01', '2026-01-02'])
  // 15:00 UTC is still the first day there, 16:00 the second.
  const rows = [row(15, 1, 5, 2, 4), row(16, 3, 9, 3, 8)]
  expect([...aggregated(rows, 'day', 'highest', format)]).toEqual([
    ['2026-01-01', 5],
    ['2026-01-02', 9],
  ])
})

test('a day comes to its increase, its highest, lowest or last value', () => {
  const rows = [row(0, 1, 5, 2, 4), row(1, 0, 9, 3, 8)]
  const of = (aggregate: Parameters<typeof aggregated>[2]) =>
    aggregated(rows, 'day', aggregate, format).get('2026-01-01')
  expect([of('difference'), of('highest'), of('lowest'), of('last')]).toEqual([6, 9, 0, 8])
})
