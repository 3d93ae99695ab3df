import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../core/catalogue/durations.ts'
import { formatFor } from '../../../core/text/format.ts'
import { timeLabel, timeTicks } from './time-axis.ts'

const at = (iso: string) => Date.parse(iso)

describe('the time axis', () => {
  test('the time axis has its ticks at round hours of the tenant, not of the browser', () => {
    const format = formatFor('en', 'Asia/Kathmandu')
    const ticks = timeTicks(at('2026-11-20T00:00Z'), at('2026-11-20T10:00Z'), 'Asia/Kathmandu')
    expect(ticks.map(format.time)).toContain('06:00:00')
    expect(ticks.every((time) => format.time(time).endsWith(':00:00'))).toBe(true)
  })
  test('the time axis has days at midnight across the end of daylight saving', () => {
    const format = formatFor('en', 'Europe/Berlin')
    const ticks = timeTicks(at('2026-10-22T00:00Z'), at('2026-10-29T00:00Z'), 'Europe/Berlin')
    expect(ticks.map(format.time).filter((clock) => clock !== '00:00:00')).toEqual([])
    expect(ticks).toHaveLength(7)
  })
  test('the time axis never has more than a dozen, over a minute or ten years', () => {
    for (const span of [60_000, HOUR_MS, 30 * DAY_MS, 3650 * DAY_MS]) {
      const ticks = timeTicks(at('2026-01-01T00:00Z'), at('2026-01-01T00:00Z') + span, 'UTC')
      expect(ticks.length).toBeGreaterThan(1)
      expect(ticks.length).toBeLessThan(13)
    }
  })
  test('the time axis says the date at midnight and the clock else', () => {
    const format = formatFor('zh', 'Asia/Shanghai')
    expect(timeLabel(at('2026-11-19T16:00Z'), DAY_MS, format)).toBe('11-20')
    expect(timeLabel(at('2026-11-19T17:30Z'), DAY_MS, format)).toBe('01:30')
  })
})
