import { expect, test } from 'vitest'
import { readDocument } from '../../../../core/canvas/read-document.ts'
import type { Point } from '../../../../core/contract/device.ts'
import { KINDS, loadKinds } from '../../controls/kinds.ts'
import { findUnresolved, pointsNamed } from './unresolved.ts'

await loadKinds()

const point = (key: string) => ({ key, name: key, data_type: 'number' }) as Point
const control = (control_id: string, more: object) => ({
  control_id,
  kind: 'value',
  x: 0,
  y: 0,
  width: 10,
  height: 10,
  ...more,
})
const documentOf = (...controls: object[]) => {
  const { document } = readDocument({ version: 1, width: 100, height: 100, controls }, KINDS)
  if (!document) throw new Error('not read')
  return document
}
const NOBODY = { device: () => null, isRefused: (sn_code: string) => sn_code === 'GONE1' }

test('a binding to a point that the template does not have is reported, with its control and property', () => {
  const document = documentOf(
    control('a', { bindings: { value: { expression: 'flow' } } }),
    control('b', { bindings: { value: { expression: 'pressure * 2' } } }),
  )
  const found = findUnresolved(document, KINDS, [point('flow')], NOBODY)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ control_id: 'b', property: 'value', reason: 'unknown_point' })
})

test('a device that is not known yet is ignored, one that is refused is reported', () => {
  const document = documentOf(
    control('a', { bindings: { value: { expression: 'SN1.flow' } } }),
    control('b', { bindings: { value: { expression: 'GONE1.flow' } } }),
  )
  const found = findUnresolved(document, KINDS, [], NOBODY)
  expect(found.map(({ control_id }) => control_id)).toEqual(['b'])
})

test('points are found in bindings, events and properties alike', () => {
  const document = documentOf(
    control('a', {
      bindings: { value: { expression: 'flow + WW1.level' } },
      events: [{ on: 'click', actions: [{ does: 'write', point: 'setpoint', value: 'flow', confirm: true }] }],
    }),
  )
  expect(pointsNamed(document).map(({ sn_code, key }) => `${sn_code}.${key}`)).toEqual([
    '.flow',
    'WW1.level',
    '.setpoint',
  ])
})
