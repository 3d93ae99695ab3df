import { expect, test } from 'vitest'
import { arrange } from '../../../core/rules/tree.ts'
import { countsOf, nodeOf, takesGroup, takesMoved } from './group-tree.ts'

const row = (group_id: number, parent_id: number | null, more: object = {}) =>
  nodeOf({
    group_id,
    parent_id,
    group_name: `G${group_id}`,
    remarks: '',
    is_default: false,
    device_count: 3,
    online: 1,
    offline: 2,
    faulty: 0,
    may_edit: true,
    may_move: true,
    ...more,
  })
// 1 > 2 > 3 > 4 > 5, 6 > 7, and 8, which is only seen.
const rows = [row(1, null), row(2, 1), row(3, 2), row(4, 3), row(5, 4), row(6, null), row(7, 6)]
const tree = arrange([...rows, row(8, null, { may_edit: false })])

test('a group is made where five levels are not there yet, and the user may write', () => {
  expect([null, 4, 5, 8].map((parent) => takesGroup(tree, parent))).toEqual([true, true, false, false])
})

test('a group is moved with all below it where it is not too deep there', () => {
  expect([3, 4, 8, null].map((parent) => takesMoved(tree, 6, parent))).toEqual([true, false, false, true])
})

test('devices of several groups are counted together by state', () => {
  expect(countsOf(rows.slice(0, 2).map(({ object }) => object))).toEqual({
    device_count: 6,
    online: 2,
    offline: 4,
    faulty: 0,
  })
})
