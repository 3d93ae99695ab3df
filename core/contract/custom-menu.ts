import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import type { MenuIcon } from '../catalogue/route.ts'
import { endpoint } from './endpoint.ts'
import { Line } from './plain-text.ts'

export const MENU_ITEM_ICONS = [
  'page',
  'home',
  'dashboard',
  'screen',
  'device',
  'alarm',
  'analysis',
  'history',
  'map',
  'network',
  'thumbnails',
  'virtual',
  'template',
  'gallery',
  'folder',
  'library',
  'message',
  'handover',
  'user',
  'team',
  'policy',
  'system',
  'share',
  'log',
] as const satisfies readonly MenuIcon[]
export type MenuItemIcon = (typeof MENU_ITEM_ICONS)[number]

/** What an item opens: a page of the console, a dashboard, a screen, or a web page of https within the console. */
const MENU_TARGETS = ['page', 'dashboard', 'screen', 'web'] as const
export type MenuTarget = (typeof MENU_TARGETS)[number]

const item = {
  /** Stays while the item is changed: its address. */
  item_id: z.string().check(z.regex(/^[a-z0-9]{8}$/)),
  item_name: Line(LIMITS.menuItemName),
  icon: z.enum(MENU_ITEM_ICONS),
  kind: z.enum(MENU_TARGETS),
  /** Of a `page`: its route. */
  path: z._default(z.string().check(z.maxLength(100)), ''),
  dashboard_id: z._default(z.nullable(z.int()), null),
  screen_id: z._default(z.nullable(z.int()), null),
  /** Of a `web` page; its host is one that the organisation's settings allow for web pages. */
  url: z._default(z.string().check(z.maxLength(500)), ''),
  /** Who finds it in the menu, beside who may open it; empty for all. */
  role_ids: z._default(z.array(z.int()).check(z.maxLength(LIMITS.menuItemRoles)), []),
}

const InnerItem = z.object(item)
/** `group`: a heading with items below it. */
const OuterItem = z.object({
  ...item,
  kind: z.enum(['group', ...MENU_TARGETS]),
  items: z._default(z.array(InnerItem).check(z.maxLength(LIMITS.menuItems)), []),
})
export type InnerMenuItem = z.infer<typeof InnerItem>
export type OuterMenuItem = z.infer<typeof OuterItem>

export const CustomMenu = z.object({
  /** Before the console's own sections, or after them. */
  place: z.enum(['above', 'below']),
  items: z.array(OuterItem).check(z.maxLength(LIMITS.menuItems)),
  /** The organisation's custom page, which its users see first; null for none. */
  home_dashboard_id: z.nullable(z.int()),
})
export type CustomMenu = z.infer<typeof CustomMenu>

const shownItem = {
  item_id: z.string(),
  item_name: z.string(),
  icon: z.enum(MENU_ITEM_ICONS),
  kind: z.enum(MENU_TARGETS),
  path: z.string(),
  dashboard_id: z.nullable(z.int()),
  /** On the first device of its template that the caller sees; null where none is. */
  screen: z.nullable(z.object({ screen_id: z.int(), template_id: z.int(), sn_code: z.nullable(z.string()) })),
  url: z.string(),
}
const ShownItem = z.object(shownItem)
/** The items that one user finds in the menu: those that are there, and that the user may open. */
export const ShownMenu = z.object({
  place: CustomMenu.shape.place,
  items: z.array(z.object({ ...shownItem, kind: z.enum(['group', ...MENU_TARGETS]), items: z.array(ShownItem) })),
})
export type ShownMenu = z.infer<typeof ShownMenu>
export type ShownMenuItem = z.infer<typeof ShownItem>

/** What an item can open, found by its name. */
export const MenuTargetFound = z.object({ id: z.int(), name: z.string(), note: z.string() })
export type MenuTargetFound = z.infer<typeof MenuTargetFound>

/** The menu as it was saved last, by whom and when; `version` 0 and null before the first time. */
export const KeptMenu = z.object({
  menu: CustomMenu,
  version: z.int(),
  changed_time: z.nullable(z.int()),
  changed_by: z.string(),
  /** Names of what it opens, of the caller's sight: one that is missing here is gone, or not for the caller. */
  dashboards: z.array(MenuTargetFound),
  screens: z.array(MenuTargetFound),
  /** The organisation's roles, with what they open. */
  roles: z.array(z.object({ role_id: z.int(), role_name: z.string(), permissions: z.array(z.string()) })),
  /** Origins that web pages may be of. */
  frame_hosts: z.array(z.string()),
})
export type KeptMenu = z.infer<typeof KeptMenu>

export const customMenu = {
  own: endpoint({
    method: 'GET',
    path: '/yun/customMenu',
    needs: 'session',
    summary: "The organisation's own items of the menu that the caller may open.",
    input: z.object({}),
    output: ShownMenu,
  }),
  read: endpoint({
    method: 'GET',
    path: '/yun/customMenu/settings',
    needs: ['P86000'],
    summary: "The organisation's own menu and custom page, with who saved them last and what they name.",
    input: z.object({}),
    output: KeptMenu,
  }),
  targets: endpoint({
    method: 'GET',
    path: '/yun/customMenu/target',
    needs: ['P86000', 'P52100'],
    summary: 'Dashboards or screens that the caller sees, by words of their names: the first 20.',
    input: z.object({
      kind: z.enum(['dashboard', 'screen']),
      search: z._default(z.string().check(z.maxLength(64)), ''),
    }),
    output: z.array(MenuTargetFound),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/yun/customMenu',
    needs: ['P86000'],
    summary:
      'Saves the whole menu. Refused with 100027 at `version` where somebody saved another one since it was read, naming who and when.',
    input: z.extend(CustomMenu, { version: z.int() }),
    output: KeptMenu,
    refusals: ['100027', '118001'],
  }),
}
