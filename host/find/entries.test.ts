import { expect, test } from 'vitest'
import { PERMISSION_CODES } from '../../core/catalogue/permissions.ts'
import { ROUTES } from '../../core/catalogue/routes.ts'
import { type EntryGroup, foundGroups, idsOf, type Known, knownGroups, type Seeker } from './entries.ts'
import type { Found } from './finder.ts'
import type { Thing } from './opened.ts'

const NONE: Found = { devices: [], points: [], screens: [], dashboards: [], templates: [], people: [], alarms: [] }
const all = (lang: Seeker['lang'] = 'en'): Seeker => ({ roles: [...PERMISSION_CODES, 'administrator'], lang, own: [] })
const only = (...codes: string[]): Seeker => ({ roles: ['P00000', ...codes], lang: 'en', own: [] })
const shown = (groups: EntryGroup[]) =>
  Object.fromEntries(
    groups.map(({ name, entries }) => [name, entries.map(({ title, note, path }) => [title, note, path])]),
  )

const PUMP = {
  sn_code: 'P/1',
  dev_alias: 'Pump 1',
  dev_state: 1 as const,
  group_name: 'East',
  is_virtual: false,
}
const SCREEN = {
  screen_id: 7,
  screen_name: 'Overview',
  template_id: 3,
  module_name: 'Pumps',
  is_published: true,
  sn_code: 'P/1',
  dev_alias: 'Pump 1',
}
const FOUND: Found = {
  devices: [PUMP],
  points: [{ sn_code: 'P/1', dev_alias: 'Pump 1', is_virtual: false, key: 'flow', name: '流量', name_en: 'Flow' }],
  screens: [SCREEN],
  dashboards: [{ dashboard_id: 5, dashboard_name: 'Night', folder_name: 'Water', module_name: null }],
  templates: [{ template_id: 3, module_name: 'Pumps', group_name: 'Water' }],
  people: [{ user_name: 'li', name: 'Li Pump', group_name: null }],
  alarms: [
    {
      alarm_id: '9',
      alarm_name: '流量高',
      alarm_name_en: 'Pump flow high',
      alarm_level: 4,
      alarm_time: 1,
      sn_code: 'P/1',
      dev_alias: 'Pump 1',
    },
  ],
}

test('what was found stands in groups, and leads to its page', () => {
  expect(shown(foundGroups(FOUND, 'pump', all()))).toEqual({
    devices: [['Pump 1', 'P/1 · East', '/deviceDetail/P%2F1']],
    screens: [['Pump 1 · Overview', 'Pumps', '/configureMonitor?sn=P%2F1&screen=7']],
    points: [['Flow', 'Pump 1 · P/1 · flow', '/deviceDetail/P%2F1?tab=curve&moment=flow']],
    alarms: [['Pump flow high', 'Pump 1 · P/1', '/info/realTimeFault?alarm=9']],
    dashboards: [['Night', 'Water', '/dashboard?dashboard=5']],
    templates: [['Pumps', 'Water', '/configureManage/devTemplate?template=3']],
    people: [['Li Pump', 'li', '/team/user?search=li']],
  })
})

test('what the user may not open is not offered, or on another page', () => {
  expect(shown(foundGroups(FOUND, 'pump', only()))).toEqual({})
  const { alarms, devices } = shown(foundGroups(FOUND, 'pump', only('P10000')))
  expect(devices).toHaveLength(1)
  expect(alarms).toEqual([['Pump flow high', 'Pump 1 · P/1', '/deviceDetail/P%2F1?tab=alarms&alarm=9']])
  const virtual = { ...NONE, devices: [{ ...PUMP, is_virtual: true }] }
  expect(shown(foundGroups(virtual, 'pump', only('P30000', 'P32000')))).toEqual({
    devices: [['Pump 1', 'P/1 · East', '/device/virtualDevice/P%2F1']],
  })
})

test('a screen that is not published leads to its editor, and one without a device to its template', () => {
  const path = (screen: Partial<typeof SCREEN> | { sn_code: null; dev_alias: null }) =>
    foundGroups({ ...NONE, screens: [{ ...SCREEN, ...screen }] }, 'x', all())[0]?.entries[0]?.path
  expect(path({ is_published: false })).toBe('/designConfigure/id=7')
  expect(path({ sn_code: null, dev_alias: null })).toBe('/configureMonitor?template=3&screen=7')
})

const titleOf = (path: string) => {
  const route = ROUTES.find((one) => one.path === path)
  if (!route) throw new Error(`no page ${path}`)
  return route.title
}

test('a page is found by its title in both languages, and says the one that was typed', () => {
  const pages = (search: string, seeker: Seeker) => shown(foundGroups(NONE, search, seeker)).pages
  const [users, team, privacy, help] = ['/team/user', '/team', '/privacy', '/help'].map(titleOf)
  expect(pages(users?.zh ?? '', all('zh'))?.[0]).toEqual([users?.zh, team?.zh, '/team/user'])
  expect(pages(users?.en.toUpperCase() ?? '', all('zh'))?.[0]).toEqual([
    users?.zh,
    `${users?.en} · ${team?.zh}`,
    '/team/user',
  ])
  expect(pages(users?.zh ?? '', all('en'))?.[0]).toEqual([users?.en, `${users?.zh} · ${team?.en}`, '/team/user'])
  expect(pages(users?.en ?? '', only())).toBeUndefined()
  expect(pages(privacy?.en ?? '', all())).toBeUndefined()
  expect(pages(help?.en ?? '', only())).toEqual([[help?.en, '', '/help']])
})

const things: Thing[] = [
  { kind: 'device', sn: 'P/1', screen: null, template: null },
  { kind: 'screen', sn: 'P/1', screen: 7, template: null },
  { kind: 'template', sn: null, screen: null, template: 3 },
  { kind: 'device', sn: 'GONE', screen: null, template: null },
]
const KNOWN: Known = { devices: [PUMP], screens: [SCREEN], templates: FOUND.templates }

test('what was opened before is called what it is called now, and what is gone is left out', () => {
  expect(idsOf({ recent: things, favourites: [] })).toEqual({
    sn_codes: ['P/1', 'GONE'],
    screen_ids: [7],
    template_ids: [3],
  })
  expect(shown(knownGroups({ recent: things, favourites: [] }, KNOWN, all()))).toEqual({
    recent: [
      ['Pump 1', 'P/1 · East', '/deviceDetail/P%2F1'],
      ['Pump 1 · Overview', 'Pumps', '/configureMonitor?sn=P%2F1&screen=7'],
      ['Pumps', 'Water', '/configureManage/devTemplate?template=3'],
    ],
  })
})

test('favourites stand first, and not among what was opened last too', () => {
  const favourites = things.slice(2, 3)
  const groups = shown(knownGroups({ recent: things, favourites }, KNOWN, all()))
  expect(Object.keys(groups)).toEqual(['favourites', 'recent'])
  expect(groups.recent).toHaveLength(2)
})

test('items of the organisation’s own menu are found among the pages, before a page that leads to the same place', () => {
  const names = (name: string) => ({ title: { zh: name, en: name }, short: { zh: name, en: name } })
  const own = [
    { id: 'board001', ...names('Alarm board'), icon: 'gauge', path: '/dashboard?dashboard=7' },
    { id: 'alarms01', ...names('Active alarms here'), icon: 'bell', path: '/info/realTimeFault' },
  ] as const
  const { pages = [] } = shown(foundGroups(NONE, 'alarm', { ...all(), own }))
  expect(pages.slice(0, 2)).toEqual([
    ['Alarm board', '', '/dashboard?dashboard=7'],
    ['Active alarms here', '', '/info/realTimeFault'],
  ])
  expect(pages.map(([, , path]) => path)).toEqual([...new Set(pages.map(([, , path]) => path))])
  expect(shown(foundGroups(NONE, 'custom page', all())).pages).toBeUndefined()
})
