import { expect, test } from 'vitest'
import control from './control.ts'

const taken = (props: Partial<typeof control.defaults>) =>
  control.props.safeParse({ ...control.defaults, ...props }).success

test('what may be written has a least value below the most', () => {
  expect(taken({ min: 0, max: 50 })).toBe(true)
  expect(taken({ min: 50, max: 0 })).toBe(false)
  expect(taken({ step: -1 })).toBe(false)
})

test('a write is confirmed unless its author said otherwise', () => {
  expect(control.defaults.confirm).toBe(true)
})
