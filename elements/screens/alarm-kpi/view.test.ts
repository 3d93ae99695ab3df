import { expect, test } from 'vitest'
import { bucketOf, positionsOf, windowOf } from './view.ts'

const DAY = 86_400_000
const now = Date.parse('2026-11-20T12:00Z')
const view = { range: '', start: null, end: null, sn: '', group: null, positions: 1, bucket: '' }

test('a range ends now, and a word that is none is the last day', () => {
  expect(windowOf({ ...view, range: '7d' }, now)).toEqual({ start: now - 7 * DAY, end: now })
  expect(windowOf({ ...view, range: 'year' }, now)).toEqual({ start: now - DAY, end: now })
})

test('a start of its own counts before the range, and reaches back 400 days at most', () => {
  expect(windowOf({ ...view, range: '7d', start: now - 3 * DAY }, now).start).toBe(now - 3 * DAY)
  expect(windowOf({ ...view, start: 0 }, now).start).toBe(now - 400 * DAY)
  expect(windowOf({ ...view, start: now + DAY }, now)).toEqual({ start: now - 1, end: now })
})

test('a window is shown by hours, days or weeks as its length allows', () => {
  expect([DAY, 7 * DAY, 30 * DAY, 90 * DAY].map((span) => bucketOf('', span))).toEqual(['hour', 'day', 'day', 'week'])
  expect(bucketOf('hour', 30 * DAY)).toBe('hour')
  expect(bucketOf('hour', 90 * DAY)).toBe('week')
})

test('there is at least one operator', () => {
  expect([0, -3, Number.NaN, 2.4, 1000].map(positionsOf)).toEqual([1, 1, 1, 2, 100])
})
