import { expect, test } from 'vitest'
import { daysBefore, shiftTo, spanBefore } from './earlier.ts'

const at = (iso: string) => Date.parse(iso)
const before = (iso: string, days: number, zone = 'Europe/Berlin') =>
  new Date(daysBefore(at(iso), days, zone)).toISOString()

test('the day before is the same time of day, 25 or 23 hours away where the clocks change in between', () => {
  expect(before('2026-10-25T12:00:00.500Z', 1)).toBe('2026-10-24T11:00:00.500Z')
  expect(before('2026-03-29T10:00:00.000Z', 1)).toBe('2026-03-28T11:00:00.000Z')
  expect(before('2026-06-10T10:00:00.000Z', 1)).toBe('2026-06-09T10:00:00.000Z')
})

test('a week before likewise, and back again', () => {
  expect(before('2026-10-26T12:00:00.000Z', 7)).toBe('2026-10-19T11:00:00.000Z')
  expect(before('2026-10-19T11:00:00.000Z', -7)).toBe('2026-10-26T12:00:00.000Z')
})

test('a zone without daylight saving is always 24 hours away', () => {
  expect(before('2026-10-25T12:00:00.000Z', 1, 'Asia/Shanghai')).toBe('2026-10-24T12:00:00.000Z')
})

test('a period from a chosen time on is as long as the range, and is laid over it from its start on', () => {
  const range = { from: at('2026-10-25T00:00:00.000Z'), to: at('2026-10-25T06:00:00.000Z') }
  const start = at('2026-09-01T03:30:00.000Z')
  const span = spanBefore(range, start, 'Europe/Berlin')
  expect(span).toEqual({ from: start, to: at('2026-09-01T09:30:00.000Z') })
  const shift = shiftTo(range, span ?? range, start, 'Europe/Berlin')
  expect(shift(start + 1000)).toBe(range.from + 1000)
  expect(spanBefore(range, null, 'Europe/Berlin')).toBe(null)
})
