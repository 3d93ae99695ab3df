import { expect, test } from 'vitest'
import { groupsBelow } from './group-tree.ts'

test('all groups below a group are found, each visited once, in a circle too', () => {
  const COUNT = 20_000
  let reads = 0
  const groups = Array.from({ length: COUNT }, (_, group_id) => ({
    group_id,
    get parent_id() {
      reads += 1
      return group_id === 0 ? COUNT - 1 : group_id - 1
    },
  }))
  expect(groupsBelow(groups, [5]).size).toBe(COUNT)
  expect(reads).toBe(COUNT)
  expect([
    ...groupsBelow(
      [
        { group_id: 1, parent_id: null },
        { group_id: 2, parent_id: 1 },
      ],
      [2],
    ),
  ]).toEqual([2])
})
