import { expect, test } from 'vitest'
import type { Control } from '../../../../core/contract/documents/screen.ts'
import { shownPoints } from './points-of.ts'

const control = (more: object) => ({ kind: 'value', bindings: {}, props: {}, ...more }) as unknown as Control
const of = (more: object) => shownPoints(control(more), 'WW1').map(({ sn_code, key }) => `${sn_code}.${key}`)

test('the points of a control are each named once, with those of other devices', () => {
  const bindings = { color: { expression: 'flow > 1 ? SN9.mode : level' }, width: { expression: 'flow' } }
  expect(of({ bindings })).toEqual(['WW1.flow', 'SN9.mode', 'WW1.level'])
})

test('what a control writes and whose alarm it marks are its points too, but not all points of a device', () => {
  expect(of({ props: { writes: 'setpoint' }, alarm_of: 'pressure' })).toEqual(['WW1.setpoint', 'WW1.pressure'])
  expect(of({ alarm_of: '*' })).toEqual([])
})

test('a control of a screen without a device has the points that it names with theirs', () => {
  const bindings = { value: { expression: 'flow + SN9.flow' } }
  expect(shownPoints(control({ bindings }), '')).toEqual([{ sn_code: 'SN9', key: 'flow' }])
})
