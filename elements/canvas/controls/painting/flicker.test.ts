import { expect, test } from 'vitest'
import { MOST_FLASHES } from '../../../../core/rules/flicker.ts'
import { flickerFrames, isFlickerOn, isFlickerSteady } from './flicker.ts'

/** How often it comes on within ten seconds, looked at 1,000 times a second. */
const flashes = (periodS: number) => {
  let count = 0
  for (let ms = 2; ms <= 10_000; ms += 1) if (isFlickerOn(ms, periodS) && !isFlickerOn(ms - 1, periodS)) count += 1
  return count
}

test('nothing flashes more than 3 times a second, whatever is requested', () => {
  expect(flashes(0.01)).toBeLessThanOrEqual(10 * MOST_FLASHES)
  expect(flashes(0.2)).toBeLessThanOrEqual(10 * MOST_FLASHES)
})

test('a slower flash keeps its own rate', () => {
  expect(flashes(0.5)).toBe(20)
  expect(flashes(2)).toBe(5)
})

test('a flash without motion is shown steadily, and is marked another way', () => {
  expect(isFlickerOn(0, 0.5)).toBe(true)
  expect(isFlickerSteady(0, 0.5)).toBe(true)
  expect(isFlickerSteady(0, 0)).toBe(false)
  expect(isFlickerSteady(700, 0.5)).toBe(false)
})

test('a flash gets as many frames as it needs, and no more', () => {
  expect(flickerFrames(0)).toBe(0)
  expect(flickerFrames(0.01)).toBe(12)
  expect(flickerFrames(0.5)).toBe(8)
  expect(flickerFrames(1000)).toBe(1)
})
