import { expect, test } from 'vitest'
import { bandOf, levelOf, passedLimit, speakInstrument } from './limits.ts'

const limits = { lowLow: 5, low: 15, high: 80, highHigh: 95 }
const none = { lowLow: null, low: null, high: null, highHigh: null }

test('a value passes a limit when it reaches it, and the outer one of two counts', () => {
  expect([5, 15, 16, 79.9, 80, 95].map((value) => passedLimit(value, limits))).toEqual([
    'lowLow',
    'low',
    null,
    null,
    'high',
    'highHigh',
  ])
  expect(passedLimit(null, limits)).toBe(null)
  expect(passedLimit(1e9, none)).toBe(null)
})

test('a passed limit has the colour of the open alarm, and without one that of its kind', () => {
  expect([levelOf('high', 0), levelOf('highHigh', 0), levelOf('highHigh', 2)]).toEqual([3, 5, 2])
})

test('the band of a limit reaches to the next one, or to the end of the scale', () => {
  expect(bandOf('high', limits, 0, 100)).toEqual([80, 95])
  expect(bandOf('high', { ...limits, highHigh: null }, 0, 100)).toEqual([80, 100])
  expect(bandOf('lowLow', limits, 0, 100)).toEqual([0, 5])
})

test('an instrument says its value, its unit and the limit that it has passed', () => {
  const shown = { ...limits, value: 96.04, decimals: 1, unit: 'bar' }
  expect(speakInstrument(shown, 'en')).toBe('96.0 bar, above the high-high limit')
  expect(speakInstrument({ ...shown, value: 50 }, 'zh')).toBe('50.0 bar')
  expect(speakInstrument({ ...shown, value: null }, 'en')).toBe(null)
})
