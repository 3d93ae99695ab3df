import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let provider: Server
let server: TestServer
let bare: TestServer
const started = Date.now()
let aheadMs = 0
let status = 200
let body = ''
const requests: string[] = []
const GOOD = JSON.stringify({
  current: {
    time: 1_795_000_000,
    temperature_2m: 21.5,
    relative_humidity_2m: 40,
    wind_speed_10m: 3.2,
    weather_code: 3,
  },
  daily: { time: [1_794_960_000], weather_code: [0], temperature_2m_max: [25], temperature_2m_min: [15] },
})
beforeAll(async () => {
  provider = createServer((request, reply) => {
    requests.push(request.url ?? '')
    reply.writeHead(status).end(body)
  })
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
  const { port } = provider.address() as AddressInfo
  const WEATHER_URL = `http://localhost:${port}/forecast?latitude={lat}&longitude={lng}`
  server = await openTestServer(
    { WEATHER_URL, PRIVATE_HOSTS: `localhost:${port}`, RATE_FACTOR: '1' },
    () => started + aheadMs,
  )
  bare = await openTestServer({ WEATHER_URL })
})
beforeEach(() => {
  requests.length = 0
  status = 200
  body = GOOD
})
afterAll(async () => {
  provider.close()
  await server.close()
  await bare.close()
})
const now = (lat: number, lng: number, user_name = 'operator') =>
  server.call(user_name, 'GET', '/weather/now', { lat, lng })

test('the weather of a place is requested once in ten minutes', async () => {
  const [first, second] = await Promise.all([now(31.2304, 121.4737), now(31.2299, 121.4741)])
  expect(first?.data).toEqual({
    place: '',
    temperature: 21.5,
    humidity: 40,
    wind_speed: 3.2,
    condition: 'cloudy',
    time: 1_795_000_000_000,
  })
  expect(second?.data).toEqual(first?.data)
  const { data } = await server.call('operator', 'GET', '/weather/daily', { lat: 31.23, lng: 121.47 })
  expect(data.days).toEqual([{ time: 1_794_960_000_000, temperature_min: 15, temperature_max: 25, condition: 'clear' }])
  expect(requests).toEqual(['/forecast?latitude=31.23&longitude=121.47'])
  aheadMs += 10 * MINUTE_MS + 1
  await now(31.23, 121.47)
  expect(requests).toHaveLength(2)
})

test('a provider that fails is distinguished from one that refuses, and is left alone for a while', async () => {
  status = 500
  expect((await now(1, 1)).meta.code).toBe('119004')
  expect((await now(1, 1)).meta.code).toBe('119004')
  expect(requests).toHaveLength(1)
  status = 403
  expect((await now(2, 2)).meta.code).toBe('119001')
  status = 404
  expect((await now(3, 3)).meta.code).toBe('119003')
  status = 200
  body = '{}'
  expect((await now(4, 4)).meta.code).toBe('119004')
  body = GOOD
  aheadMs += 31_000
  expect((await now(1, 1)).meta.code).toBe('100001')
})

test('who asks for places without end is refused, and another user and another organisation get their weather', async () => {
  aheadMs += 60_000
  const codes: string[] = []
  for (let i = 0; i < 21; i++) codes.push((await now(10, i)).meta.code)
  expect(codes).toEqual([...Array(20).fill('100001'), '100019'])
  expect(requests.length).toBe(20)
  for (const [at, user_name] of ['manager', 'rival'].entries())
    expect((await now(11, at, user_name)).meta.code).toBe('100001')
  expect((await now(10, 21)).meta.code).toBe('100019')
})

test('a provider on a private network is not called unless it is listed', async () => {
  expect((await bare.call('admin', 'GET', '/weather/now', { lat: 1, lng: 1 })).meta.code).toBe('119003')
  expect(requests).toEqual([])
})

test('a place is one on earth, and who asks is signed in', async () => {
  expect((await now(91, 0)).meta.code).toBe('100006')
  expect((await server.call(null, 'GET', '/weather/now', { lat: 1, lng: 1 })).meta.code).toBe('100009')
})

test('none of these calls was a defect of the server', () => {
  expect(server.defects).toEqual([])
})
