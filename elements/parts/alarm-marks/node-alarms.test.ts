import { expect, test } from 'vitest'
import { alarmsOfDevices, alarmsOfGroups } from './node-alarms.ts'

const group = (group_id: number, parent_id: number | null) => ({
  group_id,
  parent_id,
  group_name: '',
  is_default: false,
  device_count: 0,
})
const mark = (sn_code: string, group_id: number | null, open: number, alarm_level: number) => ({
  sn_code,
  group_id,
  open,
  unconfirmed: 0,
  alarm_level,
  points: [],
})

test('a group has the alarms of all below it, and the worst of them', () => {
  const marks = [mark('A', 1, 1, 2), mark('B', 2, 3, 5), mark('C', 9, 1, 3), mark('D', null, 2, 1)]
  const groups = [group(1, null), group(2, 1), group(3, 1)]
  expect([...alarmsOfGroups(marks, groups)]).toEqual([
    [1, { open: 4, alarm_level: 5 }],
    [2, { open: 3, alarm_level: 5 }],
    [null, { open: 3, alarm_level: 3 }],
  ])
  expect(alarmsOfDevices(marks).get('B')).toEqual({ open: 3, alarm_level: 5 })
})

test('groups that are below themselves count once', () => {
  const circle = [group(1, 2), group(2, 1)]
  expect([...alarmsOfGroups([mark('A', 1, 1, 2)], circle)].map(([id, { open }]) => [id, open])).toEqual([
    [1, 1],
    [2, 1],
  ])
})
