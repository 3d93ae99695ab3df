import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { CustomMenu, InnerMenuItem, KeptMenu, OuterMenuItem } from '../../../core/contract/custom-menu.ts'
import { wrongWebTarget } from '../../../core/rules/web-target.ts'

export type Draft = CustomMenu
export type Item = OuterMenuItem
export type Wrong = Partial<Record<string, string>>
/** What a menu names, as far as the user sees it. */
export type Known = Pick<KeptMenu, 'dashboards' | 'screens' | 'roles' | 'frame_hosts'>

/** Where an item stands: in a group, or in none, before another one, or last. */
export interface Spot {
  group: string | null
  before: string | null
}

/** An item as the list shows it. `field`: as refusals name it. */
export interface Row {
  item: Item
  group: Item | null
  field: string
  /** From 0, among `of` of its level. */
  at: number
  of: number
}

const asOuter = (item: InnerMenuItem): Item => ({ ...item, items: [] })

const asInner = ({ items: _, kind, ...item }: Item): InnerMenuItem => ({
  ...item,
  kind: kind === 'group' ? 'page' : kind,
})

/** All items in the order of the menu. */
export const rowsOf = (items: readonly Item[]): Row[] =>
  items.flatMap((item, at) => [
    { item, group: null, field: `items.${at}`, at, of: items.length },
    ...item.items.map((inner, below) => ({
      item: asOuter(inner),
      group: item,
      field: `items.${at}.items.${below}`,
      at: below,
      of: item.items.length,
    })),
  ])

const PLACES = [...Array(LIMITS.menuItems).keys()]
export const FIELDS: readonly string[] = [
  'version',
  'home_dashboard_id',
  'items',
  ...PLACES.flatMap((at) => [`items.${at}`, ...PLACES.map((below) => `items.${at}.items.${below}`)]),
]

export const without = (items: readonly Item[], item_id: string): Item[] =>
  items
    .filter((item) => item.item_id !== item_id)
    .map((item) => ({ ...item, items: item.items.filter((inner) => inner.item_id !== item_id) }))

function insertedAt<One extends { item_id: string }>(list: readonly One[], one: One, before: string | null): One[] {
  const at = list.findIndex(({ item_id }) => item_id === before)
  return list.toSpliced(at < 0 ? list.length : at, 0, one)
}

/** The items with this one where it is wanted, moved from where it stood before. A group stands in no group. */
export function placed(items: readonly Item[], item: Item, { group, before }: Spot): Item[] {
  const others = without(items, item.item_id)
  const isInGroup = item.kind !== 'group' && others.some(({ item_id, kind }) => item_id === group && kind === 'group')
  if (!isInGroup) return insertedAt(others, item, before)
  return others.map((one) =>
    one.item_id === group ? { ...one, items: insertedAt(one.items, asInner(item), before) } : one,
  )
}

/** Where an item stands now. */
export function spotOf(items: readonly Item[], item_id: string): Spot {
  const group = items.find(({ items: inner }) => inner.some((one) => one.item_id === item_id))
  const list: readonly { item_id: string }[] = group?.items ?? items
  const at = list.findIndex((one) => one.item_id === item_id)
  return { group: group?.item_id ?? null, before: list[at + 1]?.item_id ?? null }
}

/** Where one step up or down leads: through groups, as if all stood in one list. Null where there is none. */
export function stepped(items: readonly Item[], { item, group, at, of }: Row, by: -1 | 1): Spot | null {
  const isGroup = item.kind === 'group'
  const siblings: readonly { item_id: string; kind: string }[] = group?.items ?? items
  if (group && (by < 0 ? at === 0 : at === of - 1)) {
    const outer = items.findIndex(({ item_id }) => item_id === group.item_id)
    return { group: null, before: items[by < 0 ? outer : outer + 1]?.item_id ?? null }
  }
  const next = siblings[at + by]
  if (!next) return null
  if (!isGroup && next.kind === 'group') {
    const inner = items.find(({ item_id }) => item_id === next.item_id)?.items ?? []
    return { group: next.item_id, before: by < 0 ? null : (inner[0]?.item_id ?? null) }
  }
  return { group: group?.item_id ?? null, before: (by < 0 ? next : siblings[at + 2])?.item_id ?? null }
}

/** Random, since two people may add items at once. */
export function newId(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz012345'
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => letters[byte % letters.length]).join('')
}

export const blankItem = (kind: 'group' | 'page'): Item => ({
  item_id: newId(),
  item_name: '',
  icon: kind === 'group' ? 'folder' : 'page',
  kind,
  path: '',
  dashboard_id: null,
  screen_id: null,
  url: '',
  role_ids: [],
  items: [],
})

type Gone = 'target' | 'host' | 'roles'

/** Why users do not find an item; null where nothing is wrong with it. */
export function goneOf({ kind, dashboard_id, screen_id, url, role_ids }: Item, known: Known): Gone | null {
  if (kind === 'dashboard' && !known.dashboards.some(({ id }) => id === dashboard_id)) return 'target'
  if (kind === 'screen' && !known.screens.some(({ id }) => id === screen_id)) return 'target'
  if (kind === 'web' && wrongWebTarget(url, known.frame_hosts)) return 'host'
  const isForNone = role_ids.length > 0 && !known.roles.some(({ role_id }) => role_ids.includes(role_id))
  return isForNone ? 'roles' : null
}
