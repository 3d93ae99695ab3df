import { expect, test } from 'vitest'
import type { ControlState } from '../../../../core/canvas/control-state.ts'
import control from './control.ts'

type Props = typeof control.defaults
const spoken = (value: Props['value']) =>
  control.speak?.({ ...control.defaults, value }, {} as ControlState<Props>, 'zh')

test('a lamp says its word, by number and by truth; nothing for a lamp that is not there', () => {
  expect([0, 1, 2, true, false].map(spoken)).toEqual(['OFF', 'ON', 'FAULT', 'ON', 'OFF'])
  expect([null, 9, -1, 'x'].map(spoken)).toEqual([null, null, null, null])
})

test('no two lamps of a new indicator differ by colour alone', () => {
  const looks = control.defaults.lamps.map(({ shape, isFilled }) => `${shape} ${isFilled}`)
  expect(new Set(looks).size).toBe(looks.length)
})
