import { expect, test } from 'vitest'
import type { Point } from '../../../core/contract/device.ts'
import { isOnStep, limitsOf, narrowed } from './limits.ts'

const point: Point = {
  key: 'setpoint',
  name: 'Setpoint',
  name_en: null,
  data_type: 'number',
  unit: 'bar',
  decimals: 1,
  access: 'rw',
  write_min: 0,
  write_max: 100,
  enum_text: null,
  keep_history: true,
  two_step: false,
}

test('a control narrows what its point takes, and never widens it', () => {
  expect(narrowed(point, limitsOf({ min: 20, max: 400 }))).toMatchObject({ write_min: 20, write_max: 100 })
  expect(narrowed({ ...point, write_max: null }, limitsOf({ max: 60 }))).toMatchObject({ write_min: 0, write_max: 60 })
  expect(narrowed(point, limitsOf({}))).toBe(point)
})

test('a value is a whole number of steps from the least one', () => {
  const limits = limitsOf({ min: 1, step: 0.1 })
  expect(isOnStep(1.3, limits)).toBe(true)
  expect(isOnStep(1.35, limits)).toBe(false)
  expect(isOnStep('any', limits)).toBe(true)
})
