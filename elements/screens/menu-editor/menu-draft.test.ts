import { expect, test } from 'vitest'
import { blankItem, goneOf, type Item, newId, placed, rowsOf, spotOf, stepped } from './menu-draft.ts'

const item = (item_id: string, part: Partial<Item> = {}): Item => ({
  ...blankItem('page'),
  item_id,
  item_name: item_id,
  path: '/index',
  ...part,
})
const inner = (item_id: string) => {
  const { items: _, ...rest } = item(item_id)
  return { ...rest, kind: 'page' as const }
}
const MENU = [
  item('a'),
  item('g', { kind: 'group', items: [inner('b'), inner('c')] }),
  item('d'),
  item('e', { kind: 'group' }),
]
const shown = (items: readonly Item[]) =>
  rowsOf(items)
    .map(({ item: { item_id }, group }) => (group ? `${group.item_id}/${item_id}` : item_id))
    .join(' ')
const rowOf = (items: readonly Item[], id: string) => {
  const row = rowsOf(items).find((one) => one.item.item_id === id)
  if (!row) throw new Error(id)
  return row
}
const walk = (id: string, by: -1 | 1, times: number) => {
  let items: Item[] = MENU
  for (let n = 0; n < times; n++) {
    const row = rowOf(items, id)
    const spot = stepped(items, row, by)
    if (!spot) return 'end'
    items = placed(items, row.item, spot)
  }
  return shown(items)
}

test('an item steps down and up through groups, as if all stood in one list', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((times) => walk('a', 1, times))).toEqual([
    'g g/a g/b g/c d e',
    'g g/b g/a g/c d e',
    'g g/b g/c g/a d e',
    'g g/b g/c a d e',
    'g g/b g/c d a e',
    'g g/b g/c d e e/a',
    'g g/b g/c d e a',
  ])
  expect(walk('a', 1, 8)).toBe('end')
  expect([1, 2, 3].map((times) => walk('d', -1, times))).toEqual([
    'a g g/b g/c g/d e',
    'a g g/b g/d g/c e',
    'a g g/d g/b g/c e',
  ])
  expect(walk('a', -1, 1)).toBe('end')
})

test('a group steps past others with all in it, and into none', () => {
  expect(walk('g', -1, 1)).toBe('g g/b g/c a d e')
  expect(walk('g', 1, 2)).toBe('a d e g g/b g/c')
  const group = rowOf(MENU, 'e').item
  expect(shown(placed(MENU, group, { group: 'g', before: null }))).toBe('a g g/b g/c d e')
})

test('what was removed stands again where it was', () => {
  for (const id of ['a', 'c', 'g', 'e']) {
    const row = rowOf(MENU, id)
    const spot = spotOf(MENU, id)
    const rest = MENU.filter((one) => one.item_id !== id)
    expect(shown(placed(rest, row.item, spot)), id).toBe(shown(MENU))
  }
})

test('an item says why users do not find it', () => {
  const known = {
    dashboards: [{ id: 7, name: 'Overview', note: '' }],
    screens: [],
    roles: [{ role_id: 3, role_name: 'Operators', permissions: [] }],
    frame_hosts: ['https://wiki.example'],
  }
  const gone = (part: Partial<Item>) => goneOf(item('a', part), known)
  expect(gone({ kind: 'dashboard', dashboard_id: 7 })).toBeNull()
  expect(gone({ kind: 'dashboard', dashboard_id: 8 })).toBe('target')
  expect(gone({ kind: 'screen', screen_id: 1 })).toBe('target')
  expect(gone({ kind: 'web', url: 'https://wiki.example/a' })).toBeNull()
  expect(gone({ kind: 'web', url: 'https://other.example/a' })).toBe('host')
  expect(gone({ role_ids: [3, 4] })).toBeNull()
  expect(gone({ role_ids: [4] })).toBe('roles')
})

test('each new item has an id of its own, as the server takes it', () => {
  const ids = Array.from({ length: 50 }, newId)
  expect(new Set(ids).size).toBe(50)
  expect(ids.filter((id) => !/^[a-z0-9]{8}$/.test(id))).toEqual([])
})
