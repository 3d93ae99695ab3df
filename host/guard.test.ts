import { describe, expect, test } from 'vitest'
import { guard, type Visitor } from './guard.ts'

const nobody: Visitor = {
  hasToken: false,
  mustChangePassword: false,
  roles: null,
  isOldUser: false,
  menuPermissions: '',
  hasCustomPage: false,
}
const arriving: Visitor = { ...nobody, hasToken: true }
const operator: Visitor = { ...arriving, roles: ['P00000', 'P10000', 'P30000', 'sub-user'] }

const outcome = (path: string, visitor: Visitor) => {
  const verdict = guard(path, visitor)
  return verdict.kind === 'go' ? verdict.path : verdict.kind
}

describe('shared pages', () => {
  test.each(['/share-db', '/share-cfg'])('the page %s opens for everybody', (path) => {
    for (const visitor of [nobody, arriving, operator]) expect(outcome(path, visitor)).toBe('pass')
  })
})

describe('without a token', () => {
  test.each(['/login', '/register', '/findPass', '/privacy'])('the page %s is reachable without a token', (path) => {
    expect(outcome(path, nobody)).toBe('pass')
  })
  test.each(['/index', '/deviceDetail/WW0001', '/401', '/exception/403', '/documentAppKey', '/no-such-page'])(
    'the page %s leads to the sign-in without a token',
    (path) => expect(outcome(path, nobody)).toBe('/login'),
  )
  test('the entrance leads to the sign-in', () => expect(outcome('/', nobody)).toBe('/login'))
})

describe('with a token', () => {
  test.each(['/login', '/register', '/findPass', '/privacy'])('the page %s still opens with a token', (path) => {
    expect(outcome(path, arriving)).toBe('pass')
    expect(outcome(path, operator)).toBe('pass')
  })
  test('the rights are loaded before any page that needs one is checked', () => {
    expect(outcome('/index', arriving)).toBe('load')
    expect(outcome('/index', { ...arriving, isOldUser: true })).toBe('load')
  })
  test('a page whose rights are loaded is entered', () => {
    expect(guard('/deviceDetail/WW0001', operator)).toMatchObject({ kind: 'pass', params: { id: 'WW0001' } })
  })
  test('an unknown path leads to /exception/403, which itself passes', () => {
    expect(outcome('/no-such-page', operator)).toBe('/exception/403')
    expect(outcome('/exception/403', operator)).toBe('pass')
  })
})

describe('with a password that somebody else set', () => {
  const newcomer: Visitor = { ...arriving, mustChangePassword: true, roles: null, isOldUser: true }
  test.each(['/index', '/device', '/account', '/help', '/no-such-page', '/401'])(
    'the page %s leads to the change of a password that somebody else set',
    (path) => expect(outcome(path, newcomer)).toBe('/changePass'),
  )
  test('the page that changes such a password opens, and so does the sign-in', () => {
    expect(outcome('/changePass', newcomer)).toBe('pass')
    expect(outcome('/login', newcomer)).toBe('pass')
  })
  test('once it is changed, its page leads into the console; nobody opens it without a session', () => {
    expect(outcome('/changePass', { ...newcomer, mustChangePassword: false })).toBe('/index')
    expect(outcome('/changePass', nobody)).toBe('/login')
  })
})

describe('after a sign-in', () => {
  const returning = { ...operator, isOldUser: true }
  test.each([
    ['P10000', '/index'],
    ['', '/index'],
    ['P73000', '/info/realTimeFault'],
    ['P32000', '/device/virtualDevice'],
    ['P99999', '/index'],
  ])('menuPermissions %j lead to %s', (menuPermissions, landing) => {
    const roles = [...(operator.roles ?? []), 'P70000', menuPermissions]
    expect(outcome('/device', { ...returning, roles, menuPermissions })).toBe(landing)
  })
  test('who may not open the landing page begins with the first page of the menu', () => {
    const auditor: Visitor = { ...returning, menuPermissions: 'P10000', roles: ['P00000', 'P50000', 'P55000'] }
    expect(outcome('/device', auditor)).toBe('/team/audit')
    expect(outcome('/team/audit', auditor)).toBe('pass')
  })
  test('the custom page is the first page of who has one, and without one the first that may be opened is', () => {
    const roles = ['P00000', 'P30000', 'P32000', 'P90000']
    const own: Visitor = { ...returning, roles, menuPermissions: 'P90000', hasCustomPage: true }
    expect(outcome('/account', own)).toBe('/customPage')
    expect(outcome('/customPage', own)).toBe('pass')
    expect(outcome('/account', { ...own, hasCustomPage: false })).toBe('/device')
    expect(outcome('/account', { ...own, roles: ['P00000', 'P30000'] })).toBe('/device')
    expect(outcome('/customPage', { ...own, isOldUser: false, roles: ['P00000', 'P30000'] })).toBe('refuse')
  })
  test('a landing page that is not built yet falls through to the first that is', () => {
    const watcher: Visitor = { ...returning, roles: ['P00000', 'P27000', 'P30000'], menuPermissions: 'P27000' }
    expect(outcome('/account', watcher)).toBe('/device')
  })
  test('the landing page itself is entered, and checked like any other', () => {
    expect(outcome('/index', returning)).toBe('pass')
    expect(outcome('/team/user', { ...returning, isOldUser: false, menuPermissions: 'P53000' })).toBe('refuse')
  })
})

describe('with loaded rights', () => {
  test('a page whose rights are not held is refused where it is', () => {
    expect(outcome('/team/user', operator)).toBe('refuse')
    expect(outcome('/401', operator)).toBe('pass')
  })
  test('any one of several rights will do', () => {
    expect(outcome('/team/customerGroup', { ...operator, roles: ['P00000', 'administrator2'] })).toBe('pass')
    expect(outcome('/team/customerGroup', { ...operator, roles: ['P00000', 'P50000', 'P51000'] })).toBe('pass')
  })
  test('a page opens within the sections that its right stands in', () => {
    expect(outcome('/team/user', { ...operator, roles: ['P00000', 'P53000'] })).toBe('refuse')
    expect(outcome('/team/user', { ...operator, roles: ['P00000', 'P50000', 'P53000'] })).toBe('pass')
  })
  test('permission codes are compared as a whole: P100000 is not P10000', () => {
    expect(outcome('/index', { ...operator, roles: ['P00000', 'P100000'] })).toBe('refuse')
  })
  test('without the root right nothing opens', () => {
    expect(outcome('/index', { ...operator, roles: ['P10000'] })).toBe('refuse')
    expect(outcome('/info/systemMsg', { ...operator, roles: [] })).toBe('refuse')
  })
  test('a page without a code is open to everybody who is signed in', () => {
    expect(outcome('/info/systemMsg', operator)).toBe('pass')
    expect(guard('/middlewaresDevice/id=7/module=Pumps%20A', operator)).toMatchObject({
      params: { id: '7', module: 'Pumps A' },
    })
  })
  test('a broken escape in an address is taken as it is written', () => {
    expect(guard('/deviceDetail/100%', operator)).toMatchObject({ params: { id: '100%' } })
  })
})

describe('a section without a page of its own', () => {
  const running: Visitor = { ...arriving, roles: ['P00000', 'P50000', 'P52000', 'P53000', 'sub-user'] }

  test('a section without a page of its own leads to the first of its pages that the user may open', () => {
    expect(outcome('/team', running)).toBe('/team/user')
    expect(outcome('/team', { ...running, roles: [...(running.roles ?? []), 'P51000'] })).toBe('/team/customerGroup')
  })

  test('a section without a page of its own stays closed to who may not open it', () => {
    expect(outcome('/team', operator)).toBe('refuse')
  })

  test('a section without a page of its own is shown as it is where none of its pages is open', () => {
    expect(outcome('/info', { ...arriving, roles: ['P00000', 'P70000'] })).toBe('pass')
  })
})
