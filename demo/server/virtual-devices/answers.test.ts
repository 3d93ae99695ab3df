import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditOf, refusalOf } from '../../../tests/server/people.ts'
import { uniqueName } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { granted, makeDesigner, makeDevice, makeTemplate, POINTS, RULE } from '../../../tests/server/shown-screens.ts'
import type { LiveDevice, LivePoint } from '../fleet/fleet.ts'

let server: TestServer
/** Two pumps of points `flow` and `valve`. */
let [a, b] = ['', '']
let pumps = 0
beforeAll(async () => {
  server = await openTestServer()
  pumps = await makeTemplate(server, { points: POINTS })
  a = await makeDevice(server, { template_id: pumps, dev_alias: '一号泵' })
  b = await makeDevice(server, { template_id: pumps, dev_alias: '二号泵' })
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const PATH = '/yun/dev/fictitious'
const call = (method: string, input: object, user = 'admin', path = PATH) => server.call(user, method, path, input)
const point = (key: string, formula: string, overrides: object = {}) => ({
  key,
  name: `点${key}`,
  name_en: null,
  data_type: 'number',
  unit: null,
  decimals: null,
  enum_text: null,
  keep_history: true,
  formula,
  ...overrides,
})
const described = (overrides: object = {}) => ({
  dev_alias: uniqueName('泵站'),
  points: [point('total', `${a}.flow + ${b}.flow`)],
  ...overrides,
})
const create = (overrides: object = {}, user = 'admin') => call('POST', described(overrides), user)
const make = (overrides: object = {}, user = 'admin') => granted(create(overrides, user))
const edit = (sn_code: string, overrides: object, user = 'admin') => call('PUT', { sn_code, ...overrides }, user)
const detail = (sn_code: string, user = 'admin') => call('GET', { sn_code }, user, `${PATH}/basic`)
const live = (sn_code: string) => server.fleet.get(sn_code) as LiveDevice
const pointOf = (sn_code: string, key: string) => live(sn_code).points.get(key) as LivePoint

/** Somebody who composes devices in a group of his own, and sees no other. */
async function makeComposer(may_write = true) {
  const group = { group_name: uniqueName('组') }
  const { group_id } = await granted(server.call('admin', 'POST', '/yun/dev/group', group))
  const permissions = ['P30000', 'P32000']
  const { user_name } = await makeDesigner(server, { permissions, device_rights: [{ group_id, may_write }] })
  return { user_name, group_id: group_id as number }
}

describe('a virtual device', () => {
  test('a virtual device is made with its formulas, and is a device as any other', async () => {
    const template_id = await makeTemplate(server, { module_type: 'nonstandard', module_name: '泵站画面' })
    const points = [
      point('total', `${a}.flow + ${b.toLowerCase()}.flow`, { unit: 'm³/h', decimals: 1, name_en: 'Total' }),
      point('open', `${a}.valve`, { data_type: 'boolean', keep_history: false }),
      point('mode', `if(total > 5, 1, 0)`, { data_type: 'enum', enum_text: { 1: { zh: '高', en: 'High' } } }),
    ]
    const made = await make({ dev_alias: ' 城东泵站 ', template_id, points })
    expect(made).toMatchObject({
      sn_code: expect.stringMatching(/^VD\d{10}$/),
      dev_alias: '城东泵站',
      module_name: '泵站画面',
      template_id,
      point_count: 3,
      source_count: 2,
      may_edit: true,
      dev_state: 2,
      open_alarms: 0,
      points,
      group_name: '默认分组',
    })
    expect(made.sources).toEqual([
      { sn_code: a, dev_alias: '一号泵' },
      { sn_code: b, dev_alias: '二号泵' },
    ])
    expect(await granted(detail(made.sn_code.toLowerCase()))).toEqual(made)
    const device = await granted(server.call('admin', 'GET', '/dev/basic', { sn_code: made.sn_code }))
    expect(device).toMatchObject({ is_virtual: true, dev_alias: '城东泵站', offered: [] })
    expect(device.points.map(({ key, access }: { key: string; access: string }) => [key, access])).toEqual([
      ['total', 'r'],
      ['open', 'r'],
      ['mode', 'r'],
    ])
    expect((await granted(server.call('admin', 'GET', '/dev', { search: '城东泵站' }))).total).toBe(1)
  })

  test('a virtual device is listed with others in the order of people, a page at a time', async () => {
    const group = await granted(server.call('admin', 'POST', '/yun/dev/group', { group_name: '列表组' }))
    const below = await granted(
      server.call('admin', 'POST', '/yun/dev/group', { group_name: '列表下组', parent_id: group.group_id }),
    )
    for (let n = 12; n > 0; n--)
      await make({
        dev_alias: `List ${n}`,
        group_id: n > 6 ? group.group_id : below.group_id,
        ...(n === 5 && { points: [point('x', `${a}.flow`), point('y', 'x * 2')] }),
      })
    const names = async (input: object) =>
      (await granted(call('GET', { search: ' lIST ', ...input }))).rows.map((row: { dev_alias: string }) =>
        Number(row.dev_alias.slice(5)),
      )
    expect(await names({ page_size: 10 })).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(await names({ page_size: 10, page: 2 })).toEqual([11, 12])
    expect(await names({ page_size: 10, page: 3 })).toEqual([])
    expect((await names({ sort: '-dev_alias' }))[0]).toBe(12)
    expect((await names({ sort: '-point_count' }))[0]).toBe(5)
    expect(await names({ group_id: below.group_id })).toEqual([1, 2, 3, 4, 5, 6])
    expect((await granted(call('GET', { group_id: group.group_id, page_size: 10 }))).total).toBe(12)
    expect(refusalOf(await call('GET', { sort: 'password_hash' }))).toBe('100006 sort')
    const [{ sn_code }] = (await granted(call('GET', { search: 'list 7' }))).rows
    expect((await granted(call('GET', { search: sn_code.toLowerCase() }))).rows).toMatchObject([
      { dev_alias: 'List 7' },
    ])
    expect((await granted(call('GET', { search: a }))).rows).toEqual([])
    expect((await granted(call('GET', {}, 'rival'))).total).toBe(0)
  })

  test('a virtual device keeps the history of a point that keeps its key and type, and of no other', async () => {
    const { sn_code } = await make({ points: [point('kept', `${a}.flow`), point('retyped', `${a}.flow`)] })
    const ids = () => ['kept', 'retyped'].map((key) => pointOf(sn_code, key)?.point_id)
    const [kept, retyped] = ids()
    const values = [{ point: pointOf(sn_code, 'kept'), value: 4, quality: 'good' as const }]
    server.fleet.apply(live(sn_code), [{ data_time: Date.now(), values }], Date.now())
    const start = Date.now() - 60_000
    const sample = { data_time: start, value: 1, quality: 0 as const }
    await server.telemetry.append(ids().map((point_id) => ({ ...sample, point_id: point_id ?? 0 })))
    const points = [
      point('retyped', `if(${a}.flow > 1, "x", "y")`, { data_type: 'string' }),
      point('kept', `${a}.flow * 2`, { name: '改名', unit: 'L' }),
      point('new', 'kept + 1'),
    ]
    const edited = await granted(edit(sn_code, { points, dev_alias: '改名的泵站' }))
    expect(edited).toMatchObject({ points, dev_alias: '改名的泵站', source_count: 1 })
    expect(ids()[0]).toBe(kept)
    expect(ids()[1]).not.toBe(retyped)
    expect(pointOf(sn_code, 'kept')).toMatchObject({ value: 4, formula: `${a}.flow * 2` })
    const past = async (key: string) => {
      const query = { sn_code, key, start: start - 1, end: start + 1, limit: 10 }
      return (await granted(server.call('admin', 'GET', '/hDev', query))).rows
    }
    expect(await past('kept')).toEqual([[start, 1, 'good']])
    expect(await past('retyped')).toEqual([])
    // What is left out stays.
    expect(await granted(edit(sn_code, {}))).toEqual(edited)
    expect(await granted(edit(sn_code, { points: points.slice(1, 2) }))).toMatchObject({ point_count: 1 })
    expect([...live(sn_code).points.keys()]).toEqual(['kept'])
  })

  test('an edit that says nothing of the group, name or template leaves those that a colleague has just set', async () => {
    const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
    const { group_id } = await makeComposer()
    const { sn_code } = await make()
    // As another call does that is done first: the fleet is not told of it yet.
    const theirs = { group_id, template_id, dev_alias: uniqueName('同事') }
    await server.db.system((q) => q.updateTable('device').set(theirs).where('sn_code', '=', sn_code).execute())
    expect(await granted(edit(sn_code, { points: [point('total', `${a}.flow`)] }))).toMatchObject(theirs)
    expect(await granted(edit(sn_code, { dev_alias: uniqueName('泵站') }))).toMatchObject({ group_id, template_id })
  })

  test('a virtual device is gone with its history and its alarms when it is deleted; its sources stay', async () => {
    const { sn_code, dev_alias } = await make()
    await granted(server.call('admin', 'PUT', '/yun/alarmRules', { sn_code, rules: [{ ...RULE, key: 'total' }] }))
    await evaluate(sn_code, 95)
    const alarms = async () => (await granted(server.call('admin', 'GET', '/hAlarmDev', {}))).rows
    const isIts = (row: { sn_code: string }) => row.sn_code === sn_code
    expect((await alarms()).filter(isIts)).toHaveLength(1)
    expect(await granted(call('DELETE', { sn_code }))).toEqual({})
    expect(server.fleet.get(sn_code)).toBeUndefined()
    expect(live(a)).toBeDefined()
    expect((await alarms()).filter(isIts)).toEqual([])
    expect((await granted(server.call('admin', 'GET', '/dev', { search: sn_code }))).total).toBe(0)
    expect((await detail(sn_code)).meta.code).toBe('110509')
    expect((await call('DELETE', { sn_code })).meta.code).toBe('110509')
    // Its name is free again.
    await make({ dev_alias })
  })

  test('each change is in the audit with the formulas', async () => {
    const { sn_code, points } = await make({ dev_alias: '留痕', points: [point('x', `${a}.flow`)] })
    await granted(edit(sn_code, { dev_alias: '留痕', points }))
    // No more of it is kept.
    await granted(edit(sn_code, { points: [point('x', `${a}.flow`, { keep_history: false })] }))
    await granted(edit(sn_code, { points }))
    await granted(edit(sn_code, { dev_alias: '留痕二', points: [point('x', `${b}.flow`)] }))
    await granted(call('DELETE', { sn_code }))
    const lines = (await auditOf(server)).filter(({ target }) => target.startsWith('留痕'))
    expect(lines.map(({ action, target }) => [action, target])).toEqual([
      ['virtual-device-delete', '留痕二'],
      ['virtual-device-edit', '留痕二'],
      ['virtual-device-edit', '留痕'],
      ['virtual-device-edit', '留痕'],
      ['virtual-device-create', '留痕'],
    ])
    expect(lines[1]?.detail).toEqual({
      dev_alias: { before: '留痕', after: '留痕二' },
      points: { before: { x: `${a}.flow (number)` }, after: { x: `${b}.flow (number)` } },
    })
    expect(lines[3]?.detail.points?.after).toEqual({ x: `${a}.flow (number, keep_history false)` })
    expect(lines[4]?.detail).toEqual({ sn_code, points: { x: `${a}.flow (number)` } })
  })
})

describe('what is refused at its field', () => {
  test('a name that another virtual device has, in upper or lower case', async () => {
    const { sn_code } = await make({ dev_alias: 'East Station' })
    const other = await make({ dev_alias: 'West Station' })
    expect(refusalOf(await create({ dev_alias: 'EAST station' }))).toBe('118801 dev_alias')
    expect(refusalOf(await edit(other.sn_code, { dev_alias: 'east STATION' }))).toBe('118801 dev_alias')
    const rename = (sn: string) =>
      server.call('admin', 'PUT', '/dev/basic', { sn_code: sn, dev_alias: 'east station ' })
    expect(refusalOf(await rename(other.sn_code))).toBe('118801 dev_alias')
    expect(live(other.sn_code).dev_alias).toBe('West Station')
    // Its own, a registered device's, and one of another tenant are no others.
    await granted(edit(sn_code, { dev_alias: 'EAST Station' }))
    await granted(rename(await makeDevice(server)))
    await make({ dev_alias: 'East Station', points: [point('x', 'RV0001.temperature')] }, 'rival')
  })

  test.each([
    ['no name', { dev_alias: '  ' }, 'dev_alias'],
    ['a long name', { dev_alias: 'x'.repeat(31) }, 'dev_alias'],
    ['no points', { points: [] }, 'points'],
    ['an empty formula', { points: [point('x', ' ')] }, 'points.0.formula'],
  ])('%s', async (_, overrides, field) => {
    expect(refusalOf(await create(overrides))).toBe(`100006 ${field}`)
    const { sn_code } = await make()
    expect(refusalOf(await edit(sn_code, overrides))).toBe(`100006 ${field}`)
  })

  test.each<[string, () => object[], string]>([
    ['a key that is there twice', () => [point('x', `${a}.flow`), point('x', `${b}.flow`)], 'points.1.key'],
    [
      'more points than it may have',
      () => Array.from({ length: 201 }, (_, i) => point(`x${i}`, `${a}.flow`)),
      'points',
    ],
    ['a formula that is none', () => [point('x', `${a}.flow`), point('y', `${a}.flow +`)], 'points.1.formula'],
    ['formulas that need one another', () => [point('x', 'y + 1'), point('y', 'x')], 'points.0.formula'],
    ['a formula that needs itself', () => [point('x', `x + ${a}.flow`)], 'points.0.formula'],
    ['a look at the past', () => [point('x', `avg(${a}.flow, 60)`)], 'points.0.formula'],
    ['the time', () => [point('x', `${a}.flow * hour()`)], 'points.0.formula'],
    ['a formula without a point', () => [point('x', '1 + 1')], 'points.0.formula'],
    ['a key that it does not have', () => [point('x', 'flow')], 'points.0.formula'],
    ['a device that is not there', () => [point('x', 'NONE.flow')], 'points.0.formula'],
    ['a point that the device does not have', () => [point('x', `${a}.pressure`)], 'points.0.formula'],
    ['a device of another tenant', () => [point('x', 'RV0001.temperature')], 'points.0.formula'],
  ])('%s', async (_, points, field) => {
    expect(refusalOf(await create({ points: points() }))).toBe(`100006 ${field}`)
    const { sn_code } = await make()
    expect(refusalOf(await edit(sn_code, { points: points() }))).toBe(`100006 ${field}`)
    expect([...live(sn_code).points.keys()]).toEqual(['total'])
  })

  test('a device of another tenant, in the words for one that is not there', async () => {
    const wordsOf = async (sn: string) => {
      const { data } = await create({ points: [point('x', `${sn}.temperature`)] })
      return data.fields[0].message.replace(sn, '#')
    }
    expect(await wordsOf('RV0001')).toBe(await wordsOf('NONE'))
  })

  test('a point that the device only offers', async () => {
    const { tenant_id, device_id } = live(a)
    const offered = { tenant_id, device_id, key: 'offered', name: 'o', data_type: 'number' as const, is_added: false }
    await server.db.system((q) => q.insertInto('point').values(offered).execute())
    await server.fleet.reload(a)
    expect(refusalOf(await create({ points: [point('x', `${a}.offered`)] }))).toBe('100006 points.0.formula')
  })

  test('a virtual device as a source, itself too', async () => {
    const { sn_code } = await make()
    const points = [point('x', `${sn_code}.total`)]
    expect(refusalOf(await create({ points }))).toBe('100006 points.0.formula')
    expect(refusalOf(await edit(sn_code, { points: [point('total', `${a}.flow`), ...points] }))).toBe(
      '100006 points.1.formula',
    )
  })

  test('a template that is standard, and one that is not there for the caller', async () => {
    expect(refusalOf(await create({ template_id: pumps }))).toBe('100006 template_id')
    const theirs = await makeTemplate(server, { module_type: 'nonstandard' }, 'rival')
    const { sn_code } = await make()
    expect(refusalOf(await edit(sn_code, { template_id: pumps }))).toBe('100006 template_id')
    for (const template_id of [theirs, 0]) {
      expect(refusalOf(await create({ template_id }))).toBe('115005')
      expect(refusalOf(await edit(sn_code, { template_id }))).toBe('115005')
    }
  })

  test('a group of another tenant, and one that the caller does not hold', async () => {
    const { group_id } = live('RV0001')
    expect(refusalOf(await create({ group_id }))).toBe('112002')
    const composer = await makeComposer()
    const ours = { points: [point('x', 'TS0001.temperature')] }
    expect(refusalOf(await create({ ...ours, group_id: live(a).group_id }, composer.user_name))).toBe('112002')
    expect(refusalOf(await create(ours, composer.user_name))).toBe('112002')
    const { sn_code } = await make({ group_id: composer.group_id })
    expect(refusalOf(await edit(sn_code, { group_id: live(a).group_id }, composer.user_name))).toBe('112002')
    expect(refusalOf(await edit(sn_code, { group_id }))).toBe('112002')
  })
})

describe('who may', () => {
  test('nobody without the right to virtual devices', async () => {
    const { sn_code } = await make()
    const calls = [call('GET', {}, 'operator'), detail(sn_code, 'operator'), create({}, 'operator')]
    for (const one of [...calls, edit(sn_code, {}, 'operator'), call('DELETE', { sn_code }, 'operator')])
      expect((await one).meta.code).toBe('100015')
    expect((await call('POST', { points: [point('x', `${a}.flow`)] }, 'operator', `${PATH}/try`)).meta.code).toBe(
      '100015',
    )
  })

  test('nobody of another tenant, who finds none; and a registered device is none', async () => {
    const { sn_code } = await make()
    for (const [by, sn] of [
      ['rival', sn_code],
      ['admin', a],
    ] as const) {
      expect((await detail(sn, by)).meta.code).toBe('110509')
      expect((await edit(sn, { dev_alias: uniqueName('我的') }, by)).meta.code).toBe('110509')
      expect((await call('DELETE', { sn_code: sn }, by)).meta.code).toBe('110509')
    }
    expect(live(a)).toBeDefined()
  })

  test('whoever only sees it reads it and changes nothing', async () => {
    const { user_name, group_id } = await makeComposer(false)
    const { sn_code } = await make({ group_id })
    const hidden = await make()
    expect(await granted(detail(sn_code, user_name))).toMatchObject({ may_edit: false })
    expect((await granted(call('GET', {}, user_name))).rows).toMatchObject([{ sn_code, may_edit: false }])
    expect((await edit(sn_code, { dev_alias: uniqueName('改') }, user_name)).meta.code).toBe('110539')
    expect((await call('DELETE', { sn_code }, user_name)).meta.code).toBe('110539')
    expect((await detail(hidden.sn_code, user_name)).meta.code).toBe('110509')
  })

  test('whoever does not see a source leaves its formula alone, and writes no new one over it', async () => {
    const { user_name, group_id } = await makeComposer()
    const points = [point('x', `${a}.flow`)]
    const refused = await create({ group_id, points }, user_name)
    expect(refusalOf(refused)).toBe('100006 points.0.formula')
    const { sn_code } = await make({ group_id, points })
    const seen = await granted(detail(sn_code, user_name))
    expect(seen).toMatchObject({ may_edit: true, source_count: 1, sources: [{ sn_code: a, dev_alias: null }] })
    const more = [...points, point('y', 'x * 2')]
    expect(await granted(edit(sn_code, { points: more }, user_name))).toMatchObject({ point_count: 2 })
    const other = [...more, point('z', `${a}.flow + 1`)]
    expect(refusalOf(await edit(sn_code, { points: other }, user_name))).toBe('100006 points.2.formula')
    const valve = [point('x', `${a}.valve`, { data_type: 'boolean' })]
    expect(refusalOf(await edit(sn_code, { points: valve }, user_name))).toBe('100006 points.0.formula')
  })

  test('whoever does not see its template leaves it alone, and gives it no other', async () => {
    const { user_name, group_id } = await makeComposer()
    const [its, other] = [
      await makeTemplate(server, { module_type: 'nonstandard' }),
      await makeTemplate(server, { module_type: 'nonstandard' }),
    ]
    const { sn_code } = await make({ group_id, template_id: its })
    const dev_alias = uniqueName('站')
    const kept = { template_id: its, dev_alias }
    expect(await granted(edit(sn_code, { ...kept, group_id }, user_name))).toMatchObject(kept)
    expect(refusalOf(await edit(sn_code, { template_id: other }, user_name))).toBe('115005')
    expect(await granted(edit(sn_code, { template_id: null }, user_name))).toMatchObject({ module_name: null })
    expect(refusalOf(await edit(sn_code, { template_id: its }, user_name))).toBe('115005')
  })
})

/** The alarm rules look at a value of its `total`. */
async function evaluate(sn_code: string, value: number) {
  const values = [{ point: pointOf(sn_code, 'total'), value, quality: 'good' as const }]
  await server.alarms.evaluate(live(sn_code), [{ data_time: Date.now(), values }])
}
