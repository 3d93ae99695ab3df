import { expect, test } from 'vitest'
import { PERMISSION_CODES } from '../catalogue/permissions.ts'
import type { Givable } from '../contract/role.ts'
import {
  aboveOf,
  belowOf,
  check,
  countRights,
  found,
  givablePart,
  groupSources,
  isSame,
  markOf,
  NO_RIGHTS,
  setGroup,
  setItem,
  setTemplate,
  treeRows,
  uncheck,
  withoutCovered,
} from './rights-tree.ts'

const groups = [
  { group_id: 1, parent_id: null, group_name: 'Water', may_write: true },
  { group_id: 2, parent_id: 1, group_name: 'East', may_write: true },
  { group_id: 3, parent_id: 2, group_name: 'Well 3', may_write: false },
  { group_id: 4, parent_id: 99, group_name: 'Energy', may_write: true },
]

test('a granted code brings every section above it, and no more', () => {
  expect(check([], 'P101200')).toEqual(['P00000', 'P30000', 'P100000', 'P101200'])
  expect(check(['P00000'], 'P50000')).toEqual(['P00000', 'P50000'])
})

test('sections that a role grants already are not granted a second time', () => {
  expect(check([], 'P53100', ['P00000', 'P50000'])).toEqual(['P53000', 'P53100'])
})

test('a code is revoked with all codes below it, and leaves the sections above', () => {
  const held = check(check([], 'P101200'), 'P30100')
  expect(uncheck(held, 'P100000')).toEqual(['P00000', 'P30000', 'P30100'])
  expect(uncheck(held, 'P30000')).toEqual(['P00000'])
  expect(uncheck(held, 'P00000')).toEqual([])
})

test('a code that may not be revoked stays, with its sections', () => {
  const held = check(check([], 'P101200'), 'P30100')
  expect(uncheck(held, 'P00000', (code) => code === 'P30100')).toEqual(['P00000', 'P30000', 'P30100'])
})

test('codes are compared as a whole: P100000 is neither P10000 nor below it', () => {
  expect(check([], 'P100000')).not.toContain('P10000')
  expect(belowOf('P10000')).toEqual([])
  expect(markOf(new Set(['P100000']), 'P10000')).toBe(false)
  expect(uncheck(['P00000', 'P10000', 'P100000'], 'P10000')).toEqual(['P00000', 'P100000'])
})

test('a section is mixed while only some codes below it are held', () => {
  expect(markOf(new Set(), 'P60000')).toBe(false)
  expect(markOf(new Set(['P60000']), 'P60000')).toBe(true)
  expect(markOf(new Set(['P60000', 'P61000']), 'P60000')).toBe('mixed')
  expect(markOf(new Set(['P60000', ...belowOf('P60000')]), 'P60000')).toBe(true)
  expect(markOf(new Set(PERMISSION_CODES), 'P00000')).toBe(true)
})

test('a tree shows the open rows, and puts those without a known parent at the top', () => {
  const nodes = groups.map((group) => ({ ...group, id: group.group_id }))
  const shown = (open: number[]) =>
    treeRows(nodes, (id) => open.includes(id)).map(({ node, level, isOpen }) => [node.id, level, isOpen])
  expect(shown([])).toEqual([
    [1, 1, false],
    [4, 1, null],
  ])
  expect(shown([1, 2])).toEqual([
    [1, 1, true],
    [2, 2, true],
    [3, 3, null],
    [4, 1, null],
  ])
})

test('a search keeps the matches and their ancestors', () => {
  const nodes = groups.map((group) => ({ ...group, id: group.group_id }))
  expect(found(nodes, ({ group_name }) => group_name === 'Well 3').map(({ id }) => id)).toEqual([1, 2, 3])
})

test('groups that are their own ancestors are followed once', () => {
  const nodes = new Map([
    [1, { id: 1, parent_id: 2 }],
    [2, { id: 2, parent_id: 1 }],
  ])
  expect(aboveOf(nodes, 1)).toEqual([2])
})

test('a right to a group covers all below it, reading and writing apart', () => {
  const own = [
    { group_id: 1, may_write: false },
    { group_id: 2, may_write: true },
  ]
  expect(Object.fromEntries(groupSources(groups, own))).toEqual({
    1: { read: 'own', write: null },
    2: { read: 'above', write: 'own' },
    3: { read: 'above', write: 'above' },
    4: { read: null, write: null },
  })
  expect(groupSources(groups, own, [{ group_id: 2, may_write: false }]).get(3)).toEqual({
    read: 'role',
    write: 'above',
  })
})

test('writing to a group comes with reading it and goes with it', () => {
  const written = setGroup([], 1, 'write', true)
  expect(written).toEqual([{ group_id: 1, may_write: true }])
  expect(setGroup(written, 1, 'write', false)).toEqual([{ group_id: 1, may_write: false }])
  expect(setGroup(written, 1, 'read', false)).toEqual([])
})

test('rights that a group above covers are removed, and greater ones are kept', () => {
  const own = [
    { group_id: 1, may_write: false },
    { group_id: 2, may_write: true },
    { group_id: 3, may_write: false },
    { group_id: 50, may_write: false },
  ]
  expect(withoutCovered(own, groups).map(({ group_id }) => group_id)).toEqual([1, 2, 50])
})

test("a template's items are revoked with its use, and its change is revoked alone", () => {
  const used = setItem(setTemplate(NO_RIGHTS, 7, 'change', true), 7, 1, true)
  expect(used.template_rights).toEqual([{ template_id: 7, may_write: true }])
  expect(countRights(used)).toBe(2)
  expect(setTemplate(used, 7, 'change', false)).toEqual({
    ...used,
    template_rights: [{ template_id: 7, may_write: false }],
  })
  expect(setTemplate(used, 7, 'use', false)).toEqual(NO_RIGHTS)
  expect(setItem(used, 7, 1, false).item_rights).toEqual([])
})

test('rights are equal in any order', () => {
  expect(isSame<'permissions'>(['P00000', 'P10000'], ['P10000', 'P00000'])).toBe(true)
  expect(isSame<'device_rights'>([{ group_id: 1, may_write: true }], [{ group_id: 1, may_write: false }])).toBe(false)
})

test('copied rights are limited to those that the copying user holds', () => {
  const givable: Givable = {
    permissions: ['P00000', 'P10000'],
    device_groups: groups,
    templates: [{ template_id: 7, module_name: 'Pump', may_write: false, items: [{ item_id: 1, item_name: 'Reset' }] }],
  }
  const carried = {
    permissions: ['P00000', 'P10000', 'P50000'] as const,
    device_rights: [
      { group_id: 3, may_write: true },
      { group_id: 50, may_write: true },
    ],
    template_rights: [
      { template_id: 7, may_write: true },
      { template_id: 8, may_write: true },
    ],
    item_rights: [
      { template_id: 7, item_id: 1 },
      { template_id: 7, item_id: 2 },
    ],
  }
  expect(givablePart({ ...carried, permissions: [...carried.permissions] }, givable)).toEqual({
    permissions: ['P00000', 'P10000'],
    device_rights: [{ group_id: 3, may_write: false }],
    template_rights: [{ template_id: 7, may_write: false }],
    item_rights: [{ template_id: 7, item_id: 1 }],
  })
})
