import { expect, test } from 'vitest'
import { agedQuality, isStale, staleAfterMs } from './staleness.ts'

test('what was heard is old when more than 3 report intervals have passed', () => {
  expect(staleAfterMs(10)).toBe(30_000)
  expect(isStale(1000, 10, 31_000)).toBe(false)
  expect(isStale(1000, 10, 31_001)).toBe(true)
  expect(isStale(1000, 10, 0)).toBe(false)
})

test('an old value that was good is stale; one that was doubtful stays so', () => {
  expect(agedQuality('good', isStale(0, 10, 30_000))).toBe('good')
  expect(agedQuality('good', isStale(0, 10, 30_001))).toBe('stale')
  for (const quality of ['uncertain', 'bad', 'stale'] as const) expect(agedQuality(quality, true)).toBe(quality)
})
