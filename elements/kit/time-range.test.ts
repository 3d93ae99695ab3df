import { expect, test } from 'vitest'
import { HOUR_MS } from '../../core/catalogue/durations.ts'
import { presetRange, RANGE_PRESETS, type RangePreset, reachesNow, shiftAt, startOfDay } from './time-range.ts'

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

test('a shift begins at midnight, 8:00 or 16:00 of the time zone, also on days when the clocks change', () => {
  const span = (preset: RangePreset, now: number, timeZone: string) => {
    const { from, to } = presetRange(preset, now, timeZone)
    return [iso(from), iso(to)]
  }
  expect(span('shift', FRIDAY_NOON, 'Asia/Shanghai')).toEqual(['2026-11-20T00:00:00.000Z', iso(FRIDAY_NOON)])
  expect(span('lastShift', FRIDAY_NOON, 'Asia/Shanghai')).toEqual([
    '2026-11-19T16:00:00.000Z',
    '2026-11-20T00:00:00.000Z',
  ])
  expect(shiftAt(FRIDAY_NOON + 6 * HOUR_MS, 'Asia/Shanghai').to).toBe(
    startOfDay(FRIDAY_NOON + 18 * HOUR_MS, 'Asia/Shanghai'),
  )
  const changed = Date.parse('2026-10-25T09:30:00Z')
  expect(span('shift', changed, 'Europe/Berlin')).toEqual(['2026-10-25T07:00:00.000Z', iso(changed)])
  expect(span('lastShift', changed, 'Europe/Berlin')).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T07:00:00.000Z'])
})

test('last night is the newest shift from midnight that is over', () => {
  const shanghai = (clock: string) => Date.parse(`2026-11-20T${clock}:00+08:00`)
  const from = (clock: string) => iso(presetRange('lastNight', shanghai(clock), 'Asia/Shanghai').from)
  expect([from('08:00'), from('23:59')]).toEqual(['2026-11-19T16:00:00.000Z', '2026-11-19T16:00:00.000Z'])
  expect([from('03:00'), from('07:59')]).toEqual(['2026-11-18T16:00:00.000Z', '2026-11-18T16:00:00.000Z'])
})

test('a range of the past does not move on with the clock', () => {
  expect(RANGE_PRESETS.filter((preset) => !reachesNow(preset))).toEqual(['yesterday', 'lastShift', 'lastNight'])
  expect(reachesNow(undefined)).toBe(false)
})
