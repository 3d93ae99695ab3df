import { mayOpen, ROUTES, type Route } from '../core/catalogue/routes.ts'
import type { IconName } from '../elements/kit/icons.ts'

export interface Place {
  title: Route['title']
  /** Its name where there is room for one word. */
  short: Route['title']
  path: string
  icon: IconName
}

export interface MenuSection {
  /** The path of its route, also where that is no page. */
  id: string
  title: Route['title']
  short: Route['title']
  icon: IconName
  /** Where its own page is; null when a section is only a heading. */
  path: string | null
  entries: readonly Place[]
}

const ICONS: Record<NonNullable<Route['icon']>, IconName> = {
  home: 'home',
  alarm: 'bell',
  history: 'clock',
  measures: 'chart',
  handover: 'clipboard',
  dashboard: 'gauge',
  device: 'device',
  virtual: 'layers',
  tree: 'chevrons-right',
  screen: 'screen',
  carousel: 'play',
  thumbnails: 'tiles',
  design: 'edit',
  template: 'columns',
  binding: 'link',
  folder: 'folder',
  library: 'book',
  gallery: 'image',
  analysis: 'chart',
  network: 'globe',
  message: 'message',
  inbox: 'inbox',
  notice: 'info',
  log: 'log',
  push: 'send',
  team: 'users',
  groups: 'users',
  user: 'user',
  role: 'key',
  operations: 'table',
  policy: 'lock',
  look: 'contrast',
  audit: 'eye',
  system: 'settings',
  share: 'external',
  map: 'map',
  sharing: 'upload',
  embedding: 'code',
  sent: 'list',
  escalation: 'arrow-up',
  page: 'log',
}

const iconOf = ({ icon }: Route): IconName => ICONS[icon ?? 'page']
const shortOf = ({ title, short }: Route): Route['title'] => short ?? title

const placeOf = (route: Route): Place => ({
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

/** All pages of a menu in one row, those first that sections begin with: where there is room for some alone. */
export function barOf(menu: readonly MenuSection[]): Place[] {
  const places = placesOf(menu)
  const begins = new Set(menu.map(({ path }) => path))
  return [...places.filter(({ path }) => begins.has(path)), ...places.filter(({ path }) => !begins.has(path))]
}

/** All pages of a menu in one row. */
export const placesOf = (menu: readonly MenuSection[]): Place[] =>
  menu.flatMap(({ title, short, icon, path, entries }) => [
    ...(path === null ? [] : [{ title, short, path, icon }]),
    ...entries,
  ])
