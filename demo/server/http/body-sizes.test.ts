import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { makeKey, PORTAL, signed } from '../../../tests/server/guests.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { runLimited } from '../limits/limited-thread.ts'

const KB = 1024
const MB = 1024 * KB
const LOAD = '/yun/module/points/batch'
const HISTORY = '/yun/dev/his/data/batch'
const TOO_LARGE = { status: 413, code: '100005' }

let server: TestServer
let guest: Record<string, string>
let port: number
beforeAll(async () => {
  server = await openTestServer()
  const { embed_key } = await makeKey(server, 'admin')
  guest = { 'x-token': signed(embed_key, {}), origin: PORTAL }
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
})
afterAll(() => server.close())

const userOf = async (user_name: string) => ({ 'x-token': await server.tokenOf(user_name) })

/** Sends so many bytes of JSON, or of what `payload` holds. */
async function send(
  url: string,
  headers: object,
  bytes: number,
  payload = JSON.stringify({ x: 'y'.repeat(bytes - 8) }),
) {
  const response = await server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return { status: response.statusCode, code: response.json().meta.code }
}

test('a body of more names of fields than anything has is refused before it is read', async () => {
  const named = (count: number) =>
    JSON.stringify({ x: Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}`, 1])) })
  const admin = await userOf('admin')
  expect(await send(LOAD, admin, 0, named(290_000))).toEqual({ status: 200, code: '100006' })
  expect(await send(LOAD, admin, 0, named(310_000))).toEqual(TOO_LARGE)
})

test('a body of more entries, or of more lists in one another, than anything has is refused before it is read', async () => {
  const admin = await userOf('admin')
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const body = (x: string) => `{"x":${x},"text":"${',[{'.repeat(400_000)}"}`
  expect(await send(LOAD, admin, 0, body(`[${'1,'.repeat(490_000)}1]`))).toEqual({ status: 200, code: '100006' })
  expect(await send(LOAD, admin, 0, body(`[${'1,'.repeat(510_000)}1]`))).toEqual(TOO_LARGE)
  expect(await send(LOAD, admin, 0, body(`[${'[[[[]]]],'.repeat(110_000)}1]`))).toEqual(TOO_LARGE)
  expect(await send(LOAD, admin, 0, body(nested(60)))).toEqual({ status: 200, code: '100006' })
  expect(await send(LOAD, admin, 0, body(nested(400_000)))).toEqual(TOO_LARGE)
  expect(await send(LOAD, admin, 0, `{"x":"\\\\","y":${nested(15_000_000)}}`)).toEqual(TOO_LARGE)
})

test('a call that anybody may make takes 16 KB', async () => {
  for (const url of ['/yun/v2/user/login', '/user/register', '/yun/shared/module']) {
    expect(await send(url, {}, 16 * KB)).toEqual({ status: 200, code: '100006' })
    expect(await send(url, {}, 16 * KB + 1)).toEqual(TOO_LARGE)
  }
})

test('a file of devices of 20 MB is checked and imported', async () => {
  const cells = Array.from({ length: 29 }, (_, n) => `${n}`.padEnd(4000, '字'))
  const rows = Array.from({ length: 60 }, (_, n) => [`LARGE${n}`, 'p', ...cells].join(','))
  const csv = Buffer.from(['SN,Name', ...rows].join('\n'))
  expect(csv.length).toBeGreaterThan(19 * MB)
  const body = JSON.stringify({ file: { name: 'a.csv', content: csv.toString('base64') } })
  const headers = { ...(await userOf('admin')), 'content-type': 'application/json' }
  for (const path of ['check', 'batchInsert']) {
    const reply = await fetch(`http://127.0.0.1:${port}/dev/import/${path}`, { method: 'POST', headers, body })
    expect((await reply.json()).meta.code).toBe('100001')
  }
  const { data } = await server.call('admin', 'GET', '/dev/import')
  expect(data).toMatchObject([{ rows: 60, wrong: 0 }])
})

test('a load of history takes 12 MB', async () => {
  const admin = await userOf('admin')
  expect(await send(HISTORY, admin, 12 * MB)).toEqual({ status: 200, code: '100006' })
  expect(await send(HISTORY, admin, 12 * MB + 1)).toEqual(TOO_LARGE)
})

test('the event loop parses no large body, and its call gets what was sent', async () => {
  const admin = await userOf('admin')
  const parse = vi.spyOn(JSON, 'parse')
  const longest = () => Math.max(...parse.mock.calls.map(([text]) => text.length))
  for (const url of [LOAD, '/yun/view/replay']) {
    expect(await send(url, admin, 200 * KB)).toEqual({ status: 200, code: '100006' })
    expect(await send(url, admin, MB)).toEqual({ status: 200, code: '100006' })
  }
  expect(await send(LOAD, admin, 0, `{"x":"${'y'.repeat(2 * MB)}`)).toEqual({ status: 200, code: '100005' })
  const times = Array.from({ length: 70_000 }, (_, n) => Date.now() - HOUR_MS + n * 10)
  const series = [{ key: 'temperature', times, values: times.map((time) => time % 7) }]
  const { data } = await server.call('admin', 'POST', HISTORY, { sn_code: 'TS0001', series })
  expect(data).toEqual({ loaded: times.length })
  expect(longest()).toBeLessThan(128 * KB)
  parse.mockRestore()
})

test('guests and the experience user send 256 KB, users 1 MB', async () => {
  const { data } = await server.call(null, 'POST', '/yun/v2/user/login/experience', {})
  for (const headers of [guest, { 'x-token': data.token }]) {
    expect(await send('/yun/view/replay', headers, 256 * KB)).toEqual({ status: 200, code: '100006' })
    expect(await send('/yun/view/replay', headers, 256 * KB + 1)).toEqual(TOO_LARGE)
  }
  const user = await userOf('admin')
  expect(await send('/yun/view/replay', user, MB)).toEqual({ status: 200, code: '100006' })
  expect(await send('/yun/view/replay', user, MB + 1)).toEqual(TOO_LARGE)
})

test('large bodies of guests take no threads of the users of their organisation', async () => {
  const program = new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (gate) => parentPort.postMessage(Atomics.wait(gate, 0, 0)))`)}`,
  )
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const limits = { ms: 20_000, heapMb: 64, holder: 'guests of 1', kind: 'body' } as const
  const places = Array.from({ length: 21 }, () => runLimited(program, gate, limits))
  expect(await send('/yun/view/replay', guest, 200 * KB)).toEqual({ status: 429, code: '100019' })
  expect(await send('/yun/view/replay', await userOf('admin'), 200 * KB)).toEqual({ status: 200, code: '100006' })
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  await Promise.all(places)
  expect(await send('/yun/view/replay', guest, 200 * KB)).toEqual({ status: 200, code: '100006' })
})

test('a guest replays 2,000 points of the longest names', async () => {
  const points = Array.from({ length: 2000 }, () => ({ sn_code: 'S'.repeat(19), key: 'k'.repeat(64) }))
  const payload = JSON.stringify({ points, start: 0, end: 1 })
  expect(await send('/yun/view/replay', guest, 0, payload)).toEqual({ status: 200, code: '100001' })
})

test('a body without a declared length is no larger than another', async () => {
  const chunked = async (headers: Record<string, string>, bytes: number, type = 'application/json') => {
    const body = new Blob([JSON.stringify({ x: 'y'.repeat(bytes - 8) })]).stream()
    const init = { method: 'POST', body, duplex: 'half', headers: { ...headers, 'content-type': type } }
    const response = await fetch(`http://127.0.0.1:${port}/yun/view/replay`, init as RequestInit)
    return { status: response.status, code: (await response.json()).meta.code }
  }
  expect(await chunked(guest, 256 * KB)).toEqual({ status: 200, code: '100006' })
  expect(await chunked(guest, 256 * KB + 1)).toEqual(TOO_LARGE)
  expect(await chunked(await userOf('admin'), 64 * KB + 1, 'application/x-www-form-urlencoded')).toEqual(TOO_LARGE)
})

/** Announces a body and sends none of it. */
function announce(token: string, bytes: number): { socket: Socket; reply: Promise<string> } {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST ${LOAD} HTTP/1.1\r\nhost: x\r\nx-token: ${token}\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`,
  )
  const reply = once(socket, 'data').then(([bytes]) => String(bytes))
  reply.catch(() => {})
  return { socket, reply }
}

test('bodies under way are bounded for each organisation, and whoever finds no room has to wait', async () => {
  const token = await server.tokenOf('admin')
  const sent = Array.from({ length: 5 }, () => announce(token, 32 * MB))
  const refused: number[] = []
  await new Promise<void>((resolve) => {
    for (const [i, { reply }] of sent.entries())
      reply.then(
        (text) => {
          expect(text).toMatch(/^HTTP\/1.1 429 [\s\S]*retry-after: 2\r\n[\s\S]*"code":"100019"/i)
          if (refused.push(i) === 3) resolve()
        },
        () => {},
      )
  })
  const admin = await userOf('admin')
  expect(await send(LOAD, admin, 100 * KB)).toEqual({ status: 429, code: '100019' })
  // What is small, or of another kind, or of others, has its own room.
  expect(await send(LOAD, admin, 60 * KB)).toEqual({ status: 200, code: '100006' })
  expect(await send('/yun/view/replay', admin, 100 * KB)).toEqual({ status: 200, code: '100006' })
  expect(await send('/yun/view/replay', guest, 100 * KB)).toEqual({ status: 200, code: '100006' })
  expect(await send(LOAD, await userOf('rival'), 100 * KB)).toEqual({ status: 200, code: '100006' })
  for (const { socket } of sent) socket.destroy()
  // Whoever hangs up leaves, and so does whoever was answered.
  await expect.poll(() => send(LOAD, admin, 100 * KB)).toEqual({ status: 200, code: '100006' })
  for (let i = 0; i < 5; i++) expect(await send(LOAD, admin, 20 * MB)).toEqual({ status: 200, code: '100006' })
})

test.each([
  ['short', 0],
  ['long', 100 * KB],
  ['large', 2 * MB],
])('a %s body in which a field may change the prototype of all objects is no JSON to read', async (_size, bytes) => {
  const admin = await userOf('admin')
  for (const field of [
    '"__proto__":{"x":1}',
    '"\\u005f_proto__":{"x":1}',
    '"a":[{"__proto__":1}]',
    '"constructor":{"prototype":1}',
  ]) {
    const payload = `{"x":"${'y'.repeat(bytes)}",${field}}`
    expect(await send(LOAD, admin, 0, payload)).toEqual({ status: 200, code: '100005' })
  }
  const payload = `{"x":"${'y'.repeat(bytes)}","constructor":"\\u0041__proto__"}`
  expect(await send(LOAD, admin, 0, payload)).toEqual({ status: 200, code: '100006' })
})

test('large bodies that come at the same time are read one after the other, and everything else has its turn', async () => {
  const order: string[] = []
  const payload = `{"x":[${'[[[[]]]],'.repeat(90_000)}1]}`
  const admin = await userOf('admin')
  const large = Array.from({ length: 6 }, async () => {
    await send('/yun/view/replay', admin, 0, payload)
    order.push('large')
  })
  const others = (async () => {
    while (order.filter((one) => one === 'large').length < 6) {
      await new Promise((resolve) => setImmediate(resolve))
      order.push('turn')
    }
  })()
  await Promise.all([...large, others])
  const gaps = order.join(' ').split('large').slice(1, -1)
  expect(gaps.filter((gap) => gap.includes('turn')).length).toBeGreaterThanOrEqual(4)
})
