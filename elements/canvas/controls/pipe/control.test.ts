import { expect, test } from 'vitest'
import type { ControlState } from '../../../../core/canvas/control-state.ts'
import control from './control.ts'
import { flowOf } from './paint.ts'
import type { PipeProps } from './props.ts'

const flow = (value: PipeProps['flow'], isReversed = false) => flowOf({ flow: value, isReversed })
const frames = (value: PipeProps['flow'], isAnimated = true) =>
  control.motion?.({ ...control.defaults, isAnimated, flow: value }, {} as ControlState<PipeProps>)

test('a number says by its sign which way it flows, a truth only that it does', () => {
  expect([12.5, -3, true, 'true', '-2'].map((value) => flow(value))).toEqual([1, -1, 1, 1, -1])
  expect([12.5, -3, true].map((value) => flow(value, true))).toEqual([-1, 1, -1])
})

test('nothing flows, and nothing moves, at 0, false and without a value', () => {
  expect([0, false, null, ''].map((value) => [flow(value), frames(value)])).toEqual(Array(4).fill([0, 0]))
  expect(frames(-1)).toBeGreaterThan(0)
})

test('a pipe that flows stands still unless its document wants it to move', () => {
  expect(control.defaults.isAnimated).toBe(false)
  expect(frames(12.5, false)).toBe(0)
})

test('a pipe has two corners at least, within its box', () => {
  const taken = (corners: PipeProps['corners']) => control.props.safeParse({ ...control.defaults, corners }).success
  expect(taken([{ x: 0, y: 0 }])).toBe(false)
  expect(
    taken([
      { x: 0, y: 0 },
      { x: 1.2, y: 0 },
    ]),
  ).toBe(false)
})
