import { expect, test } from 'vitest'
import { brightness } from './shade.ts'
import { NOTHING, numberOf, numberText, truthOf, valueText } from './value-text.ts'

test('no value is a dash, never 0', () => {
  expect(numberText(null, 2, 'zh')).toBe(NOTHING)
  expect(numberText(Number.NaN, 2, 'en')).toBe(NOTHING)
  expect(valueText(undefined, null, 'en')).toBe(NOTHING)
  expect(valueText(0, null, 'en')).toBe('0')
})

test('numbers are grouped and have the chosen decimals, and booleans are words', () => {
  expect(numberText(1234.5, 2, 'en')).toBe('1,234.50')
  expect(numberText(1.23456, null, 'zh')).toBe('1.235')
  expect(valueText(true, null, 'zh')).toBe('是')
  expect(valueText(false, null, 'en')).toBe('No')
  expect(valueText('自动', 2, 'zh')).toBe('自动')
})

test('what is no number does not count as 0', () => {
  expect([true, '3.5', '', 'x', null, Number.POSITIVE_INFINITY].map(numberOf)).toEqual([1, 3.5, null, null, null, null])
})

test('a boolean is read as devices send it', () => {
  expect([1, true, 'true', 'x'].every(truthOf)).toBe(true)
  expect([0, false, 'false', '0', '', null, undefined].some(truthOf)).toBe(false)
})

test('the brightness of a colour is read from any form that a theme has', () => {
  expect(brightness('#fff')).toBe(1)
  expect(brightness('#000000')).toBe(0)
  expect(brightness('rgb(255, 0, 0)')).toBeCloseTo(0.299)
})
