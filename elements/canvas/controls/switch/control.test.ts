import { expect, test } from 'vitest'
import type { ControlState } from '../../../../core/canvas/control-state.ts'
import control from './control.ts'

type Props = typeof control.defaults
const spoken = (props: Partial<Props>) =>
  control.speak?.({ ...control.defaults, onText: 'Open', offText: 'Shut', ...props }, {} as ControlState<Props>, 'en')

test('a switch says its word by the value that it would write', () => {
  expect(spoken({ value: true })).toBe('Open')
  expect(spoken({ value: 0 })).toBe('Shut')
  expect(spoken({ value: 0, onValue: 0, offValue: 1 })).toBe('Open')
  expect(spoken({ value: 'auto', onValue: 'auto', offValue: 'manual' })).toBe('Open')
})

test('a switch without a value is neither on nor off', () => {
  expect(spoken({ value: null })).toBe(null)
})
