import { expect, test } from 'vitest'
import { ROUTES } from '../core/catalogue/routes.ts'
import { barOf, menuOf, placesOf } from './menu.ts'

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
