import type { Dashboard } from '../../../core/contract/dashboard.ts'

/** Dashboards that stand together in the list. */
export interface Shelf {
  id: string
  /** Null for the favourites; '' for those in no folder. */
  folder_name: string | null
  dashboards: readonly Dashboard[]
}

/** The dashboards that match a search: favourites first, then by folder in the order of the first of each, those in none last. */
export function shelvesOf(dashboards: readonly Dashboard[], search: string): Shelf[] {
  const wanted = search.trim().toLowerCase()
  const found = dashboards.filter(({ dashboard_name, folder_name }) =>
    `${dashboard_name}\n${folder_name}`.toLowerCase().includes(wanted),
  )
  const byFolder = new Map<string, Dashboard[]>()
  for (const dashboard of found.filter(({ is_favourite }) => !is_favourite)) {
    // Names that differ by their case alone are one folder.
    const key = dashboard.folder_name.toLowerCase()
    const shelf = byFolder.get(key)
    if (shelf) shelf.push(dashboard)
    else byFolder.set(key, [dashboard])
  }
  const folders = [...byFolder].sort(([one], [other]) => Number(one === '') - Number(other === ''))
  const favourites = found.filter(({ is_favourite }) => is_favourite)
  return [
    ...(favourites.length > 0 ? [{ id: 'favourites', folder_name: null, dashboards: favourites }] : []),
    ...folders.map(([key, of]) => ({
      id: `folder ${key}`,
      folder_name: of[0]?.folder_name ?? '',
      dashboards: of,
    })),
  ]
}

/** The one that follows another in the list as it is searched, the first after the last; null where there is no other. */
export function followerOf(dashboard_id: number | null, all: readonly Dashboard[], search: string): number | null {
  const listed = shelvesOf(all, search).flatMap(({ dashboards }) => dashboards.map((one) => one.dashboard_id))
  const next = listed[(listed.indexOf(dashboard_id ?? -1) + 1) % listed.length]
  return next === undefined || next === dashboard_id ? null : next
}

/** The folders that there are, each by the name that it has first. */
export const foldersOf = (dashboards: readonly Dashboard[]): string[] =>
  shelvesOf(
    dashboards.map((one) => ({ ...one, is_favourite: false })),
    '',
  ).flatMap(({ folder_name }) => folder_name || [])

/** Before which of all a dashboard stands once it moved one place on its shelf; null for behind the last. */
export function beforeAfter(
  dashboards: readonly Dashboard[],
  dashboard: Dashboard,
  move: 'up' | 'down',
): number | null {
  const shelf = shelvesOf(dashboards, '').find(({ dashboards: of }) => of.includes(dashboard))?.dashboards ?? [
    dashboard,
  ]
  const other = shelf[shelf.indexOf(dashboard) + (move === 'up' ? -1 : 1)]
  if (!other) return null
  return (move === 'up' ? other : dashboards[dashboards.indexOf(other) + 1])?.dashboard_id ?? null
}
