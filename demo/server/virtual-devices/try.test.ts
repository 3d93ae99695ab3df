import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '../../../core/contract/telemetry.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { granted, makeDesigner, makeDevice, makeTemplate } from '../../../tests/server/shown-screens.ts'
import type { LiveDevice, LivePoint, SentQuality } from '../fleet/fleet.ts'

let server: TestServer
let template_id = 0
beforeAll(async () => {
  server = await openTestServer()
  template_id = await makeTemplate(server, {
    points: [
      { key: 'flow', name: '流量', data_type: 'number' },
      { key: 'power', name: '功率', data_type: 'number' },
      { key: 'mode', name: '模式', data_type: 'string' },
    ],
  })
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const PATH = '/yun/dev/fictitious/try'
const TIME = Date.now() - 1000
const pump = () => makeDevice(server, { template_id })
const live = (sn_code: string) => server.fleet.get(sn_code) as LiveDevice
function said(sn_code: string, key: string, value: Value, data_time = TIME, quality: SentQuality = 'good') {
  const point = live(sn_code).points.get(key) as LivePoint
  server.fleet.apply(live(sn_code), [{ data_time, values: [{ point, value, quality }] }], Date.now())
}
const point = (key: string, formula: string, data_type = 'number') => ({ key, name: key, data_type, formula })
const tryPoints = (points: object[], user = 'admin', lang = 'zh') =>
  server.call(user, 'POST', PATH, { points }, { 'accept-language': lang })
const tried = (points: object[], user?: string, lang?: string) => granted(tryPoints(points, user, lang))
/** What one formula comes to. */
const worth = async (formula: string, data_type?: string) => (await tried([point('x', formula, data_type)]))[0]

test('formulas come to what they are worth now, in the order of the points, and nothing is kept', async () => {
  const [a, b] = [await pump(), await pump()]
  said(a, 'flow', 2)
  said(b, 'flow', 3, TIME - 500)
  const points = [point('double', 'total * 2'), point('total', `${a}.flow + ${b}.flow`), point('a', `${a}.flow`)]
  const before = [...server.fleet.devices(live(a).tenant_id)].length
  expect(await tried(points)).toEqual([
    { key: 'double', value: 10, quality: 'good', data_time: TIME, problem: null },
    { key: 'total', value: 5, quality: 'good', data_time: TIME, problem: null },
    { key: 'a', value: 2, quality: 'good', data_time: TIME, problem: null },
  ])
  said(a, 'flow', 4, TIME + 500, 'uncertain')
  expect(await worth(`${a}.flow + ${b}.flow`)).toMatchObject({ value: 7, quality: 'uncertain' })
  expect([...server.fleet.devices(live(a).tenant_id)]).toHaveLength(before)
})

test('a point that has no value yet is waited for', async () => {
  const a = await pump()
  said(a, 'flow', 2)
  expect(await tried([point('x', `${a}.flow + ${a}.power`), point('y', 'x + 1')])).toMatchObject([
    { value: null, quality: 'bad', problem: '所引用的变量尚无数值' },
    { value: null, quality: 'bad', problem: '所引用的变量尚无数值' },
  ])
})

test('the value of a silent device counts, and is stale', async () => {
  const a = await pump()
  said(a, 'flow', 2)
  server.fleet.setDead(live(a), Date.now())
  expect(await worth(`${a}.flow * 3`)).toEqual({
    key: 'x',
    value: 6,
    quality: 'stale',
    data_time: TIME,
    problem: null,
  })
})

test('a division by zero comes to nothing', async () => {
  const a = await pump()
  said(a, 'flow', 0)
  expect(await tried([point('x', `10 / ${a}.flow`)], 'admin', 'en')).toMatchObject([
    {
      value: null,
      quality: 'bad',
      problem: 'No result: a point that it needs has no good value, or it divides by zero',
    },
  ])
  said(a, 'flow', null, TIME + 1, 'bad')
  expect(await worth(`${a}.flow + 1`)).toMatchObject({ value: null, quality: 'bad', problem: expect.any(String) })
})

test.each([
  ['number', 'mode', 'a number'],
  ['boolean', 'flow', 'true or false'],
  ['string', 'flow', 'a text'],
  ['enum', 'flow / 2', 'a whole number of an enum'],
])('a %s that comes to %s has no value of its type', async (data_type, formula, wanted) => {
  const a = await pump()
  said(a, 'flow', 3)
  said(a, 'mode', 'auto')
  expect(await tried([point('x', `${a}.${formula}`, data_type)], 'admin', 'en')).toMatchObject([
    { value: null, quality: 'bad', problem: `Comes to another type: the point is ${wanted}` },
  ])
})

test('values that cannot be calculated with are reported at their place in the formula', async () => {
  const a = await pump()
  said(a, 'mode', 'auto')
  expect(await tried([point('x', `2 * ${a}.mode`)], 'admin', 'en')).toMatchObject([
    { value: null, quality: 'bad', problem: `${a}.mode is a text: a number is needed to calculate` },
  ])
})

test('an error of a formula is reported, and the others are calculated', async () => {
  const a = await pump()
  said(a, 'flow', 2)
  const points = [
    point('good', `${a}.flow`),
    point('broken', `${a}.flow +`),
    point('past', `avg(${a}.flow, 60)`),
    point('none', `${a}.pressure`),
    point('lost', 'nowhere'),
    point('above', 'broken + 1'),
  ]
  expect(await tried(points, 'admin', 'en')).toMatchObject([
    { value: 2, problem: null },
    { value: null, quality: 'bad', problem: 'Not finished: expected a value, a point or a function at the end' },
    { value: null, quality: 'bad', problem: 'A formula cannot ask for times, dates or values over time' },
    { value: null, quality: 'bad', problem: `${a} has no point pressure` },
    { value: null, quality: 'bad', problem: expect.stringContaining('nowhere is no point of this virtual device') },
    { value: null, quality: 'bad', problem: expect.any(String) },
  ])
  expect(await tried([point('x', 'y'), point('y', 'x'), point('z', `${a}.flow`)], 'admin', 'en')).toMatchObject([
    { value: null, problem: 'Formulas that need one another cannot be worked out' },
    { value: null, problem: 'Formulas that need one another cannot be worked out' },
    { value: 2, problem: null },
  ])
})

test('no formula reveals anything of a device that the caller does not see', async () => {
  const a = await pump()
  const SECRET = 8_675_309
  said(a, 'flow', SECRET)
  const { user_name } = await makeDesigner(server, { permissions: ['P32000'] })
  const curious = (sn: string) => [
    point('plain', `${sn}.flow`),
    point('more', 'plain + 1'),
    point('guess', `if(${sn}.flow > 1000, 1, 0)`),
    point('quality', `quality(${sn}.flow)`, 'string'),
    point('text', `concat("", ${sn}.flow)`, 'string'),
    point('type', `${sn}.mode * 2`),
    point('missing', `${sn}.nothing`),
  ]
  for (const [sn, user] of [
    [a, user_name],
    ['RV0001', 'admin'],
    [a.toLowerCase(), 'rival'],
  ] as const) {
    const reply = await tryPoints(curious(sn), user)
    expect(JSON.stringify(reply.data)).not.toContain(String(SECRET))
    const missing = await tryPoints(curious('NONE'), user)
    expect(JSON.stringify(reply.data).replaceAll(sn, '#')).toBe(JSON.stringify(missing.data).replaceAll('NONE', '#'))
    for (const { value, quality, data_time, problem } of reply.data)
      expect({ value, quality, data_time, problem }).toMatchObject({
        value: null,
        quality: 'bad',
        data_time: null,
        problem: expect.any(String),
      })
  }
})

test('formulas that are too long together are refused at the first one too many', async () => {
  const long = Array.from({ length: 70 }, (_, n) => point(`p${n}`, `${'1+'.repeat(449)}p${(n + 1) % 70}`))
  const { meta, data } = await tryPoints(long)
  expect(meta.code).toBe('100006')
  expect(data.fields).toMatchObject([{ field: 'points.66.formula' }])
})
