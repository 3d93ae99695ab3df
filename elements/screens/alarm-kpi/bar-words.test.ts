import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../core/catalogue/durations.ts'
import type { AlarmMeasures, MeasureBucket } from '../../../core/contract/alarm-measure.ts'
import { formatFor } from '../../../core/text/format.ts'
import { barWords, floodShades } from './bar-words.ts'

const begin = Date.parse('2026-11-16T00:00Z')
const en = formatFor('en', 'UTC')
const bucketAt = (start_time: number, end_time: number) => ({ start_time, end_time }) as MeasureBucket

test('a bar is called by its hour, day or week', () => {
  expect(barWords(bucketAt(begin, begin + HOUR_MS), 'hour', en)).toBe('11-16 00:00 – 01:00')
  expect(barWords(bucketAt(begin, begin + DAY_MS), 'day', en)).toBe('2026-11-16')
  expect(barWords(bucketAt(begin, begin + WEEK_MS), 'week', en)).toBe('2026-11-16 – 11-22')
})

test('a flood stands behind the bars of its time, also where they last longer than others', () => {
  const series = [bucketAt(begin, begin + 25 * HOUR_MS), bucketAt(begin + 25 * HOUR_MS, begin + 49 * HOUR_MS)]
  const flood = { start_time: begin + 12.5 * HOUR_MS, end_time: begin + 37 * HOUR_MS, peak: 11, alarms: 11 }
  const measures = { series, end: begin + 49 * HOUR_MS, floods: { rows: [flood, { ...flood, end_time: null }] } }
  expect(floodShades(measures as unknown as AlarmMeasures)).toEqual([
    { from: 0.25, to: 0.75 },
    { from: 0.25, to: 1 },
  ])
})
