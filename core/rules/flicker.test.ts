import { expect, test } from 'vitest'
import { flashMs, MOST_FLASHES } from './flicker.ts'

test('nothing flashes more than three times a second, and slower ones flash at their own rate', () => {
  expect(flashMs(0.01)).toBe(1000 / 3)
  expect(1000 / flashMs(0.01)).toBeCloseTo(MOST_FLASHES)
  expect(flashMs(2)).toBe(2000)
})
