import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { isPlace, mayOpen, ROUTES } from '../../../core/catalogue/routes.ts'
import {
  CustomMenu,
  type InnerMenuItem,
  type OuterMenuItem,
  type ShownMenu,
  type ShownMenuItem,
} from '../../../core/contract/custom-menu.ts'
import type { FoundDashboard, FoundScreen } from '../../../core/contract/find.ts'
import { wrongWebTarget } from '../../../core/rules/web-target.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { settingsOf } from './rows.ts'

export type MenuRole = { role_id: number; role_name: string; permissions: string[] }
export type SeenScreen = Pick<FoundScreen, 'screen_id' | 'screen_name' | 'template_id' | 'module_name' | 'is_published'>

interface Wanted {
  words?: readonly string[] | undefined
  ids?: readonly number[] | undefined
  most: number
}

/** What there is to open, of the caller's sight: rooms that keep it say that. */
export interface MenuTargets {
  dashboards(q: Kysely<Schema>, caller: Caller, wanted: Wanted): Promise<FoundDashboard[]>
  screens(q: Kysely<Schema>, caller: Caller, wanted: Wanted): Promise<SeenScreen[]>
  roles(q: Kysely<Schema>, caller: Caller): Promise<MenuRole[]>
  /** The first device that the caller sees of a template; null where there is none. */
  deviceOf(caller: Caller, template_id: number): string | null
}

export interface MenuParts {
  targets: MenuTargets
  /** Origins whose web pages every organisation's console may show. */
  frameHosts: readonly string[]
}

const NONE: CustomMenu = { place: 'below', items: [], home_dashboard_id: null }

/** An organisation's menu as it was saved last. Runs within its own rows. */
export async function keptMenu(q: Kysely<Schema>) {
  const row = await q.selectFrom('custom_menu').selectAll().executeTakeFirst()
  if (!row) return { menu: NONE, version: 0, changed_time: null, changed_by: '' }
  const { menu, home_dashboard_id, version, changed_time, user_name } = row
  const read = z.safeParse(CustomMenu, { ...z.parse(z.looseObject({}), menu), home_dashboard_id }).data
  return { menu: read ?? { ...NONE, home_dashboard_id }, version, changed_time, changed_by: user_name }
}

export type KeptRow = Awaited<ReturnType<typeof keptMenu>>

export const everyItem = ({ items }: Pick<CustomMenu, 'items'>): (OuterMenuItem | InnerMenuItem)[] =>
  items.flatMap((item) => [item, ...item.items])

export const idsIn = (menu: CustomMenu, field: 'dashboard_id' | 'screen_id'): number[] =>
  everyItem(menu).flatMap((item) => item[field] ?? [])

/** Whose web pages the organisation's console may show. */
export async function allowedFrames(q: Kysely<Schema>, { tenant_id }: Caller, { frameHosts }: MenuParts) {
  const found = await settingsOf(q, tenant_id)
  return [...new Set([...frameHosts, ...(found?.settings.frame_hosts ?? [])])]
}

/** The roles of a user; an organisation's own role is every administrator's, without a row for each. */
async function rolesOf(q: Kysely<Schema>, { user_id, user_type }: Caller): Promise<ReadonlySet<number>> {
  const rows = await q.selectFrom('user_role').select('role_id').where('user_id', '=', user_id).execute()
  const own = user_type === 1 ? await q.selectFrom('role').select('role_id').where('role_type', '=', 0).execute() : []
  return new Set([...rows, ...own].map(({ role_id }) => role_id))
}

const mayOpenPage = (path: string, { roles }: Caller): boolean =>
  ROUTES.some((route) => route.path === path && isPlace(route) && mayOpen(route, roles))

/** Of a menu what the caller may open: all else is left out, and groups without anything in them. */
export async function shownMenu(
  q: Kysely<Schema>,
  caller: Caller,
  menu: CustomMenu,
  parts: MenuParts,
): Promise<ShownMenu> {
  const { place } = menu
  if (menu.items.length === 0) return { place, items: [] }
  const roles = await rolesOf(q, caller)
  const hosts = await allowedFrames(q, caller, parts)
  const wanted = async <Found>(
    field: 'dashboard_id' | 'screen_id',
    find: (q: Kysely<Schema>, caller: Caller, wanted: Wanted) => Promise<Found[]>,
  ) => {
    const ids = idsIn(menu, field)
    return ids.length > 0 ? find(q, caller, { ids, most: ids.length }) : []
  }
  const dashboards = await wanted('dashboard_id', parts.targets.dashboards)
  const screens = (await wanted('screen_id', parts.targets.screens)).filter(({ is_published }) => is_published)

  const onDevice = ({ screen_id, template_id }: SeenScreen) => {
    return { screen_id, template_id, sn_code: parts.targets.deviceOf(caller, template_id) }
  }
  function shownItem(item: InnerMenuItem): ShownMenuItem[] {
    const { role_ids, dashboard_id, screen_id, kind, path, url } = item
    if (role_ids.length > 0 && !role_ids.some((id) => roles.has(id))) return []
    const screen = screens.find((one) => one.screen_id === screen_id)
    const isOpen = {
      page: () => mayOpenPage(path, caller),
      dashboard: () => mayOpenPage('/dashboard', caller) && dashboards.some((one) => one.dashboard_id === dashboard_id),
      screen: () => screen !== undefined && mayOpenPage('/configureMonitor', caller),
      web: () => wrongWebTarget(url, hosts) === null,
    }
    if (!isOpen[kind]()) return []
    const { item_id, item_name, icon } = item
    return [
      {
        item_id,
        item_name,
        icon,
        kind,
        path,
        url,
        dashboard_id,
        screen: screen ? onDevice(screen) : null,
      },
    ]
  }
  const items = menu.items.flatMap((item): ShownMenu['items'] => {
    const { kind, role_ids, items: inner, item_id, item_name, icon } = item
    if (kind !== 'group') return shownItem({ ...item, kind }).map((one) => ({ ...one, items: [] }))
    if (role_ids.length > 0 && !role_ids.some((id) => roles.has(id))) return []
    const shown = inner.flatMap(shownItem)
    const group = { item_id, item_name, icon, kind, path: '', url: '', dashboard_id: null, screen: null }
    return shown.length > 0 ? [{ ...group, items: shown }] : []
  })
  return { place, items }
}

/** The dashboard of the caller's custom page: of a role that begins with it, else the organisation's; the first that the caller sees. */
export async function customPageOf(
  q: Kysely<Schema>,
  caller: Caller,
  { targets }: Pick<MenuParts, 'targets'>,
): Promise<FoundDashboard | null> {
  const { user_id } = caller
  if (!mayOpenPage('/customPage', caller) || !mayOpenPage('/dashboard', caller)) return null
  const ofRoles = await q
    .selectFrom('role as r')
    .innerJoin('user_role as ur', (join) =>
      join.onRef('ur.tenant_id', '=', 'r.tenant_id').onRef('ur.role_id', '=', 'r.role_id'),
    )
    .select('r.home_dashboard_id')
    .where('ur.user_id', '=', user_id)
    .where('r.custom_home', '=', 'P90000')
    .where('r.home_dashboard_id', 'is not', null)
    .orderBy('r.role_id')
    .execute()
  const own = await q.selectFrom('custom_menu').select('home_dashboard_id').executeTakeFirst()
  const ids = [...ofRoles, ...(own ? [own] : [])].flatMap(({ home_dashboard_id }) => home_dashboard_id ?? [])
  if (ids.length === 0) return null
  const seen = await targets.dashboards(q, caller, { ids, most: ids.length })
  return ids.flatMap((id) => seen.find(({ dashboard_id }) => dashboard_id === id) ?? [])[0] ?? null
}
