import { EventEmitter, once } from 'node:events'
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { openPlant, type Plant } from '../../../tests/server/safety/plant.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { openBudgets, RATES } from '../limits/rates.ts'
import { browserKeys } from './browser-key.ts'
import { limitRequests } from './request-limits.ts'

/** Of the product's rates. */
const PART = 0.1
/** What one network may ask at once. */
const MOST = RATES.requests.most * PART

let server: TestServer
let plant: Plant
let port: number
const clock = { time: Date.now() }
beforeAll(async () => {
  server = await openTestServer({}, () => clock.time, PART)
  // It opens the port.
  plant = await openPlant(server)
  port = (server.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await plant.close()
  await server.close()
})

/** Asks over a connection of its own from one of the loopback's addresses; the status, or how the connection ended. */
const ask = (localAddress: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | string; wait: string | undefined; code: string }>((resolve) => {
    const sent = httpRequest({ port, host: '127.0.0.1', localAddress, path, headers, agent: false }, async (reply) => {
      const text = (await reply.toArray()).join('')
      const code = text.startsWith('{"meta"') ? JSON.parse(text).meta.code : ''
      resolve({ status: reply.statusCode ?? 0, wait: reply.headers['retry-after'], code })
    })
    sent.on('error', (error: NodeJS.ErrnoException) => resolve({ status: error.code ?? '', wait: undefined, code: '' }))
    sent.end()
  })

const GET = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'

/** Sends bytes over one connection; what came back until it ended. */
async function send(bytes: string, localAddress = '127.0.0.1'): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  const came: string[] = []
  socket.on('data', (bytes) => came.push(String(bytes)))
  socket.on('error', () => {})
  socket.write(bytes)
  await new Promise((resolve) => socket.once('close', resolve))
  return came.join('')
}

/** Sends so many requests at once over one connection; what came back until it ended. */
const pipeline = (count: number): Promise<string> =>
  send(`${GET.repeat(count - 1)}GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)

test('a connection that asks again before it was answered is served, and one that does not wait at all ends', async () => {
  expect((await pipeline(10)).match(/HTTP\/1.1 200/g)).toHaveLength(10)
  const answered = (await pipeline(5000)).match(/HTTP\/1.1 200/g) ?? []
  expect(answered.length).toBeLessThan(100)
  clock.time += 15_000
  expect((await ask('127.0.0.1', '/healthz')).status).toBe(200)
})

test('what a connection sent beyond its end is not read', async () => {
  let read = 0
  const count = () => {
    read += 1
  }
  server.app.server.on('request', count)
  await send(GET.repeat(2000), '127.0.0.6')
  server.app.server.off('request', count)
  expect(read).toBeLessThan(100)
})

test('a network whose connections ended so often has to wait', async () => {
  clock.time += 60_000
  for (let n = 0; n < 20 * PART; n++) await send(GET.repeat(100), '127.0.0.7')
  expect((await ask('127.0.0.7', '/healthz')).status).toBe(429)
  expect((await ask('127.0.0.8', '/healthz')).status).toBe(200)
})

test.each([
  ['with an unknown expectation', 'GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: much\r\n\r\n', '417'],
  ['without a host', 'GET /healthz HTTP/1.1\r\n\r\n', '400'],
])('a request %s is refused, counts, and ends its connection', async (_what, request, status) => {
  clock.time += 60_000
  const from = `127.0.1.${status.slice(0, 2)}`
  expect((await send(request.repeat(10), from)).match(/HTTP\/1.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`])
  for (let n = 0; n < MOST; n += 100) await Promise.all(Array.from({ length: 100 }, () => send(request, from)))
  expect((await ask(from, '/healthz')).status).not.toBe(200)
})

test.each([
  ['in pieces without end', 'transfer-encoding: chunked', '1\r\na\r\n'],
  ['that is long', 'content-length: 9000000', 'a'],
])('a body %s ends its connection when nobody reads it', async (_what, header, piece) => {
  clock.time += 60_000
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.9' })
  let came = ''
  socket.on('data', (bytes) => {
    came += String(bytes)
  })
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(`POST /nothing HTTP/1.1\r\nhost: x\r\n${header}\r\n\r\n`)
  const writing = setInterval(() => socket.write(piece), 10)
  await closed
  clearInterval(writing)
  expect(came).toContain('HTTP/1.1 4')
})

test('a short body that nobody reads leaves its connection open', async () => {
  const body = '{"a":1}'
  const request = `POST /nothing HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  const socket = connect({ port, host: '127.0.0.1' })
  const came: string[] = []
  socket.on('data', (bytes) => came.push(String(bytes)))
  socket.write(request)
  await vi.waitFor(() => expect(came.join('')).toContain('HTTP/1.1 404'))
  socket.write(body)
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  await vi.waitFor(() => expect(came.join('')).toContain('HTTP/1.1 200'))
  socket.destroy()
})

test('requests of one network count whatever they ask for, and others go on', async () => {
  clock.time += 60_000
  const paths = ['/nope', '/healthz', '/console/', '/yun/userInfo', '/elements/none.js']
  const statuses: (number | string)[] = []
  for (let n = 0; n < MOST; n += 20)
    for (const { status } of await Promise.all(
      Array.from({ length: 20 }, (_, i) => ask('127.0.0.2', paths[i % paths.length] ?? '', { 'x-token': 'a.b.c' })),
    ))
      statuses.push(status)
  expect(statuses).not.toContain(429)
  const refused = await ask('127.0.0.2', '/nope')
  expect(refused).toEqual({ status: 429, wait: '1', code: '100019' })
  expect((await ask('127.0.0.3', '/healthz')).status).toBe(200)

  // A few get an answer; then connections end.
  const later = await Promise.all(Array.from({ length: 400 }, () => ask('127.0.0.2', '/nope')))
  expect(new Set(later.map(({ status }) => status))).toEqual(new Set([429, 'ECONNRESET']))
  clock.time += 15_000
  expect((await ask('127.0.0.2', '/healthz')).status).toBe(200)
})

/** Calls with a body that comes in pieces, from one of the loopback's addresses; the status, or how it ended. */
const inPieces = (localAddress: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<number | string>((resolve) => {
    const sent = httpRequest(
      { port, host: '127.0.0.1', localAddress, path, method: 'POST', agent: false },
      (reply) => void reply.resume().on('end', () => resolve(reply.statusCode ?? 0)),
    )
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
    for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value)
    sent.setHeader('content-type', 'application/json')
    for (const sign of '{"user_name":"x"}') sent.write(sign)
    sent.end()
  })

test('a body without a declared length is accepted from known callers', async () => {
  clock.time += 60_000
  expect(await inPieces('127.0.0.5', '/yun/v2/user/login')).toBe(411)
  const admin = { 'x-token': await server.tokenOf('admin') }
  expect(await inPieces('127.0.0.5', '/yun/view/replay', admin)).toBe(200)
})

test('a browser that has signed in goes on when its network has used up its requests', async () => {
  const { data } = await server.call(null, 'POST', '/yun/v2/user/login', { user_name: 'admin', password: 'demo1234' })
  for (let status: number | string = 0; status !== 429; ) ({ status } = await ask('127.0.0.4', '/nope'))
  expect((await ask('127.0.0.4', '/healthz', { 'x-browser': data.browser_key })).status).toBe(200)
})

test('requests of all familiar browsers of an organisation are as many as ten of them have', () => {
  const budgets = openBudgets(1, () => 0)
  const browsers = browserKeys(Buffer.alloc(32))
  const mayEnter = limitRequests({ budgets, browsers, settings: { TRUST_PROXY: 0 } })
  const enter = (key: string) => {
    const request = { socket: { destroy() {} }, headers: { 'x-browser': key } } as unknown as IncomingMessage
    const response = Object.assign(new EventEmitter(), { writeHead() {}, end() {} }) as unknown as ServerResponse
    return mayEnter(request, response)
  }
  const { most } = RATES.requests
  const entered = Array.from({ length: 11 }, (_, n) => {
    const key = browsers.keyFor('192.0.2.7', { tenant_id: 1, user_id: n + 1 })
    return Array.from({ length: most }, () => enter(key)).filter(Boolean).length
  })
  expect(entered).toEqual([...Array(10).fill(most), 0])
})

test('a socket that sends one ping or pong after the other ends as one of any frames', async () => {
  for (const sign of ['ping', 'pong'] as const) {
    const socket = new WebSocket(plant.url)
    await once(socket, 'open')
    const closed = once(socket, 'close')
    for (let n = 0; n < 200; n++) socket[sign]()
    expect((await closed)[0]).toBe(4429)
  }
})
