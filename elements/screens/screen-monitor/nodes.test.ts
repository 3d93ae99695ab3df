import { expect, test } from 'vitest'
import { monitorNodes } from './nodes.ts'

const group = (group_id: number, parent_id: number | null, group_name: string) => ({
  group_id,
  parent_id,
  group_name,
  is_default: false,
  device_count: 0,
})
const device = (sn_code: string, group_id: number | null) => ({ sn_code, dev_alias: `Pump ${sn_code}`, group_id })
const names = { several: 'Several', ungrouped: 'None' }
const shape = (nodes: ReturnType<typeof monitorNodes>) => nodes.map(({ object, name }) => [name, object.parent_id])

test('a device stands below its group, and a group below its own', () => {
  const nodes = monitorNodes(
    { devices: [device('A1', 2)], templates: [] },
    [group(1, null, 'East'), group(2, 1, 'Hall')],
    names,
  )
  expect(shape(nodes)).toEqual([
    ['East', null],
    ['Hall', 'group 1'],
    ['Pump A1', 'group 2'],
  ])
})

test('a group without a device to watch is left out', () => {
  const nodes = monitorNodes(
    { devices: [device('A1', 1)], templates: [] },
    [group(1, null, 'East'), group(3, null, 'West')],
    names,
  )
  expect(shape(nodes)).toEqual([
    ['East', null],
    ['Pump A1', 'group 1'],
  ])
})

test('a device without a visible group is listed apart', () => {
  const nodes = monitorNodes({ devices: [device('A1', null), device('A2', 9)], templates: [] }, [], names)
  expect(shape(nodes)).toEqual([
    ['None', null],
    ['Pump A1', 'ungrouped'],
    ['Pump A2', 'ungrouped'],
  ])
})

test('screens of several devices stand first', () => {
  const nodes = monitorNodes({ devices: [], templates: [{ template_id: 4, module_name: 'Overview' }] }, [], names)
  expect(shape(nodes)).toEqual([
    ['Several', null],
    ['Overview', 'several'],
  ])
})

test('devices of one name have their SN beside it, others have not', () => {
  const devices = ['A1', 'A2'].map((sn_code) => ({ ...device(sn_code, null), dev_alias: 'Boiler' }))
  const nodes = monitorNodes({ devices: [...devices, device('A3', null)], templates: [] }, [], names)
  expect(nodes.flatMap(({ sn_code, note }) => (sn_code ? [[sn_code, note]] : []))).toEqual([
    ['A1', 'A1'],
    ['A2', 'A2'],
    ['A3', undefined],
  ])
})
