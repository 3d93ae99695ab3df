import { expect, test } from 'vitest'
import { isTimeZone } from '../../../../core/contract/time-zone-name.ts'
import { clockTime } from './clock-time.ts'

const at = (iso: string) => Date.parse(iso)

test('a clock shows the time, date and weekday of its zone, in the language', () => {
  expect(clockTime(at('2026-11-20T16:05:09Z'), 'Asia/Shanghai', 'zh')).toMatchObject({
    time: '00:05:09',
    date: '2026-11-21',
    weekday: '星期六',
    hours: 0,
    minutes: 5,
    seconds: 9,
  })
  expect(clockTime(at('2026-11-20T16:05:09Z'), 'Europe/Berlin', 'en')).toMatchObject({
    time: '17:05:09',
    weekday: 'Friday',
  })
})

test('two clocks of different zones and languages do not disturb each other within a second', () => {
  const now = at('2026-11-20T10:00:00.400Z')
  expect(clockTime(now, 'UTC', 'en').time).toBe('10:00:00')
  expect(clockTime(now + 200, 'UTC', 'zh').weekday).toBe('星期五')
  expect(clockTime(now, 'UTC', 'en')).toBe(clockTime(now + 500, 'UTC', 'en'))
  expect(clockTime(now + 600, 'UTC', 'en').time).toBe('10:00:01')
})

test('an unknown zone is shown in the viewer’s own', () => {
  expect(isTimeZone('Mars/Olympus')).toBe(false)
  expect(isTimeZone('')).toBe(false)
  expect(isTimeZone('+08:00')).toBe(false)
  expect(clockTime(at('2026-11-20T10:00:00Z'), 'Mars/Olympus', 'en').date).toMatch(/^2026-11-\d\d$/)
})
