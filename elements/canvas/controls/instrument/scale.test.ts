import { expect, test } from 'vitest'
import { scaleOf, shareOf } from './scale.ts'

test('a scale has round ticks, never more than are wanted, whatever its ends', () => {
  expect(scaleOf(0, 100, 6, 'en').labels).toEqual(['0', '20', '40', '60', '80', '100'])
  expect(scaleOf(0, 2.5, 6, 'en').labels).toEqual(['0.0', '0.5', '1.0', '1.5', '2.0', '2.5'])
  expect(scaleOf(-40, 80, 7, 'en').labels).toEqual(['-40', '-20', '0', '20', '40', '60', '80'])
  for (const [min, max] of [
    [0.001, 0.0093],
    [-1234, 98_765],
    [3, 7],
    [0, 1e9],
  ] as const) {
    for (const most of [2, 3, 5, 11]) {
      const { ticks } = scaleOf(min, max, most, 'en')
      expect(ticks.length).toBeLessThanOrEqual(most)
      expect(ticks.length).toBeGreaterThan(0)
      for (const tick of ticks) expect(tick).toBeGreaterThanOrEqual(min - 1e-9)
    }
  }
})

test('the same scale is made once', () => {
  expect(scaleOf(0, 10, 5, 'zh')).toBe(scaleOf(0, 10, 5, 'zh'))
})

test('a scale whose ends are the wrong way round has no ticks, and nothing stands beyond its ends', () => {
  expect(scaleOf(10, 0, 5, 'en').ticks).toEqual([])
  expect(shareOf(5, 10, 0)).toBe(0)
  expect([shareOf(-5, 0, 10), shareOf(5, 0, 10), shareOf(50, 0, 10)]).toEqual([0, 0.5, 1])
})
