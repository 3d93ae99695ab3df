import { mayOpen, ROUTES, type Route } from '../core/catalogue/routes.ts'
import type { ShownMenu, ShownMenuItem } from '../core/contract/custom-menu.ts'
import type { IconName } from '../elements/kit/icons.ts'
import { MENU_ICONS } from '../elements/kit/menu-icons.ts'

export interface Place {
  /** One item of the organisation's own may lead where another place leads too. */
  id: string
  title: Route['title']
  /** Its name where there is room for one word. */
  short: Route['title']
  path: string
  icon: IconName
}

export interface MenuSection {
  /** The path of its route, also where that is no page; the id of an item of the organisation's own. */
  id: string
  title: Route['title']
  short: Route['title']
  icon: IconName
  /** Where its own page is; null when a section is only a heading. */
  path: string | null
  entries: readonly Place[]
}

const iconOf = ({ icon }: Route): IconName => MENU_ICONS[icon ?? 'page']
const shortOf = ({ title, short }: Route): Route['title'] => short ?? title

const placeOf = (route: Route): Place => ({
  id: route.path,
  title: route.title,
  short: shortOf(route),
  path: route.path,
  icon: iconOf(route),
})

/** The menu of somebody who holds these rights: only pages that are built and may be opened. */
export function menuOf(held: readonly string[]): MenuSection[] {
  const isShown = (route: Route) => route.built && mayOpen(route, held)
  const rows = ROUTES.filter((route) => route.menu)
  return rows
    .filter(({ menu }) => menu?.length === 1)
    .sort((a, b) => (a.menu?.[0] ?? 0) - (b.menu?.[0] ?? 0))
    .flatMap((section) => {
      const entries = rows
        .filter((route) => route.menu?.[0] === section.menu?.[0] && route.menu?.length === 2 && isShown(route))
        .sort((a, b) => (a.menu?.[1] ?? 0) - (b.menu?.[1] ?? 0))
      if (!isShown(section) && entries.length === 0) return []
      return [
        {
          id: section.path,
          title: section.title,
          short: shortOf(section),
          icon: iconOf(section),
          path: isShown(section) ? section.path : null,
          entries: entries.map(placeOf),
        },
      ]
    })
}

export const CUSTOM_PAGE = '/customPage'

/** Where an item of the organisation's own leads. */
export function targetOf({
  item_id,
  kind,
  path,
  dashboard_id,
  screen,
}: Omit<ShownMenuItem, 'kind'> & { kind: string }) {
  if (kind === 'dashboard') return `/dashboard?dashboard=${dashboard_id}`
  if (kind === 'screen' && screen) {
    const { sn_code, template_id, screen_id } = screen
    const of = sn_code === null ? `template=${template_id}` : `sn=${encodeURIComponent(sn_code)}`
    return `/configureMonitor?${of}&screen=${screen_id}`
  }
  return kind === 'web' ? `/webPage/${item_id}` : path
}

const namesOf = (name: string) => ({ title: { zh: name, en: name }, short: { zh: name, en: name } })

const ownPlace = (item: ShownMenuItem): Place => ({
  id: item.item_id,
  ...namesOf(item.item_name),
  icon: MENU_ICONS[item.icon],
  path: targetOf(item),
})

/** What an organisation adds to the console's menu: its custom page, by its name, and its own items. */
export interface OwnMenu {
  page: string | null
  menu: ShownMenu | null
}

/** The organisation's own sections. */
export function ownSections({ page, menu }: OwnMenu): { first: MenuSection[]; items: MenuSection[] } {
  const items = (menu?.items ?? []).map((item) => ({
    id: item.item_id,
    ...namesOf(item.item_name),
    icon: MENU_ICONS[item.icon],
    path: item.kind === 'group' ? null : targetOf(item),
    entries: item.items.map(ownPlace),
  }))
  const first = { id: CUSTOM_PAGE, ...namesOf(page ?? ''), icon: MENU_ICONS.page, path: CUSTOM_PAGE, entries: [] }
  return { first: page === null ? [] : [first], items }
}

/** The console's menu with what the organisation adds: its custom page first, its items before the console's own or after them. */
export function menuWith(menu: readonly MenuSection[], own: OwnMenu): MenuSection[] {
  const { first, items } = ownSections(own)
  return own.menu?.place === 'above' ? [...first, ...items, ...menu] : [...first, ...menu, ...items]
}

/** The path, as the menu has it, of the place in sight: that which names most of the address. */
export function placeAt(menu: readonly MenuSection[], path: string, search: string): string {
  const shown = new URLSearchParams(search)
  const namedBy = (place: Place) => {
    const [own, query = ''] = place.path.split('?')
    const named = [...new URLSearchParams(query)]
    return own === path && named.every(([name, value]) => shown.get(name) === value) ? named.length : -1
  }
  const best = placesOf(menu).reduce<{ path: string; named: number }>(
    (found, place) => (namedBy(place) > found.named ? { path: place.path, named: namedBy(place) } : found),
    { path, named: 0 },
  )
  return best.path
}

/** All pages of a menu in one row, those first that sections begin with: where there is room for some alone. */
export function barOf(menu: readonly MenuSection[]): Place[] {
  const places = placesOf(menu)
  const begins = new Set(menu.map(({ path }) => path))
  return [...places.filter(({ path }) => begins.has(path)), ...places.filter(({ path }) => !begins.has(path))]
}

/** All pages of a menu in one row. */
export const placesOf = (menu: readonly MenuSection[]): Place[] =>
  menu.flatMap(({ id, title, short, icon, path, entries }) => [
    ...(path === null ? [] : [{ id, title, short, path, icon }]),
    ...entries,
  ])
