import { expect, test } from 'vitest'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import type { EmbedKey } from '../../../core/contract/embed.ts'
import { translate } from '../../../core/text/define-text.ts'
import { check, described, draftOf, originOf } from './key-form.ts'
import { text } from './text.ts'

const t = translate(text, 'en')
const KEY: EmbedKey = {
  key_id: 'sgk_AAAAAAAAAAAAAAAA',
  name: 'Portal',
  origins: ['https://portal.example'],
  without_origin: false,
  actions: ['read'],
  resources: { all: true },
  expires_time: null,
  state: 'active',
  previous_until_time: null,
  created_time: 0,
  created_userName: 'admin',
}
const draft = { ...draftOf(null), name: 'Portal', origins: 'https://portal.example' }

test.each([
  ['https://portal.example', 'https://portal.example'],
  ['https://portal.example/', 'https://portal.example'],
  ['https://PORTAL.example:443', 'https://portal.example'],
  ['http://192.168.1.5:8080', 'http://192.168.1.5:8080'],
  ['https://portal.example/page', null],
  ['https://*.example', null],
  ['portal.example', null],
  ['ftp://portal.example', null],
  ['null', null],
])('the origin of %s is %s', (line, origin) => {
  expect(originOf(line)).toBe(origin)
})

test('what is wrong is said at its field, with the line that it is', () => {
  expect(check(draft, t)).toEqual({})
  expect(check({ ...draft, origins: 'https://a.example\nhttps://b.example/x' }, t).origins).toContain(
    'https://b.example/x',
  )
  expect(Object.keys(check({ ...draft, name: ' ', origins: '', actions: [] }, t))).toEqual([
    'name',
    'origins',
    'actions',
  ])
  expect(check({ ...draft, scope: 'devices' }, t).resources).toBe(t.snsMissing)
  expect(check({ ...draft, scope: 'groups' }, t).resources).toBe(t.groupsMissing)
})

test('a draft is sent as the contract has it, each origin and SN once', () => {
  const sent = described({ ...draft, scope: 'devices', sns: 'WW0001\nWW0001, WW0002', ends: '30' }, null, 1000)
  expect(sent).toMatchObject({
    resources: { devices: ['WW0001', 'WW0002'] },
    origins: ['https://portal.example'],
    expires_time: 1000 + 30 * DAY_MS,
  })
  expect(described({ ...draft, ends: 'never' }, null, 0).expires_time).toBeNull()
})

test('a key may name dashboards beside devices, or alone, and keeps them when it is changed', () => {
  const named = { ...draft, scope: 'devices' as const, dashboards: ['12'] }
  expect(check(named, t)).toEqual({})
  expect(described(named, null, 0).resources).toEqual({ devices: [], dashboards: [12] })
  expect(draftOf({ ...KEY, resources: { devices: ['WW0001'], dashboards: [12] } })).toMatchObject({
    scope: 'devices',
    sns: 'WW0001',
    dashboards: ['12'],
  })
})
