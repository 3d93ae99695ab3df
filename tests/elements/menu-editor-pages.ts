import type { CustomMenu, KeptMenu } from '../../core/contract/custom-menu.ts'
import { has, type Page } from './axe-page.ts'
import type { Answers } from './played-server.ts'

export const READ = 'GET /yun/customMenu/settings'

const item = { icon: 'page', kind: 'page', path: '', dashboard_id: null, screen_id: null, url: '' } as const
/** A group of two items, a web page, and an item whose dashboard is gone. */
export const MENU: CustomMenu = {
  place: 'below',
  home_dashboard_id: 7,
  items: [
    {
      ...item,
      item_id: 'group001',
      item_name: 'Pumps',
      icon: 'folder',
      kind: 'group',
      role_ids: [],
      items: [
        { ...item, item_id: 'board001', item_name: 'Overview', kind: 'dashboard', dashboard_id: 7, role_ids: [] },
        {
          ...item,
          item_id: 'alarms01',
          item_name: 'Alarms',
          icon: 'alarm',
          path: '/info/realTimeFault',
          role_ids: [3],
        },
      ],
    },
    {
      ...item,
      item_id: 'manual01',
      item_name: 'Manual',
      icon: 'library',
      kind: 'web',
      url: 'https://wiki.plant.example/start',
      role_ids: [],
      items: [],
    },
    {
      ...item,
      item_id: 'gone0001',
      item_name: 'Old board',
      kind: 'dashboard',
      dashboard_id: 9,
      role_ids: [],
      items: [],
    },
  ],
}

export const keptMenu = (menu: Partial<CustomMenu> = {}, more: Partial<KeptMenu> = {}): KeptMenu => ({
  menu: { ...MENU, ...menu },
  version: 1,
  changed_time: 1_760_000_000_000,
  changed_by: 'Li Na',
  dashboards: [{ id: 7, name: 'Pump overview', note: 'North' }],
  screens: [],
  roles: [
    { role_id: 3, role_name: 'Operators', permissions: ['P00000', 'P20000', 'P70000', 'P73000', 'P90000'] },
    { role_id: 4, role_name: 'Auditors', permissions: ['P00000', 'P50000', 'P55000'] },
  ],
  frame_hosts: ['https://wiki.plant.example'],
  ...more,
})

const answers: Answers = { [READ]: () => keptMenu() }

export const MENU_EDITOR_PAGES: Record<string, readonly Page[]> = {
  'sg-menu-editor': [
    // Requested again after a change of its own alone.
    { answers, states: { empty: false, stale: false }, reach: has('.menu-items') },
    {
      shape: 'without a menu',
      answers: {
        [READ]: () =>
          keptMenu({ items: [], home_dashboard_id: null }, { version: 0, changed_time: null, changed_by: '' }),
      },
      reach: has('.menu-adds'),
    },
  ],
  'sg-web-page': [
    {
      attributes: { name: 'Manual' },
      answers: {},
      states: {
        ready: false,
        loading: false,
        stale: false,
        offline: false,
        forbidden: false,
        expired: false,
        error: false,
      },
    },
  ],
}
