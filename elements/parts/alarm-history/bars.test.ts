import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../core/catalogue/durations.ts'
import { formatFor } from '../../../core/text/format.ts'
import { barWords, countOf, stepOf, tickWords } from './bars.ts'

const START = Date.UTC(2026, 10, 20, 6)
const bar = (hour: number, ...levels: number[]) => ({
  start_time: START + hour * HOUR_MS,
  end_time: START + (hour + 1) * HOUR_MS,
  levels: [0, 0, 0, 0, 0].map((none, level) => levels[level] ?? none),
})
const format = formatFor('zh', 'Asia/Shanghai')

test.each([
  [HOUR_MS, 'hour'],
  [72 * HOUR_MS, 'hour'],
  [73 * HOUR_MS, 'day'],
  [400 * DAY_MS, 'day'],
  [401 * DAY_MS, null],
])('a range of %d ms is drawn by the %s', (spanMs, step) => {
  expect(stepOf(spanMs)).toBe(step)
})

test('a bar says when it was, by the clock of the organisation', () => {
  expect(barWords(bar(0), 'hour', format)).toBe('11-20 14:00 – 15:00')
  expect(barWords(bar(0), 'day', format)).toBe('2026-11-20')
  expect(countOf(bar(0, 1, 0, 2))).toBe(3)
})

test('below a bar stands when it begins, by the clock of the organisation', () => {
  expect(tickWords(bar(4), 'hour', format)).toBe('11-20 18:00')
  expect(tickWords(bar(4), 'day', format)).toBe('11-20')
})
