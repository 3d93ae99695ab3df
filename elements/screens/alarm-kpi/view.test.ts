import { expect, test } from 'vitest'
import { DAY_MS, WEEK_MS } from '../../../core/catalogue/durations.ts'
import { bucketOf, positionsOf, windowOf } from './view.ts'

const now = Date.parse('2026-11-20T12:00Z')
const view = { range: '', start: null, end: null, sn: '', group: null, positions: 1, bucket: '' }

test('a range ends now, and a word that is none is the last day', () => {
  expect(windowOf({ ...view, range: '7d' }, now)).toEqual({ start: now - WEEK_MS, end: now })
  expect(windowOf({ ...view, range: 'year' }, now)).toEqual({ start: now - DAY_MS, end: now })
})

test('a start of its own counts before the range, and reaches back 400 days at most', () => {
  expect(windowOf({ ...view, range: '7d', start: now - 3 * DAY_MS }, now).start).toBe(now - 3 * DAY_MS)
  expect(windowOf({ ...view, start: 0 }, now).start).toBe(now - 400 * DAY_MS)
  expect(windowOf({ ...view, start: now + DAY_MS }, now)).toEqual({ start: now - 1, end: now })
})

test('a window is shown by hours, days or weeks as its length allows', () => {
  expect([DAY_MS, WEEK_MS, 30 * DAY_MS, 90 * DAY_MS].map((span) => bucketOf('', span))).toEqual([
    'hour',
    'day',
    'day',
    'week',
  ])
  expect(bucketOf('hour', 30 * DAY_MS)).toBe('hour')
  expect(bucketOf('hour', 90 * DAY_MS)).toBe('week')
})

test('there is at least one operator', () => {
  expect([0, -3, Number.NaN, 2.4, 1000].map(positionsOf)).toEqual([1, 1, 1, 2, 100])
})
