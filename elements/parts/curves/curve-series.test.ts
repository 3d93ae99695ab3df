import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import type { Curve } from '../../../core/contract/history.ts'
import { curveSeries } from './curve-series.ts'

const span = { from: 0, to: 100_000, width: 100 }
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
  const times = [1000, 2000, 8000, 9000, 60_000]
  /** The pieces of the line, by the times of their points. */
  const pieces = (gaps: number[][], to = span.to, source: Curve['source'] = 'raw') => {
    const { points } = curveSeries({ ...curve(source, ...times.map(at)), gaps }, { ...span, to })
    const found: number[][] = [[]]
    for (let i = 0; i < points.length; i += 2)
      if (Number.isNaN(points[i + 1])) found.push([])
      else found.at(-1)?.push(points[i] as number)
    return found
  }

  test('a gap breaks the line where the server reports one, and nowhere else', () => {
    expect(pieces([[2500, 8400]])).toEqual([
      [1000, 2000],
      [8000, 9000, 60_000],
    ])
    expect(pieces([])).toEqual([times])
  })
  test('a gap on each side leaves a lone value by itself', () => {
    expect(
      pieces([
        [2500, 8400],
        [9100, 60_000],
      ]),
    ).toEqual([[1000, 2000], [8000, 9000], [60_000]])
  })
  test('a gap breaks the line at every zoom and from every source', () => {
    for (const to of [61_000, 1_000_000])
      expect(pieces([[9100, 60_400]], to)).toEqual([[...times.slice(0, 4)], [60_000]])
    expect(pieces([[9100, 60_400]], 6_000_000, 'minute')).toHaveLength(2)
  })
  test('a gap is open at the cursor, save for the width of the dot of what came last', () => {
    const { points } = curveSeries({ ...curve('raw', at(1000), at(60_000)), gaps: [[1000, 60_000]] }, span)
    expect([...points]).toEqual([1000, 1, 5000, Number.NaN, 60_000, 1])
  })
})

test('a curve of the day before is drawn over today', () => {
  const shift = (time: number) => time + DAY_MS
  const earlier = { ...curve('raw', [5000, 3, 3, 3, 3, 1], [50_000, 3, 3, 3, 3, 1]), gaps: [[5000, 50_000]] }
  const { points } = curveSeries(earlier, { ...span, shift })
  expect(points[0]).toBe(86_405_000)
  expect(points[3]).toBe(Number.NaN)
})

test('columns without a number are ignored', () => {
  const withNull: Curve = { source: 'raw', columns: [], rows: [[1000, null, null, null, null, 0]] }
  expect(curveSeries(withNull, span).points).toHaveLength(0)
})

test('what came last is read at the cursor only as long as it is fresh, and longer where values come slowly', () => {
  const one = (time: number) => [time, 3, 3, 3, 3, 1]
  const ends = (times: number[], gaps: number[][] = []) =>
    [...curveSeries({ ...curve('raw', ...times.map(one)), gaps }, { ...span, freshMs: 30_000 }).points].slice(-2)
  expect(ends([1000, 2000])).toEqual([32_000, Number.NaN])
  expect(ends([1000, 21_000])).toEqual([81_000, Number.NaN])
  expect(ends([1000, 31_000])).toEqual([31_000, 3])
  expect(ends([1000, 41_000], [[1000, 41_000]])).toEqual([71_000, Number.NaN])
  expect(ends([1000, 90_000])).toEqual([90_000, 3])
})
