import { expect, test } from 'vitest'
import { groupsBelow, openGroupTree } from './group-tree.ts'

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

test('a tree reads its groups once, and gives the same answer to all who ask the same', () => {
  let reads = 0
  const groups = Array.from({ length: 100 }, (_, group_id) => ({
    group_id,
    get parent_id() {
      reads += 1
      return group_id === 0 ? null : 0
    },
  }))
  const tree = openGroupTree(groups)
  expect(tree.below([0]).size).toBe(100)
  expect(tree.below([0])).toBe(tree.below([0]))
  expect([...tree.below([7, 8])]).toEqual([7, 8])
  expect(reads).toBe(100)
})
