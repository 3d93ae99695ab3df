import { expect, test } from 'vitest'
import { isSameClock, utcOffset } from './utc-offset.ts'

const WINTER = Date.UTC(2026, 11, 1)
const SUMMER = Date.UTC(2026, 5, 1)

test.each([
  ['Asia/Shanghai', WINTER, 'UTC+8'],
  ['Europe/Berlin', SUMMER, 'UTC+2'],
  ['America/St_Johns', WINTER, 'UTC-3:30'],
  ['UTC', WINTER, 'UTC+0'],
])('the clocks of %s are as far from UTC as they are at that time', (zone, time, offset) => {
  expect(utcOffset(zone, time)).toBe(offset)
})

test('zones of other names have the same clock where they show the same the whole year', () => {
  expect(isSameClock('Asia/Shanghai', 'Asia/Singapore', WINTER)).toBe(true)
  expect(isSameClock('Asia/Shanghai', 'Europe/Berlin', WINTER)).toBe(false)
  // Alike in winter only.
  expect(isSameClock('Africa/Lagos', 'Europe/Berlin', WINTER)).toBe(false)
})
