import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { instantOf, quietUntil } from './quiet-hours.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const at = (hour: number, minute = 0) => hour * 60 + minute
const utc = (text: string) => Date.parse(text)
/** The end as ISO text; null outside. */
const until = (time: string, quiet: { from: number; to: number; days?: number[] }, timezone = 'Asia/Shanghai') => {
  const end = quietUntil(utc(time), { days: EVERY_DAY, ...quiet }, timezone)
  return end === null ? null : new Date(end).toISOString()
}

describe('quiet hours over midnight', () => {
  const night = { from: at(22), to: at(7) }

  test('quiet hours over midnight hold from the evening to the morning, in the zone of the organisation', () => {
    expect(until('2026-11-21T21:59:59+08:00', night)).toBe(null)
    expect(until('2026-11-21T22:00:00+08:00', night)).toBe('2026-11-21T23:00:00.000Z')
    expect(until('2026-11-22T00:00:00+08:00', night)).toBe('2026-11-21T23:00:00.000Z')
    expect(until('2026-11-22T06:59:59+08:00', night)).toBe('2026-11-21T23:00:00.000Z')
    expect(until('2026-11-22T07:00:00+08:00', night)).toBe(null)
  })

  test('quiet hours over midnight belong to the day on which they begin', () => {
    const weekdays = { ...night, days: [1, 2, 3, 4, 5] }
    // Friday's night reaches into Saturday; Sunday's is none, though Monday is a weekday.
    expect(until('2026-11-21T03:00:00+08:00', weekdays)).toBe('2026-11-20T23:00:00.000Z')
    expect(until('2026-11-21T23:00:00+08:00', weekdays)).toBe(null)
    expect(until('2026-11-23T03:00:00+08:00', weekdays)).toBe(null)
    expect(until('2026-11-23T23:00:00+08:00', weekdays)).toBe('2026-11-23T23:00:00.000Z')
  })
})

test('quiet hours within a day hold there', () => {
  const noon = { from: at(12), to: at(13, 30) }
  expect(until('2026-11-21T12:15:00+08:00', noon)).toBe('2026-11-21T05:30:00.000Z')
  expect(until('2026-11-21T13:30:00+08:00', noon)).toBe(null)
})

test('an end that is the beginning is a whole day', () => {
  const sunday = { from: at(0), to: at(0), days: [7] }
  expect(until('2026-11-22T15:00:00+08:00', sunday)).toBe('2026-11-22T16:00:00.000Z')
  expect(until('2026-11-21T15:00:00+08:00', sunday)).toBe(null)
})

describe('where the clock is changed', () => {
  const berlin = 'Europe/Berlin'
  test('a night is an hour shorter in spring, where the clock is changed', () => {
    // 29 March 2026: 02:00 becomes 03:00.
    const night = { from: at(22), to: at(7) }
    expect(until('2026-03-28T22:00:00+01:00', night, berlin)).toBe('2026-03-29T05:00:00.000Z')
    expect(until('2026-03-29T05:00:00Z', night, berlin)).toBe(null)
  })
  test('an end that the clock leaps over is the leap', () => {
    expect(until('2026-03-29T00:30:00+01:00', { from: at(0), to: at(2, 30) }, berlin)).toBe('2026-03-29T01:00:00.000Z')
    expect(until('2026-03-29T01:00:00Z', { from: at(0), to: at(2, 30) }, berlin)).toBe(null)
  })
  test('a beginning that the clock leaps over is the leap', () => {
    expect(until('2026-03-29T00:59:00Z', { from: at(2, 30), to: at(5) }, berlin)).toBe(null)
    expect(until('2026-03-29T01:00:00Z', { from: at(2, 30), to: at(5) }, berlin)).toBe('2026-03-29T03:00:00.000Z')
  })
  test('an end that comes twice in autumn is the first one', () => {
    // 25 October 2026: 03:00 becomes 02:00.
    const early = { from: at(0), to: at(2, 30) }
    expect(until('2026-10-25T00:29:00Z', early, berlin)).toBe('2026-10-25T00:30:00.000Z')
    expect(until('2026-10-25T00:30:00Z', early, berlin)).toBe(null)
    expect(until('2026-10-25T01:10:00Z', early, berlin)).toBe(null)
  })
  test('a night is an hour longer in autumn, where the clock is changed', () => {
    expect(until('2026-10-24T22:30:00+02:00', { from: at(22), to: at(7) }, berlin)).toBe('2026-10-25T06:00:00.000Z')
  })
  test('a later time of the clock is never an earlier instant', () => {
    for (const [zone, day] of [
      ['Europe/Berlin', '2026-03-29'],
      ['Europe/Berlin', '2026-10-25'],
      ['America/St_Johns', '2026-11-01'],
      ['Australia/Lord_Howe', '2026-04-05'],
      ['Australia/Lord_Howe', '2026-10-04'],
      ['Pacific/Apia', '2026-06-01'],
    ] as const) {
      const start = utc(`${day}T00:00:00Z`)
      let last = Number.NEGATIVE_INFINITY
      for (let wall = start - DAY_MS; wall < start + 2 * DAY_MS; wall += 900_000) {
        const instant = instantOf(wall, zone)
        expect(instant).toBeGreaterThanOrEqual(last)
        last = instant
      }
    }
  })
})
