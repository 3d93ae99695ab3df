import { expect, test } from 'vitest'
import { HOUR_MS } from '../../core/catalogue/durations.ts'
import { presetRange, startOfDay } from './time-range.ts'

const iso = (time: number) => new Date(time).toISOString()
const FRIDAY_NOON = Date.parse('2026-11-20T04:00:00Z')

test('a day begins at midnight of the time zone, also on days that are 23 or 25 hours long', () => {
  expect(iso(startOfDay(FRIDAY_NOON, 'Asia/Shanghai'))).toBe('2026-11-19T16:00:00.000Z')
  expect(iso(startOfDay(Date.parse('2026-03-29T20:00:00Z'), 'Europe/Berlin'))).toBe('2026-03-28T23:00:00.000Z')
  expect(iso(startOfDay(Date.parse('2026-10-25T22:30:00Z'), 'Europe/Berlin'))).toBe('2026-10-24T22:00:00.000Z')
  expect(iso(startOfDay(Date.parse('2026-10-24T22:00:00Z'), 'Europe/Berlin'))).toBe('2026-10-24T22:00:00.000Z')
})

test('this week begins on Monday, yesterday ends where today begins', () => {
  expect(iso(presetRange('thisWeek', FRIDAY_NOON, 'Asia/Shanghai').from)).toBe('2026-11-15T16:00:00.000Z')
  const monday = Date.parse('2026-11-16T01:00:00Z')
  expect(iso(presetRange('thisWeek', monday, 'Asia/Shanghai').from)).toBe('2026-11-15T16:00:00.000Z')
  const sunday = Date.parse('2026-11-22T15:00:00Z')
  expect(iso(presetRange('thisWeek', sunday, 'Asia/Shanghai').from)).toBe('2026-11-15T16:00:00.000Z')
  const yesterday = presetRange('yesterday', FRIDAY_NOON, 'Asia/Shanghai')
  expect(iso(yesterday.from)).toBe('2026-11-18T16:00:00.000Z')
  expect(yesterday.to).toBe(presetRange('today', FRIDAY_NOON, 'Asia/Shanghai').from)
})

test('a preset says which it is, so that it can move on with the clock', () => {
  expect(presetRange('hour', FRIDAY_NOON, 'UTC')).toEqual({
    from: FRIDAY_NOON - HOUR_MS,
    to: FRIDAY_NOON,
    preset: 'hour',
  })
})
