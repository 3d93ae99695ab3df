import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MOST_OF_TENANT, MOST_VIRTUAL_POINTS } from '../../../core/contract/virtual-device.ts'
import { refusalOf } from '../../../tests/server/people.ts'
import { uniqueName } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { granted, makeDevice, makeTemplate, POINTS, RULE } from '../../../tests/server/shown-screens.ts'
import type { LiveDevice, LivePoint } from '../fleet/fleet.ts'

let server: TestServer
/** A pump of points `flow` and `valve`, and its template. */
let pump = ''
let pumps = 0
beforeAll(async () => {
  server = await openTestServer()
  pumps = await makeTemplate(server, { points: POINTS })
  pump = await makeDevice(server, { template_id: pumps })
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const PATH = '/yun/dev/fictitious'
const admin = (method: string, path: string, input: object) => server.call('admin', method, path, input)
const point = (key: string, formula: string) => ({ key, name: `点${key}`, data_type: 'number', formula })
const live = (sn_code: string) => server.fleet.get(sn_code) as LiveDevice
/** A virtual device of one point; its SN. */
async function make(overrides: object = {}): Promise<string> {
  const points = [point('total', `${pump}.flow * 2`)]
  return (await granted(admin('POST', PATH, { dev_alias: uniqueName('泵站'), points, ...overrides }))).sn_code
}

describe('what is done with registered devices', () => {
  test('a virtual device is bound to no template as registered devices are, and cannot be bound to', async () => {
    const sn_code = await make()
    const bindings = await granted(admin('GET', '/yun/module/binding', { page_size: 100 }))
    const sns = bindings.rows.map((row: { sn_code: string }) => row.sn_code)
    expect(sns).toContain(pump)
    expect(sns.filter((sn: string) => live(sn).is_virtual)).toEqual([])
    for (const template_id of [pumps, null]) {
      const bound = await granted(admin('PUT', '/yun/module/binding', { template_id, sn_codes: [sn_code] }))
      expect(bound).toEqual([{ id: sn_code, code: '110509' }])
    }
    expect(live(sn_code)).toMatchObject({ template_id: null })
  })

  test('a virtual device gets no reported point, no write and no loaded history', async () => {
    const sn_code = await make()
    const points = [{ key: 'own', name: '自有', data_type: 'number' }]
    expect(refusalOf(await admin('POST', '/dev/points', { sn_code, points }))).toBe('100006 sn_code')
    expect((await admin('POST', '/dev/controls', { sn_code, key: 'total', value: 1 })).meta.success).toBe(0)
    expect(server.sent).toEqual([])
    const series = [{ key: 'total', times: [Date.now() - 60_000], values: [1] }]
    expect(refusalOf(await admin('POST', '/yun/dev/his/data/batch', { sn_code, series }))).toBe('100006 sn_code')
    expect([...live(sn_code).points.keys()]).toEqual(['total'])
  })

  test('a virtual device has no report interval, and nobody may write to it', async () => {
    const sn_code = await make()
    const edit = (overrides: object) => admin('PUT', '/dev/basic', { sn_code, ...overrides })
    expect(refusalOf(await edit({ report_interval_s: 60 }))).toBe('100006 report_interval_s')
    expect(await granted(edit({ site_name: '东厂' }))).toMatchObject({ site_name: '东厂', may_write: false })
    const { rows } = await granted(admin('GET', '/dev', { search: sn_code }))
    expect(rows).toMatchObject([{ is_virtual: true, may_write: false }])
  })
})

describe('its template', () => {
  test('a template gives a virtual device no points and changes none, and is as free as without it', async () => {
    const total = { key: 'total', name: '模板的合计', data_type: 'number', access: 'rw' }
    const template_id = await makeTemplate(server, { module_type: 'nonstandard', points: [total] })
    const sn_code = await make({ template_id })
    const before = await granted(admin('GET', `${PATH}/basic`, { sn_code }))
    const points = [
      { ...total, data_type: 'string', unit: 'x' },
      { key: 'more', name: '另一个', data_type: 'number' },
    ]
    await granted(admin('PUT', '/yun/module', { template_id, points }))
    expect(await granted(admin('GET', `${PATH}/basic`, { sn_code }))).toEqual(before)
    expect(live(sn_code).points.get('total')).toMatchObject({ access: 'r', unit: null, data_type: 'number' })
    const full = Array.from({ length: 1000 }, (_, i) => ({ key: `p${i}`, name: `点${i}`, data_type: 'number' }))
    await granted(admin('PUT', '/yun/module', { template_id, points: full }))
    expect(live(sn_code).points.size).toBe(1)
  })

  test('a template is not deleted while a virtual device has it', async () => {
    const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
    const sn_code = await make({ template_id })
    const remove = () => admin('DELETE', '/yun/module', { template_id })
    expect((await remove()).meta.code).toBe('202003')
    await granted(admin('DELETE', PATH, { sn_code }))
    expect((await remove()).meta.success).toBe(1)
  })
})

/** The alarm rules look at a value of its `total`. */
async function evaluate(sn_code: string, value: number) {
  const total = live(sn_code).points.get('total') as LivePoint
  const values = [{ point: total, value, quality: 'good' as const }]
  await server.alarms.evaluate(live(sn_code), [{ data_time: Date.now(), values }])
}

test('alarm rules of a virtual device apply to it, and those of its template', async () => {
  const rule = { ...RULE, key: 'total' }
  const alarm_rules = [{ ...rule, alarm_name: '模板报警', threshold: 50 }]
  const template_id = await makeTemplate(server, {
    module_type: 'nonstandard',
    alarm_rules,
    points: [{ key: 'total', name: '合计', data_type: 'number' }],
  })
  const sn_code = await make({ template_id })
  const rules = await granted(admin('PUT', '/yun/alarmRules', { sn_code, rules: [rule] }))
  expect(rules).toMatchObject({ rules: [rule], template: { template_id, rules: alarm_rules } })
  const state = async () =>
    (await granted(admin('GET', '/rAlarmDev', { sn_code }))).rows
      .filter(({ recover_time }: { recover_time: number | null }) => recover_time === null)
      .map(({ alarm_name }: { alarm_name: string }) => alarm_name)
      .sort()
  await evaluate(sn_code, 60)
  expect(await state()).toEqual(['模板报警'])
  await evaluate(sn_code, 95)
  expect(await state()).toEqual(['模板报警', RULE.alarm_name].sort())
  expect((await granted(admin('GET', `${PATH}/basic`, { sn_code }))).open_alarms).toBe(2)
  // Of no template any more.
  await granted(admin('PUT', PATH, { sn_code, template_id: null }))
  await evaluate(sn_code, 96)
  expect(await state()).toEqual([RULE.alarm_name])
  await evaluate(sn_code, 1)
  expect(await state()).toEqual([])
})

test('all virtual devices of a tenant together have so many points and no more', async () => {
  const rival = (method: string, input: object) => server.call('rival', method, PATH, input)
  const points = (count: number) => Array.from({ length: count }, (_, i) => point(`p${i}`, 'RV0001.temperature'))
  const add = (count: number) => rival('POST', { dev_alias: uniqueName('虚'), points: points(count) })
  for (let left = MOST_OF_TENANT; left > MOST_VIRTUAL_POINTS; left -= MOST_VIRTUAL_POINTS)
    await granted(add(MOST_VIRTUAL_POINTS))
  // Of those that come at once, too.
  const atOnce = await Promise.all([1, 2, 3].map(() => add(MOST_VIRTUAL_POINTS - 1)))
  expect(atOnce.map(refusalOf).filter((refusal) => refusal === '100019 points')).toHaveLength(2)
  const [sn_code] = atOnce.flatMap(({ meta, data }) => (meta.success === 1 ? [data.sn_code as string] : []))
  expect(refusalOf(await add(2))).toBe('100019 points')
  await granted(add(1))
  expect(refusalOf(await rival('PUT', { sn_code, points: points(MOST_VIRTUAL_POINTS) }))).toBe('100019 points')
  await granted(rival('PUT', { sn_code, points: points(MOST_VIRTUAL_POINTS - 1) }))
  // Others have theirs.
  await make()
})
