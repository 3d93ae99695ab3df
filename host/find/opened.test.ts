import { expect, test } from 'vitest'
import { LIMITS } from '../../core/catalogue/limits.ts'
import { openedBy, rememberOpened, type Thing, thingAt, toggleFavourite } from './opened.ts'

let users = 0
const device = (sn: string): Thing => ({ kind: 'device', sn, screen: null, template: null })

test('the address of a device, a screen and a template says what is open', () => {
  expect(thingAt('/deviceDetail/TS0001', 'tab=curve')).toEqual(device('TS0001'))
  expect(thingAt('/device/virtualDevice/V1', '')).toEqual(device('V1'))
  expect(thingAt('/configureMonitor', 'sn=TS0001&screen=7')).toEqual({
    kind: 'screen',
    sn: 'TS0001',
    screen: 7,
    template: null,
  })
  expect(thingAt('/configureManage/devTemplate', 'template=3&page=2')).toMatchObject({ kind: 'template', template: 3 })
})

test('the address of a list says nothing', () => {
  for (const [path, search] of [
    ['/device', 'search=x'],
    ['/configureMonitor', ''],
    ['/deviceDetail/no sn!', ''],
    ['/configureMonitor', 'screen=x'],
    ['/configureManage/devTemplate', 'page=2'],
    ['/nowhere', ''],
  ] as const)
    expect(thingAt(path, search)).toBeNull()
})

test('what was opened last stands first, once, and the oldest goes', () => {
  const user = ++users
  for (let i = 0; i < LIMITS.recentFinds + 2; i++) rememberOpened(user, device(`D${i}`))
  rememberOpened(user, device('D5'))
  const recent = openedBy(user)
    .get()
    .recent.map(({ sn }) => sn)
  expect(recent).toHaveLength(LIMITS.recentFinds)
  expect(recent.slice(0, 3)).toEqual(['D5', 'D11', 'D10'])
  expect(recent.filter((sn) => sn === 'D5')).toHaveLength(1)
})

test('a favourite stays until it is none any more, and is one user’s alone', () => {
  const [mine, other] = [++users, ++users]
  toggleFavourite(mine, device('A'))
  toggleFavourite(mine, device('B'))
  expect(openedBy(mine).get().favourites).toEqual([device('A'), device('B')])
  expect(openedBy(other).get().favourites).toEqual([])
  toggleFavourite(mine, device('A'))
  expect(openedBy(mine).get().favourites).toEqual([device('B')])
})
