import { type Kysely, sql } from 'kysely'
import type { Code } from '../../../core/catalogue/codes.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { isPlace, ROUTES } from '../../../core/catalogue/routes.ts'
import type { Words } from '../../../core/catalogue/words.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { CustomMenu, InnerMenuItem, KeptMenu, MenuTargetFound } from '../../../core/contract/custom-menu.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { FoundDashboard } from '../../../core/contract/find.ts'
import { searchWords } from '../../../core/rules/search-words.ts'
import { wrongWebTarget } from '../../../core/rules/web-target.ts'
import { changesOf, writeChange } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { type Caller, recordNameOf } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import {
  allowedFrames,
  everyItem,
  idsIn,
  type KeptRow,
  keptMenu,
  type MenuParts,
  type SeenScreen,
  shownMenu,
} from './menu-rows.ts'
import { requireNewest } from './newest.ts'

export interface CustomMenuParts extends MenuParts {
  db: Db
  now?: () => number
}

/** Of dashboards and screens that are found by their names. */
const FOUND = 20

const asDashboard = ({ dashboard_id, dashboard_name, folder_name, module_name }: FoundDashboard): MenuTargetFound => ({
  id: dashboard_id,
  name: dashboard_name,
  note: [module_name, folder_name].filter(Boolean).join(' · '),
})
const asScreen = ({ screen_id, screen_name, module_name }: SeenScreen): MenuTargetFound => ({
  id: screen_id,
  name: screen_name,
  note: module_name,
})

/** Dashboards and screens that the caller sees, of those that a menu names. */
async function targetsOf(q: Kysely<Schema>, caller: Caller, menu: CustomMenu, { targets }: MenuParts) {
  const { home_dashboard_id } = menu
  const dashboard_ids = [...idsIn(menu, 'dashboard_id'), ...(home_dashboard_id === null ? [] : [home_dashboard_id])]
  const screen_ids = idsIn(menu, 'screen_id')
  const dashboards =
    dashboard_ids.length > 0
      ? await targets.dashboards(q, caller, { ids: dashboard_ids, most: dashboard_ids.length })
      : []
  const screens =
    screen_ids.length > 0 ? await targets.screens(q, caller, { ids: screen_ids, most: screen_ids.length }) : []
  return { dashboards, screens }
}

async function asKept(q: Kysely<Schema>, caller: Caller, kept: KeptRow, parts: MenuParts): Promise<KeptMenu> {
  const { dashboards, screens } = await targetsOf(q, caller, kept.menu, parts)
  return {
    ...kept,
    dashboards: dashboards.map(asDashboard),
    screens: screens.filter(({ is_published }) => is_published).map(asScreen),
    roles: await parts.targets.roles(q, caller),
    frame_hosts: await allowedFrames(q, caller, parts),
  }
}

/** An item without what is of another kind than its own. */
function trimmed<Item extends InnerMenuItem>(item: Omit<Item, 'kind'> & { kind: string }): Item {
  const { kind, path, url, dashboard_id, screen_id, role_ids } = item
  return {
    ...item,
    path: kind === 'page' ? path : '',
    url: kind === 'web' ? url : '',
    dashboard_id: kind === 'dashboard' ? dashboard_id : null,
    screen_id: kind === 'screen' ? screen_id : null,
    role_ids: [...new Set(role_ids)],
  } as unknown as Item
}

const asWritten = ({ place, items, home_dashboard_id }: CustomMenu): CustomMenu => ({
  place,
  home_dashboard_id,
  items: items.map((item) => ({ ...trimmed(item), items: item.kind === 'group' ? item.items.map(trimmed) : [] })),
})

/** Where the items of a menu stand, as refusals name them. */
const placesOf = ({ items }: CustomMenu) =>
  items.flatMap((item, at) => [
    { item, field: `items.${at}` },
    ...item.items.map((inner, below) => ({ item: inner, field: `items.${at}.items.${below}` })),
  ])

/** Refuses, at its field, an item that opens nothing, but for one that was there before: what it named may be gone. */
async function requireTargets(
  q: Kysely<Schema>,
  caller: Caller,
  { menu, before }: { menu: CustomMenu; before: CustomMenu },
  parts: MenuParts,
): Promise<void> {
  const { dashboards, screens } = await targetsOf(q, caller, menu, parts)
  const roles = new Set((await parts.targets.roles(q, caller)).map(({ role_id }) => role_id))
  const hosts = await allowedFrames(q, caller, parts)
  const had = {
    dashboards: new Set([...idsIn(before, 'dashboard_id'), before.home_dashboard_id]),
    screens: new Set(idsIn(before, 'screen_id')),
    urls: new Set(everyItem(before).map(({ url }) => url)),
    roles: new Set(everyItem(before).flatMap(({ role_ids }) => role_ids)),
  }
  const refuse = (field: string, words: Words, code?: Code) => {
    throw new WrongField(field, words, code)
  }
  const isDashboard = (id: number | null) => had.dashboards.has(id) || dashboards.some((one) => one.dashboard_id === id)
  const noDashboard: Words = { zh: '仪表盘不存在', en: 'names a dashboard that there is not' }
  if (menu.home_dashboard_id !== null && !isDashboard(menu.home_dashboard_id))
    refuse('home_dashboard_id', noDashboard, '118001')
  const ids = new Set<string>()
  for (const { item, field } of placesOf(menu)) {
    const { item_id, kind, path, url, dashboard_id, screen_id, role_ids } = item
    if (ids.has(item_id)) refuse(`${field}.item_id`, { zh: '与前面的菜单项相同', en: 'is that of an item before it' })
    ids.add(item_id)
    if (kind === 'page' && !ROUTES.some((route) => route.path === path && isPlace(route)))
      refuse(`${field}.path`, { zh: '页面不存在', en: 'names no page of the console' })
    if (dashboard_id === null ? kind === 'dashboard' : !isDashboard(dashboard_id))
      refuse(`${field}.dashboard_id`, noDashboard, '118001')
    const isScreen =
      screen_id !== null && (had.screens.has(screen_id) || screens.some((one) => one.screen_id === screen_id))
    if (screen_id === null ? kind === 'screen' : !isScreen)
      refuse(`${field}.screen_id`, { zh: '组态画面不存在', en: 'names a screen that there is not' })
    // The host of one that was there before may be allowed no longer; its scheme is checked all the same.
    const wrong =
      kind === 'web' ? wrongWebTarget(url, url !== '' && had.urls.has(url) ? [new URL(url).origin] : hosts) : null
    if (wrong) refuse(`${field}.url`, wrong)
    if (role_ids.some((id) => !roles.has(id) && !had.roles.has(id)))
      refuse(`${field}.role_ids`, { zh: '角色不存在', en: 'names a role that there is not' })
  }
}

/** What the audit shows: an item a line. */
const auditedOf = ({ place, home_dashboard_id, items }: CustomMenu) => ({
  menu_place: place,
  home_dashboard_id,
  menu_items: items.flatMap(({ item_name, items: inner, ...item }) => [
    auditedItem({ ...item, item_name }),
    ...inner.map((one) => auditedItem({ ...one, item_name: `${item_name} › ${one.item_name}` })),
  ]),
})

function auditedItem(item: Omit<InnerMenuItem, 'kind'> & { kind: string }) {
  const { item_name, path, url, dashboard_id, screen_id, role_ids } = item
  return {
    item_name,
    ...(path && { path }),
    ...(url && { url }),
    ...(dashboard_id !== null && { dashboard_id }),
    ...(screen_id !== null && { screen_id }),
    ...(role_ids.length > 0 && { role_ids }),
  }
}

/** An organisation's own menu, and its custom page. */
export function customMenuAnswers(parts: CustomMenuParts): Answers<Contract['customMenu'], Caller> {
  const { db, targets, now = Date.now } = parts
  return {
    own: (_input, caller) =>
      db.tenant(caller.tenant_id, async (q) => shownMenu(q, caller, (await keptMenu(q)).menu, parts)),

    read: (_input, caller) => db.tenant(caller.tenant_id, async (q) => asKept(q, caller, await keptMenu(q), parts)),

    targets: ({ kind, search }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const wanted = { words: searchWords(search), most: FOUND }
        if (kind === 'dashboard') return (await targets.dashboards(q, caller, wanted)).map(asDashboard)
        const screens = await targets.screens(q, caller, wanted)
        return screens.filter(({ is_published }) => is_published).map(asScreen)
      }),

    save: ({ version, ...input }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const { tenant_id } = caller
        // One after the other, also for the first time.
        await sql`select from tenant where tenant_id = ${tenant_id} for update`.execute(q)
        const kept = await keptMenu(q)
        if (placesOf(input).length > LIMITS.menuItems)
          throw new WrongField('items', {
            zh: `最多 ${LIMITS.menuItems} 个菜单项`,
            en: `may have at most ${LIMITS.menuItems} items, with those in groups`,
          })
        await requireTargets(q, caller, { menu: input, before: kept.menu }, parts)
        await requireNewest(q, caller, kept, version)
        const menu = asWritten(input)
        const time = now()
        const { home_dashboard_id, ...stored } = menu
        const row = {
          menu: JSON.stringify(stored),
          home_dashboard_id,
          version: kept.version + 1,
          changed_time: time,
          user_name: recordNameOf(caller),
        }
        await q
          .insertInto('custom_menu')
          .values({ tenant_id, ...row })
          .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(row))
          .execute()
        const detail = changesOf(auditedOf(kept.menu), auditedOf(menu))
        await writeChange(q, caller, { action: 'custom-menu', detail }, time)
        return asKept(q, caller, await keptMenu(q), parts)
      }),
  }
}
