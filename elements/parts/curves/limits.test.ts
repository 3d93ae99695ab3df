import { expect, test } from 'vitest'
import { limitsOf } from './limits.ts'

test.each([
  ['above', [[88, 90]]],
  ['below', [[90, 92]]],
  [
    'outside',
    [
      [90, 92],
      [118, 120],
    ],
  ],
  [
    'between',
    [
      [88, 90],
      [120, 122],
    ],
  ],
  ['changes', []],
] as const)('the dead band of %s lies where the alarm ends', (condition, wanted) => {
  const isRange = condition === 'outside' || condition === 'between'
  const { bands } = limitsOf({ condition, threshold: 90, threshold_high: isRange ? 120 : null, dead_band: 2 })
  expect(bands.map(({ from, to }) => [from, to])).toEqual(wanted)
})
