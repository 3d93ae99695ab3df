import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import type { Curve } from '../../../core/contract/history.ts'
import { curveSeries } from './curve-series.ts'

const span = { from: 0, to: 100_000, width: 100, report_interval_s: 1 }
const curve = (source: Curve['source'], ...rows: number[][]): Curve => ({ source, columns: [], rows })

describe('raw values', () => {
  test('raw values draw first, lowest, highest and last of a pixel column within that column', () => {
    const { points, band } = curveSeries(curve('raw', [5000, 1, 9, 3, 4, 20]), span)
    expect([...points]).toEqual([5000, 3, 5250, 1, 5500, 9, 5750, 4])
    expect(band).toBeUndefined()
  })
  test('raw values are one point where one value came', () => {
    expect([...curveSeries(curve('raw', [5000, 3, 3, 3, 3, 1]), span).points]).toEqual([5000, 3])
  })
})

test('minutes draw a line from first to last inside a band from lowest to highest', () => {
  const minutes = { ...span, to: 6_000_000 }
  const { points, band } = curveSeries(curve('minute', [60_000, 1, 9, 3, 4, 60]), minutes)
  expect(points[1]).toBe(3)
  expect(points[3]).toBe(4)
  expect([...(band ?? [])].filter((_, index) => index % 3 > 0)).toEqual([1, 9, 1, 9])
})

describe('a gap', () => {
  const at = (time: number) => [time, 1, 1, 1, 1, 1]
  const hasGap = (...times: number[]) =>
    [...curveSeries(curve('raw', ...times.map(at)), span).points].some(Number.isNaN)

  test('a gap is left open where more than three reports are missing', () => {
    expect(hasGap(1000, 2000, 3000, 4000, 8000)).toBe(true)
    expect(hasGap(1000, 2000, 3000, 4000, 6000)).toBe(false)
  })
  test('a gap is measured against how dense the history is', () => {
    expect(hasGap(0, 20_000, 40_000, 60_000, 80_000)).toBe(false)
  })
})

test('a curve of the day before is drawn over today', () => {
  const shift = (time: number) => time + DAY_MS
  expect(curveSeries(curve('raw', [5000, 3, 3, 3, 3, 1]), { ...span, shift }).points[0]).toBe(86_405_000)
})

test('columns without a number are ignored', () => {
  const withNull: Curve = { source: 'raw', columns: [], rows: [[1000, null, null, null, null, 0]] }
  expect(curveSeries(withNull, span).points).toHaveLength(0)
})
