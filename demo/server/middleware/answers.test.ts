import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { templateOf, uniqueName } from '../../../tests/server/screens.ts'
import { openTestServer, type Reply, type TestServer } from '../../../tests/server/server.ts'
import type { LiveDevice, LivePoint } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { middlewareAnswers } from './answers.ts'
import { collected } from './values.ts'

let server: TestServer
let template_id = 0
beforeAll(async () => {
  server = await openTestServer()
  template_id = templateOf(server)
})
afterAll(() => server.close())

const PATH = '/yun/module/middleware'
const call = (method: string, input: object, user = 'admin', path = PATH) => server.call(user, method, path, input)
const create = (overrides: object = {}, user = 'admin') =>
  call(
    'POST',
    {
      template_id,
      middleware_name: uniqueName('源'),
      points: [{ key: 'temperature', aggregation: 'average' }],
      ...overrides,
    },
    user,
  )
const refusal = ({ meta, data }: Reply) => (data?.fields?.[0] ? `${meta.code} ${data.fields[0].field}` : meta.code)

describe('a data source', () => {
  test('a data source is kept with its template, renamed and removed', async () => {
    const { data } = await create({ middleware_name: '平均温度' })
    expect(data).toMatchObject({ template_id, middleware_name: '平均温度', user_name: 'admin' })
    const { middleware_id } = data
    const points = [{ key: 'running', aggregation: 'count' }]
    await call('PUT', { middleware_id, points })
    const { data: edited } = await call('PUT', { middleware_id, middleware_name: '运行数' })
    expect(edited).toMatchObject({ middleware_name: '运行数', points })
    const list = async () =>
      (await call('GET', { template_id })).data.map((row: { middleware_id: number }) => row.middleware_id)
    expect(await list()).toContain(middleware_id)
    expect((await call('DELETE', { middleware_id })).meta.success).toBe(1)
    expect(await list()).not.toContain(middleware_id)
  })

  test('a data source is refused for a name that is taken, a point that is not there, and a sum of what is no number', async () => {
    await create({ middleware_name: 'Same' })
    expect(refusal(await create({ middleware_name: 'same' }))).toBe('115401 middleware_name')
    const points = (...pairs: [string, string][]) => ({
      points: pairs.map(([key, aggregation]) => ({ key, aggregation })),
    })
    expect(refusal(await create(points(['none', 'sum'])))).toBe('115402 points.0.key')
    expect(refusal(await create(points(['running', 'sum'])))).toBe('115403 points.0.aggregation')
    expect(refusal(await create(points(['temperature', 'sum'], ['temperature', 'sum'])))).toBe('115401 points.1.key')
    expect((await create(points(['temperature', 'sum'], ['temperature', 'max']))).meta.success).toBe(1)
    expect(refusal(await create({ template_id: 999_999 }))).toBe('115005')
  })

  test('values over many devices cost as many calls as they take long', async () => {
    const { middleware_id } = (await create({ points: [{ key: 'temperature', aggregation: 'count' }] })).data
    const [sample] = [...server.fleet.all()].filter((device) => device.template_id === template_id)
    const many = new Set(Array.from({ length: 250_000 }, () => ({ ...(sample as LiveDevice) })))
    const fleet = { ...server.fleet, devices: () => many }
    const caller = (await server.sessions.callerOf(await server.tokenOf('admin'))) as Caller
    let spent = 0
    const answers = middlewareAnswers({ db: server.db, fleet })
    const { device_count } = await answers.values({ middleware_id }, { ...caller, spend: (calls) => (spent += calls) })
    expect(device_count).toBe(250_000)
    expect(spent).toBe(2)
  })

  test('a data source belongs to one organisation', async () => {
    const { middleware_id } = (await create()).data
    for (const method of ['PUT', 'DELETE'])
      expect((await call(method, { middleware_id }, 'rival')).meta.code).toBe('100002')
    expect((await call('GET', { middleware_id }, 'rival', `${PATH}/values`)).meta.code).toBe('100002')
    expect((await call('GET', { template_id }, 'rival')).meta.code).toBe('115005')
  })

  test('a data source has the value that the devices report now', async () => {
    const device = server.fleet.get('TS0001') as LiveDevice
    const { middleware_id } = (
      await create({
        points: [
          { key: 'temperature', aggregation: 'average' },
          { key: 'running', aggregation: 'last' },
        ],
      })
    ).data
    const point = device.points.get('temperature') as LivePoint
    const values = async (user = 'admin') => (await call('GET', { middleware_id }, user, `${PATH}/values`)).data
    server.fleet.apply(
      device,
      [{ data_time: Date.now(), values: [{ point, value: 21.5, quality: 'good' }] }],
      Date.now(),
    )
    expect(await values()).toMatchObject({
      device_count: 1,
      stale_count: 0,
      values: [
        { key: 'temperature', unit: '°C', aggregation: 'average', value: 21.5, counted: 1, stale: 0 },
        { key: 'running', aggregation: 'last', value: null, counted: 0 },
      ],
    })
  })
})

describe('many devices', () => {
  const at = 1_000_000
  const device = (
    value: unknown,
    { quality = 'good', ago = 0, data_time = at }: { quality?: string; ago?: number; data_time?: number } = {},
  ) =>
    ({
      report_time: at - ago,
      report_interval_s: 10,
      is_dead: false,
      behind: null,
      points: new Map([['p', { key: 'p', value, quality, data_time, is_added: true }]]),
    }) as unknown as LiveDevice
  const of = (aggregation: 'sum' | 'average' | 'min' | 'max' | 'count' | 'first' | 'last', devices: LiveDevice[]) =>
    collected({ key: 'p', aggregation }, { name: 'P', unit: null }, devices, at)

  test('many devices become one value, and what is stale or bad is not counted', () => {
    const devices = [
      device(1, { data_time: 5 }),
      device(4, { data_time: 3 }),
      device(null),
      device(100, { ago: 31_000 }),
      device(100, { quality: 'bad' }),
      device(7, { quality: 'uncertain', data_time: 4 }),
    ]
    const values = (['sum', 'average', 'min', 'max', 'count', 'first', 'last'] as const).map(
      (one) => of(one, devices).value,
    )
    expect(values).toEqual([12, 4, 1, 7, 3, 4, 1])
    expect(of('sum', devices)).toMatchObject({ counted: 3, stale: 1 })
  })

  test('a value of devices without data is none, never 0', () => {
    for (const aggregation of ['sum', 'average', 'min', 'max', 'first', 'last'] as const)
      expect(of(aggregation, []).value).toBe(null)
    expect(of('count', []).value).toBe(0)
    expect(of('sum', [device(1e308), device(1e308)]).value).toBe(null)
  })
})

test('none of these calls was a defect of the server', () => {
  expect(server.defects).toEqual([])
})
