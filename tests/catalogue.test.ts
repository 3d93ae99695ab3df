import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { FAMILIES } from '../core/catalogue/code-families.ts'
import { CODES, type Code, isCode, messageOf, wordsOf } from '../core/catalogue/codes.ts'
import { hasRight, rightsOf } from '../core/catalogue/held-rights.ts'
import {
  isPermission,
  operationsOn,
  PERMISSION_CODES,
  PERMISSIONS,
  sectionsOf,
  USER_TYPES,
} from '../core/catalogue/permissions.ts'
import { landingPath, landingsFor, mayOpen, OFFERED_CODES, patternOf, ROUTES } from '../core/catalogue/routes.ts'

import { contract } from '../core/contract/contract.ts'
import type { Endpoint } from '../core/contract/endpoint.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The ranges as the specification writes them. */
const RANGES = `100001-100027, 110001-110582, 111000-111001, 112000-112006, 113000, 114001-114504, 115001-115414,
  116001-116013, 117001-117804, 118001-118901, 119001-119005, 200811, 201801, 202001-202008, 202301, 810101-810116`
  .split(',')
  .map((range) => range.trim().split('-').map(Number))
  .map(([from = 0, to = from]) => ({ from, to }))

/** Codes whose meaning the specification gives. */
const NAMED = `50014 100001 100002 100003 100005 100006 100009 100014 100015 100017 100019 100024 100027 110001 110002
  110003 110004 110310 110313 110314 110316 110321 110323 110326 110426 110429 110509 110510 110526 110528 110530 110531
  110532 110533 110534 110535 110536 110537 110538 110539 110541 110542 110543 110544 110565 110582 111000 111001 112000
  112001 112002 112003 112004 112005 112006 113000 118807 118901 118902 119001 119002 119003 119004 119005 200811 201801
  202301`.split(/\s+/)

describe('error codes', () => {
  test('every code of every range has a text in both languages', () => {
    for (const { from, to } of RANGES) {
      for (let code = from; code <= to; code++) {
        const words = wordsOf(String(code))
        expect(words?.zh, `${code} zh`).toMatch(/\p{Script=Han}/u)
        expect(words?.en, `${code} en`).toMatch(/^[A-Z]/)
      }
    }
  })

  test('every code with a specified meaning has a text of its own', () => {
    expect(NAMED.filter((code) => !isCode(code))).toEqual([])
  })

  test('a code without a meaning of its own takes the text of its family', () => {
    expect(isCode('110025')).toBe(false)
    expect(messageOf('110025', 'en')).toBe('The sign-in failed: check what was entered')
  })

  test('the history query shows the message of 118807', () => {
    for (const language of ['zh', 'en'] as const) {
      expect(messageOf('118901', language)).toBe(messageOf('118807', language))
      expect(messageOf('118902', language)).toBe(messageOf('118807', language))
    }
  })

  test('a code that the catalogue does not know is shown with its number', () => {
    for (const code of ['999999', '', 'toString', '1e5', '0100001']) {
      expect(wordsOf(code)).toBe(null)
      expect(messageOf(code, 'en')).toBe(`The operation failed (${code})`)
    }
  })

  test('families ascend without overlap and lie within the ranges', () => {
    for (const [i, family] of FAMILIES.entries()) {
      expect(family.from).toBeLessThanOrEqual(family.to)
      expect(family.from).toBeGreaterThan(FAMILIES[i - 1]?.to ?? 0)
      const inRange = RANGES.some(({ from, to }) => from <= family.from && family.to <= to)
      expect(inRange || family.to === 118902, `${family.from}-${family.to}`).toBe(true)
    }
  })

  test('texts are plain: no exclamation, no "please", no full stop', () => {
    for (const { zh, en } of [...Object.values(CODES), ...FAMILIES]) {
      expect(en).not.toMatch(/!|\.$|please/i)
      expect(zh).not.toMatch(/[！。]/)
    }
  })

  test('a code without a row does not compile', () => {
    // @ts-expect-error 110025 has only its family's text
    const code: Code = '110025'
    expect(isCode(code)).toBe(false)
  })
})

describe('rights', () => {
  test('P100000 does not open what needs P10000, nor the other way round', () => {
    expect(hasRight(['P100000'], 'P10000')).toBe(false)
    expect(hasRight(['P10000'], 'P100000')).toBe(false)
    expect(hasRight(['P00000', 'P10000'], 'P10000')).toBe(true)
  })

  test('granted permissions are a comma-separated list or null', () => {
    expect(rightsOf('P00000, P10000,')).toEqual(['P00000', 'P10000'])
    expect(rightsOf(null)).toEqual([])
  })

  test('every permission hangs on one root', () => {
    for (const [code, { parent }] of Object.entries(PERMISSIONS)) {
      if (code === 'P00000') expect(parent).toBe(null)
      else expect(Object.keys(PERMISSIONS), code).toContain(parent)
    }
  })
})

/** The specification's table of routes: `open` stands for "no code given", unless a page's calls ask for one. */
const SPEC_ROUTES = `
  /index P10000
  /device P30000
  /device/devDashboard P100000
  /device/devgroup P31000
  /device/virtualDevice P32000
  /device/virtualDevice/:product P32000
  /device/devGPS P34000
  /configureManage P40000
  /configureManage/devTemplate P41000
  /configureManage/templateBind P42000
  /configureManage/templateLibrary P44000
  /configureManage/templateGroup P43000
  /designConfigure/id=:id P41600
  /templateMiddleware/id=:id P40000 P41000 P41600 P24000
  /deviceDetail/:id P10000
  /editDashboard P21200 P101200
  /dashboard P20000
  /configureMonitor P24000
  /configurationCarousel P120000
  /monitoringCheck P27000
  /designChart P61100
  /designNewChart open
  /analysis P60000
  /analysis/flowAnalysis P62000
  /analysis/flowAnalysis/detail/:id P62200
  /analysis/dashChart P61000
  /analysis/dashChart/previewChart P61400
  /newReportChart open
  /newReportChart/previewNewChart open
  /analysis/reportData P63000
  /monitor P110000
  /monitor/monitorSetting P112000
  /monitor/monitoringDevice P111000
  /middlewares/id=:id open
  /middlewaresGrouping/id=:id open
  /middlewaresDevice/id=:id/module=:module open
  /monitorTableDesign/id=:id open
  /info P70000
  /info/inbox P71000
  /info/systemMsg open
  /info/logInfo P72000
  /info/realTimeFault P73000
  /team P50000 administrator2
  /team/customerGroup P51000 administrator2
  /team/user P53000
  /team/role P52000
  /system P80000
  /system/personalization P81000
  /system/shareLink P82000
  /mobile-db P20000 P100000
  /mobile-cfg P24000
  /customPage P90000`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '))

/** Routes that decisions beyond the specification add. */
const OWN_ROUTES = [
  '/device/share',
  '/help',
  '/account',
  '/team/operations',
  '/team/policy',
  '/team/audit',
  '/system/embedding',
  '/system/menu',
  '/webPage/:id',
  '/system/messages',
  '/configureManage/resources',
  '/info/alarmHistory',
  '/info/alarmKpi',
  '/info/shiftLog',
  '/info/push',
  '/system/escalation',
]

const SPEC_PUBLIC = ['/', '/login', '/register', '/findPass', '/privacy', '/share-db', '/share-cfg']
/** Beyond the specification: the first administrator's one-time link. */
const OWN_PUBLIC = ['/first']
const SPEC_OTHER_PUBLIC = ['/documentAppKey', '/fluoriteCloudCamera', '/exception/403', '/404', '/401']

const SPEC_LANDING = {
  P10000: '/index',
  '': '/index',
  P20000: '/dashboard',
  P27000: '/monitoringCheck',
  P24000: '/configureMonitor',
  P31000: '/device/devgroup',
  P32000: '/device/virtualDevice',
  P34000: '/device/devGPS',
  P41000: '/configureManage/devTemplate',
  P42000: '/configureManage/templateBind',
  P51000: '/team/customerGroup',
  P52000: '/team/role',
  P53000: '/team/user',
  P61000: '/analysis/dashChart',
  P62000: '/analysis/flowAnalysis',
  P71000: '/info/inbox',
  P72000: '/info/logInfo',
  P73000: '/info/realTimeFault',
  P81000: '/system/personalization',
  P90000: '/customPage',
}

describe('routes', () => {
  test('every route of the specification is there with its rights', () => {
    for (const [path = '', ...codes] of SPEC_ROUTES) {
      const needs = codes[0] === 'open' ? 'session' : codes
      expect(ROUTES.find((route) => route.path === path)?.needs, path).toEqual(needs)
    }
  })

  test('no other route than those of the specification is in the console', () => {
    const known = [...SPEC_ROUTES.map(([path]) => path), ...OWN_ROUTES]
    const inside = ROUTES.filter(({ needs }) => needs !== 'public').map(({ path }) => path)
    expect(inside.filter((path) => !known.includes(path))).toEqual([])
  })

  test('the public pages are public, and eight of them need no token', () => {
    for (const path of [...SPEC_PUBLIC, ...SPEC_OTHER_PUBLIC]) {
      expect(ROUTES.find((route) => route.path === path)?.needs, path).toBe('public')
    }
    expect(
      ROUTES.filter(({ guest }) => guest)
        .map(({ path }) => path)
        .sort(),
    ).toEqual([...SPEC_PUBLIC, ...OWN_PUBLIC].sort())
  })

  test('no path stands twice, and every redirect leads to a page', () => {
    const paths = ROUTES.map(({ path }) => path)
    expect(new Set(paths).size).toBe(paths.length)
    for (const { redirect } of ROUTES) if (redirect) expect(paths).toContain(redirect)
  })

  test('landing by code is the table of the specification', () => {
    for (const [code, path] of Object.entries(SPEC_LANDING)) expect(landingPath(code), code).toBe(path)
    const landing = ROUTES.flatMap(({ landing }) => landing ?? [])
    expect(landing.filter((code) => !Object.hasOwn(SPEC_LANDING, code))).toEqual([])
    for (const code of ['P99999', 'P30000', 'undefined', null, undefined]) expect(landingPath(code)).toBe('/index')
  })

  test('routes name only rights that exist', () => {
    for (const { path, needs } of ROUTES) {
      if (typeof needs === 'string') continue
      for (const right of needs) {
        expect(Object.hasOwn(PERMISSIONS, right) || Object.hasOwn(USER_TYPES, right), `${path} ${right}`).toBe(true)
      }
    }
  })

  test('a route opens with the root right and any one of its own', () => {
    const team = { needs: ['P50000', 'administrator2'] } as const
    expect(mayOpen(team, ['P00000', 'administrator2'])).toBe(true)
    expect(mayOpen(team, ['administrator2'])).toBe(false)
    expect(mayOpen(team, ['P00000', 'P53000'])).toBe(false)
    const users = { needs: ['P53000'] } as const
    expect(mayOpen(users, ['P00000', 'P53000'])).toBe(false)
    expect(mayOpen(users, ['P00000', 'P50000', 'P53000'])).toBe(true)
    expect(mayOpen({ needs: 'session' }, ['P00000'])).toBe(true)
    expect(mayOpen({ needs: 'session' }, [])).toBe(false)
    expect(mayOpen({ needs: 'public' }, [])).toBe(true)
  })

  test('a parameter behind id= is matched by name', () => {
    const match = (path: string, address: string) => (patternOf(path) as RegExp).exec(address)?.groups
    expect(match('/designConfigure/id=:id', '/designConfigure/id=42')).toEqual({ id: '42' })
    const device = '/middlewaresDevice/id=:id/module=:module'
    expect(match(device, '/middlewaresDevice/id=7/module=pump')).toEqual({ id: '7', module: 'pump' })
    expect(match(device, '/middlewaresDevice/id=7')).toBe(undefined)
    expect(patternOf('/deviceDetail/:id')).toBe('/deviceDetail/:id')
  })

  test('a screen that is not built says in both languages what it will be', () => {
    for (const route of ROUTES) {
      if (route.built) continue
      expect(route.will.zh, route.path).toMatch(/。$/)
      expect(route.will.en, route.path).toMatch(/^[A-Z].*\.$/)
    }
  })

  test('every screen that is said to be built has its element', () => {
    const folders = ROUTES.flatMap(({ tag }) => tag?.replace(/^sg-/, '') ?? [])
    const missing = folders.filter((name) => !existsSync(join(ROOT, `elements/screens/${name}/index.ts`)))
    expect(missing).toEqual([])
  })

  test('every permission opens a page, or is an operation', () => {
    const required = ROUTES.flatMap(({ needs }) => (typeof needs === 'string' ? [] : needs))
    const operations = [...operationsOn('user'), ...operationsOn('device')]
    const opening = PERMISSION_CODES.filter((code) => !operations.includes(code))
    expect(opening.filter((code) => !required.includes(code))).toEqual(['P00000'])
  })

  test('codes are offered that open a built page, or are an operation, with their sections, and no other', () => {
    for (const { path, needs, built } of ROUTES)
      if (built && typeof needs !== 'string')
        for (const right of needs) if (isPermission(right)) expect(OFFERED_CODES, `${path} ${right}`).toContain(right)
    for (const code of ['P00000', 'P50000', 'P80000', 'P30400', 'P74000']) expect(OFFERED_CODES).toContain(code)
    const unbuilt = ROUTES.flatMap(({ needs, built, menu }) =>
      built || typeof needs === 'string' || menu?.length === 1 ? [] : needs,
    )
    const onlyUnbuilt = unbuilt.filter(
      (right) => !ROUTES.some(({ built, needs }) => built && needs.includes(right as never)),
    )
    const sections = OFFERED_CODES.flatMap(sectionsOf)
    expect(
      onlyUnbuilt.filter((code) => isPermission(code) && OFFERED_CODES.includes(code) && !sections.includes(code)),
    ).toEqual([])
  })

  test('the first page may be any that has a landing code, is built and may be opened', () => {
    const all = landingsFor([...PERMISSION_CODES]).map(({ path }) => path)
    expect(all.length).toBeGreaterThan(0)
    expect(ROUTES.filter(({ path, built }) => all.includes(path) && !built)).toEqual([])
    expect(landingsFor(['P00000', 'P73000'])).toEqual([])
    expect(landingsFor(['P00000', 'P70000', 'P73000']).map(({ path }) => path)).toEqual(['/info/realTimeFault'])
  })

  test('every operation is required by a call', () => {
    const required = Object.values(contract).flatMap((calls) =>
      Object.values<Endpoint>(calls).flatMap(({ needs }) => (typeof needs === 'string' ? [] : needs)),
    )
    expect([...operationsOn('user'), ...operationsOn('device')].filter((code) => !required.includes(code))).toEqual([])
  })

  test('no two entries share a place in the menu', () => {
    const places = ROUTES.flatMap(({ menu }) => (menu ? [menu.join('.')] : []))
    expect(new Set(places).size).toBe(places.length)
  })
})
