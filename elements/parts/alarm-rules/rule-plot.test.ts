import { describe, expect, test } from 'vitest'
import type { Curve } from '../../../core/contract/history.ts'
import { draftOf, ruleOf } from './rule-draft.ts'
import { crossingsIn, samplesOf, scaleFor, stoodIn } from './rule-plot.ts'

const rule = (overrides: object) => ({ ...ruleOf(draftOf(null), []), threshold: 90, dead_band: 2, ...overrides })
const curve = (source: Curve['source'], ...rows: number[][]): Curve => ({ source, columns: [], rows })

describe('the readings of a curve', () => {
  test('the readings of a curve are first, lowest, highest and last of a column that rises', () => {
    const minute = samplesOf(curve('minute', [60_000, 1, 9, 3, 4, 30]), 1000)
    expect(minute.map(([time, value]) => [time, value])).toEqual([
      [60_000, 3],
      [75_000, 1],
      [90_000, 9],
      [105_000, 4],
    ])
  })

  test('the readings of a curve do not come back once more in a column that falls', () => {
    const falls = samplesOf(curve('minute', [0, 80, 95, 95, 80, 30]), 1000)
    expect(crossingsIn(rule({}), falls, 0, 60_000)).toHaveLength(1)
  })

  test('the readings of a curve are the value itself where one came, and nothing where none could be counted', () => {
    expect(samplesOf(curve('raw', [5, 3, 3, 3, 3, 1]), 1)).toEqual([[5, 3, 'good']])
    expect(samplesOf({ source: 'raw', columns: [], rows: [[5, null, null, null, null, 0]] }, 1)).toEqual([])
  })
})

test('delays take away what is too short, crossings are measured without them', () => {
  const samples = [
    [0, 50],
    [10_000, 95],
    [15_000, 50],
    [30_000, 95],
  ].map(([time, value]) => [time, value, 'good'] as [number, number, 'good'])
  const delayed = rule({ on_delay_s: 10 })
  expect(stoodIn(delayed, samples, 0, 60_000)).toMatchObject([{ alarm_time: 40_000, recover_time: null }])
  expect(crossingsIn(delayed, samples, 0, 60_000).map(({ alarm_time }) => alarm_time)).toEqual([10_000, 30_000])
})

describe('the scale', () => {
  test('the scale has round ends with room for the curve and the limits', () => {
    const { low, high } = scaleFor(
      [
        [0, 12.3, 'good'],
        [1, 47, 'good'],
      ],
      [90],
    )
    expect([low, high]).toEqual([0, 100])
  })

  test('the scale has room around a single value, and is something where nothing is known', () => {
    const { low, high } = scaleFor([[0, 5, 'good']], [])
    expect(low).toBeLessThan(5)
    expect(high).toBeGreaterThan(5)
    expect(scaleFor([], [])).toEqual({ low: 0, high: 1 })
  })
})
