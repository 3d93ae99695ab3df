import { expect, test } from 'vitest'
import type { ControlState } from '../../../../core/canvas/control-state.ts'
import control from './control.ts'
import type { ValueProps } from './props.ts'
import { shownText } from './shown-text.ts'

const shown = (props: Partial<ValueProps>) => shownText({ ...control.defaults, ...props }, 'en', 'Asia/Shanghai')
const spoken = (props: Partial<ValueProps>) =>
  control.speak?.({ ...control.defaults, ...props }, {} as ControlState<ValueProps>, 'en')

test('an enum and a truth are shown by their words, and by themselves where they have none', () => {
  const words = [
    { is: '1', text: 'Running' },
    { is: '2', text: 'Tripped' },
  ]
  expect(shown({ value: 2, format: 'words', words })).toBe('Tripped')
  expect(shown({ value: true, format: 'words', words })).toBe('Running')
  expect(shown({ value: false, format: 'words', words })).toBe('No')
  expect(shown({ value: 7, format: 'words', words })).toBe('7')
})

test('a time is shown in the time zone of the tenant', () => {
  expect(shown({ value: Date.UTC(2026, 0, 2, 3, 4, 5), format: 'time' })).toBe('2026-01-02 11:04:05')
  expect(shown({ value: 'soon', format: 'time' })).toBe('—')
})

test('without a value a dash is shown and nothing is said', () => {
  expect(shown({ value: null })).toBe('—')
  expect(spoken({ value: null })).toBe(null)
})

test('a limit that is passed is said', () => {
  expect(spoken({ value: 96, highHigh: 95, high: 80 })).toBe('96, above the high-high limit')
  expect(spoken({ value: 50, highHigh: 95, high: 80 })).toBe('50')
})

test('limits that do not rise are refused', () => {
  expect(control.props.safeParse({ ...control.defaults, low: 5, high: 5 }).success).toBe(false)
  expect(control.props.safeParse({ ...control.defaults, low: 5, high: null, highHigh: 6 }).success).toBe(true)
})

test('the part that a new value repaints leaves the label alone', () => {
  const area = (props: Partial<ValueProps>) =>
    control.valueArea?.({ ...control.defaults, ...props }, { width: 200, height: 60 })
  expect(area({})).toEqual({ x: 0, y: 0, width: 200, height: 60 })
  expect(area({ label: 'Flow', labelShare: 0.4 })).toEqual({ x: 80, y: 0, width: 120, height: 60 })
  expect(area({ label: 'Flow', labelPlace: 'top', fontSize: 20 })).toMatchObject({ x: 0, width: 200 })
})
