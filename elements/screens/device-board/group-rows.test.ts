import { expect, test } from 'vitest'
import { groupRows } from './group-rows.ts'

const group = (group_id: number, parent_id: number | null) => ({
  group_id,
  parent_id,
  group_name: `G${group_id}`,
  is_default: false,
  device_count: 0,
})
const drawn = (...groups: ReturnType<typeof group>[]) =>
  groupRows(groups).map(({ group_id, depth }) => `${'-'.repeat(depth)}${group_id}`)

test('children stand below their parents, in the order given', () => {
  expect(drawn(group(3, 1), group(1, null), group(2, null), group(4, 3))).toEqual(['1', '-3', '--4', '2'])
})

test('a group whose parent is not to be seen stands at the root', () => {
  expect(drawn(group(5, 99), group(6, 5))).toEqual(['5', '-6'])
})

test('groups in a circle are not lost', () => {
  expect(drawn(group(1, 2), group(2, 1)).sort()).toEqual(['1', '2'])
})
