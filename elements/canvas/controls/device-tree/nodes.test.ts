import { expect, test } from 'vitest'
import type { ShownGroup } from '../view/use-groups.ts'
import { deviceNodes, type NamedDevice } from './nodes.ts'

const group = (group_id: number, parent_id: number | null, device_count = 1): ShownGroup => ({
  group_id,
  parent_id,
  group_name: `G${group_id}`,
  is_default: false,
  device_count,
})
const device = (sn_code: string, group_id: number | null, dev_alias = sn_code): NamedDevice => ({
  sn_code,
  dev_alias,
  dev_state: 1,
  group_id,
})
const words = { loading: '…', more: ({ count }: { count: number }) => `${count} more` }
const lines = (...all: Parameters<typeof deviceNodes>) =>
  deviceNodes(...all).map(({ object: { id, parent_id }, name }) => `${parent_id ?? '-'} > ${id} ${name}`)

test('devices stand below their groups, those of no group that is shown at the top', () => {
  const read = { devices: [device('A', 2), device('B', null), device('C', 9)], totals: null }
  expect(lines([group(1, null), group(2, 1)], read, words)).toEqual([
    '- > group 1 G1',
    'group 1 > group 2 G2',
    'group 2 > device A A',
    '- > device B B',
    '- > device C C',
  ])
})

test('a group whose devices are not read yet has a line for them, and one of which some are read a line for the others', () => {
  const read = { devices: [device('A', 2)], totals: new Map([[2, 5]]) }
  expect(lines([group(1, null), group(2, 1, 5), group(3, null, 0)], read, words)).toEqual([
    '- > group 1 G1',
    'group 1 > group 2 G2',
    '- > group 3 G3',
    'group 2 > device A A',
    'group 1 > wait 1 …',
    'group 2 > more 2 4 more',
  ])
})

test('devices of one name are told apart by their SN', () => {
  const read = { devices: [device('A', 1, 'Pump'), device('B', 1, 'Pump')], totals: null }
  expect(deviceNodes([group(1, null)], read, words).map(({ name }) => name)).toEqual(['G1', 'Pump · A', 'Pump · B'])
})
