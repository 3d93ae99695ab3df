import { expect, test } from 'vitest'
import { ROUTES } from '../core/catalogue/routes.ts'
import type { ShownMenu } from '../core/contract/custom-menu.ts'
import { barOf, menuOf, menuWith, placeAt, placesOf } from './menu.ts'

const paths = (...held: string[]) => placesOf(menuOf(held)).map(({ path }) => path)

test('the menu shows what may be opened, in the order of the table', () => {
  const forAll = ROUTES.filter(({ needs, menu, built }) => built && menu && needs === 'session').map(({ path }) => path)
  expect(paths('P00000', 'P10000', 'P30000', 'P100000')).toEqual([
    '/index',
    '/device',
    '/device/devDashboard',
    ...forAll,
  ])
  expect(forAll).toContain('/info/systemMsg')
  expect(paths('P00000', 'P10000')).toEqual(['/index', ...forAll])
  expect(paths()).toEqual([])
})

test('a section whose own page may not be opened still leads to its entries', () => {
  const section = menuOf(['P00000', 'P70000', 'P73000', 'P50000', 'P55000']).find(({ path }) => path === null)
  expect(section).toMatchObject({ path: null, entries: [{ path: '/team/audit' }] })
})

test('the menu leaves out what is not built', () => {
  const everything = ROUTES.flatMap(({ needs }) => (typeof needs === 'string' ? [] : needs))
  const built = ROUTES.filter((route) => route.built).map(({ path }) => path)
  expect(paths('P00000', ...everything).filter((path) => !built.includes(path))).toEqual([])
})

test('alarms stand right below the home page, and a narrow screen has them among its first places', () => {
  const held = ['P00000', 'P10000', 'P24000', 'P30000', 'P100000', 'P70000', 'P73000']
  expect(paths(...held).slice(0, 4)).toEqual(['/index', '/info/realTimeFault', '/info/alarmHistory', '/info/alarmKpi'])
  const bar = barOf(menuOf(held)).map(({ path }) => path)
  expect(bar.slice(0, 4)).toEqual(['/index', '/info/realTimeFault', '/device', '/configureMonitor'])
  expect([...bar].sort()).toEqual(paths(...held).sort())
})

test('the first places of a narrow screen are called by one short word in either language', () => {
  const held = ['P00000', 'P10000', 'P24000', 'P30000', 'P100000', 'P70000', 'P73000']
  for (const { short } of barOf(menuOf(held)).slice(0, 4)) {
    expect(short.en).not.toContain(' ')
    expect(short.zh.length).toBeLessThanOrEqual(4)
  }
})

test('no two sections of the menu have the same icon, and no two of its pages', () => {
  const menu = menuOf([
    'P00000',
    'administrator',
    ...ROUTES.flatMap(({ needs }) => (typeof needs === 'string' ? [] : needs)),
  ])
  for (const icons of [menu.map(({ icon }) => icon), placesOf(menu).map(({ icon }) => icon)])
    expect(icons.filter((icon, at) => icons.indexOf(icon) !== at)).toEqual([])
})

const shown = { icon: 'page', kind: 'page', path: '', dashboard_id: null, screen: null, url: '' } as const
const OWN: ShownMenu = {
  place: 'above',
  items: [
    {
      ...shown,
      item_id: 'group001',
      item_name: 'Pumps',
      kind: 'group',
      items: [
        { ...shown, item_id: 'board001', item_name: 'Overview', kind: 'dashboard', dashboard_id: 7 },
        {
          ...shown,
          item_id: 'drawn001',
          item_name: 'Hall',
          kind: 'screen',
          screen: { screen_id: 3, template_id: 2, sn_code: 'WW0001' },
        },
      ],
    },
    { ...shown, item_id: 'manual01', item_name: 'Manual', kind: 'web', url: 'https://wiki.example', items: [] },
    { ...shown, item_id: 'alarms01', item_name: 'Alarms now', path: '/info/realTimeFault', items: [] },
  ],
}
const held = ['P00000', 'P10000', 'P20000', 'P70000', 'P73000']

test('the custom page begins the menu, and the organisation’s own items stand before the console’s or after them', () => {
  const menu = menuOf(held)
  const own = [
    '/dashboard?dashboard=7',
    '/configureMonitor?sn=WW0001&screen=3',
    '/webPage/manual01',
    '/info/realTimeFault',
  ]
  const pathsOf = (place: 'above' | 'below', page: string | null) =>
    placesOf(menuWith(menu, { page, menu: { ...OWN, place } })).map(({ path }) => path)
  const builtIn = placesOf(menu).map(({ path }) => path)
  expect(pathsOf('above', 'Start')).toEqual(['/customPage', ...own, ...builtIn])
  expect(pathsOf('below', null)).toEqual([...builtIn, ...own])
  expect(menuWith(menu, { page: null, menu: null })).toEqual(menu)
  const ids = placesOf(menuWith(menu, { page: 'Start', menu: OWN })).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the place in sight is the one that names most of the address', () => {
  const menu = menuWith(menuOf(held), { page: null, menu: OWN })
  expect(placeAt(menu, '/dashboard', 'dashboard=7&sn=WW0001')).toBe('/dashboard?dashboard=7')
  expect(placeAt(menu, '/dashboard', 'dashboard=8')).toBe('/dashboard')
  expect(placeAt(menu, '/webPage/manual01', '')).toBe('/webPage/manual01')
  expect(placeAt(menu, '/account', '')).toBe('/account')
})
