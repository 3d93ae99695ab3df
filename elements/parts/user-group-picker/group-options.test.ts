import { expect, test } from 'vitest'
import { arrange } from '../../../core/rules/tree.ts'
import { groupOptions, pathOf } from './group-options.ts'

const group = (id: number, parent_id: number | null, group_name: string) => ({
  object: { id, parent_id, group_name, tag_type: 2 as const, remarks: '', user_count: 0, administrator2: null },
})
const tree = arrange([group(3, 2, 'Line 1'), group(1, null, 'Plant'), group(2, 1, 'East'), group(4, 99, 'Lone')])

test('groups are offered from top to bottom, those below another indented', () => {
  expect(groupOptions(tree)).toEqual([
    { id: '1', label: 'Plant' },
    { id: '2', label: '\u2003East' },
    { id: '3', label: '\u2003\u2003Line 1' },
    { id: '4', label: 'Lone' },
  ])
})

test('the chosen one says where it stands, also in the closed select', () => {
  expect(groupOptions(tree, 3).map(({ label }) => label)).toEqual([
    'Plant',
    '\u2003East',
    'Plant / East / Line 1',
    'Lone',
  ])
})

test('a path names every group from the top', () => {
  expect(pathOf(tree, 3)).toBe('Plant / East / Line 1')
  expect(pathOf(tree, 4)).toBe('Lone')
  expect(pathOf(tree, 99)).toBe('')
})
