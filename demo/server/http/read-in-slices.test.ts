import { once } from 'node:events'
import { Agent, createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { openSharedTime, type SharedTime, type Slice } from '../limits/shared-time.ts'
import { readInSlices, readInTurnsOf } from './read-in-slices.ts'

let server: Server
const clients: Socket[] = []
const agent = new Agent({ keepAlive: true })
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  agent.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

type Time = Pick<SharedTime, 'slice' | 'atOnce' | 'charge'>

/** Serves on a port of the system's. Returns what was reported as a defect. */
async function serve(
  handler: Parameters<typeof createServer>[1],
  time: Time = openSharedTime(),
  { sendMs = 30_000, isBehindProxy = false, organisations = time } = {},
) {
  const defects: unknown[] = []
  server = createServer(handler)
  const parts = { time: { strangers: time, organisations }, isBehindProxy, sendMs }
  readInSlices(server, { ...parts, onDefect: (_message, error) => defects.push(error) })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return defects
}

const portOf = () => (server.address() as AddressInfo).port

function open(localAddress = '127.0.0.1'): Socket {
  const client = connect({ port: portOf(), host: '127.0.0.1', localAddress })
  client.on('error', () => {})
  clients.push(client)
  return client
}

const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'

/** Time of networks that is granted by hand. */
function byHand() {
  const requests: { owner: unknown; member: unknown; give: () => void }[] = []
  const charged = new Map<unknown, number>()
  const time: Time = {
    atOnce: () => false,
    slice: <T>(owner: unknown, work: Slice<T>, member?: string) =>
      new Promise<T>((resolve) => {
        requests.push({ owner, member, give: () => resolve(work(() => true)) })
      }),
    charge: (owner, ms) => void charged.set(owner, (charged.get(owner) ?? 0) + ms),
  }
  return { time, requests, charged }
}

test('a network whose turn has not come is not read, while another one is', async () => {
  const { time, requests, charged } = byHand()
  await serve((_request, response) => response.end('here'), time)
  open('127.0.0.2').write(GET)
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  const other = open('127.0.0.3')
  other.write(GET)
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  requests[1]?.give()
  expect(String((await once(other, 'data'))[0])).toContain('here')
  expect(requests.map(({ member }) => member)).toEqual(['127.0.0.2', '127.0.0.3'])
  expect([...charged.keys()]).toEqual(['strangers'])
})

test("connections over which nothing is read use up nobody else's time", async () => {
  const { time, requests, charged } = byHand()
  await serve((_request, response) => response.end('here'), time)
  for (let i = 0; i < 20; i += 1) open('127.0.0.2')
  open('127.0.0.3').write(GET)
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect(charged.size).toBe(0)
  requests[0]?.give()
  await vi.waitFor(() => expect(charged.size).toBe(1))
})

test.each([
  ['in the turns of its organisation', false],
  ['in the turns of the proxy that it comes through', true],
])('a connection over which somebody known has called is read %s', async (_, isBehindProxy) => {
  const [strangers, organisations] = [byHand(), byHand()]
  const handler: Parameters<typeof createServer>[1] = ({ socket }, response) => {
    readInTurnsOf(socket, 7, 'user 3')
    response.end('here')
  }
  await serve(handler, strangers.time, { isBehindProxy, organisations: organisations.time })
  const client = open()
  client.write(GET)
  await vi.waitFor(() => expect(strangers.requests).toHaveLength(1))
  strangers.requests[0]?.give()
  await once(client, 'data')
  client.write(GET)
  await vi.waitFor(() => expect(strangers.requests.length + organisations.requests.length).toBe(2))
  expect(organisations.requests.map(({ owner, member }) => [owner, member])).toEqual(
    isBehindProxy ? [] : [[7, 'user 3']],
  )
})

test('each connection of a proxy has turns of its own: the networks behind one do not wait for those behind another', async () => {
  const { time, requests, charged } = byHand()
  await serve((_request, response) => response.end('here'), time, { isBehindProxy: true })
  open().write(GET)
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  const other = open()
  other.write(GET)
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  requests[1]?.give()
  expect(String((await once(other, 'data'))[0])).toContain('here')
  expect([new Set(requests.map(({ owner }) => owner)).size, charged.size]).toEqual([2, 1])
})

test('a turn reads a piece, and what came with it waits for the next turn', async () => {
  const { time, requests } = byHand()
  let bytes = 0
  await serve((request) => {
    request.on('data', (piece: Buffer) => {
      bytes += piece.length
    })
  }, time)
  open().write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10000\r\n\r\n${'a'.repeat(10_000)}`)
  for (let turn = 1; bytes < 10_000; turn++) {
    await vi.waitFor(() => expect(requests).toHaveLength(turn))
    const before = bytes
    requests[turn - 1]?.give()
    expect(bytes - before).toBeLessThanOrEqual(2048)
  }
})

test('what a connection sent beyond its end is not read', async () => {
  let count = 0
  await serve((request) => {
    count += 1
    request.socket.destroy()
  })
  const client = open()
  client.write(GET.repeat(2000))
  await once(client, 'close')
  expect(count).toBeLessThan(100)
})

test('a reader that throws ends its own connection, and is reported', async () => {
  const defects = await serve((request, response) => {
    if (request.url === '/wrong') throw new Error('wrong')
    response.end('here')
  })
  const broken = open()
  broken.write('GET /wrong HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(broken, 'close')
  expect(defects).toEqual([new Error('wrong')])
  const client = open()
  client.write(GET)
  expect(String((await once(client, 'data'))[0])).toContain('here')
})

/** Posts a body over a connection that is kept; what is answered. */
const requestOf = (body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request({ port: portOf(), host: '127.0.0.1', method: 'POST', agent }, (reply) => resolve(text(reply)))
    sent.on('error', reject)
    sent.end(body)
  })

test('a long body comes whole, and goes back whole over the same connection', async () => {
  await serve((request, response) => void request.pipe(response))
  const body = Array.from({ length: 300_000 }, (_, n) => `${n} `).join('')
  expect(await requestOf(body)).toBe(body)
  expect(await requestOf('again')).toBe('again')
})

test('a long answer is sent as it is, and copied nowhere', async () => {
  const long = Buffer.alloc(4 << 20, 'x')
  await serve((_request, reply) => {
    reply.end(long)
  })
  const concat = vi.spyOn(Buffer, 'concat')
  const client = open()
  let received = 0
  client.on('data', (bytes) => {
    received += bytes.length
  })
  client.write(GET)
  await vi.waitFor(() => expect(received).toBeGreaterThan(long.length))
  const copied = concat.mock.results.map(({ value }) => (value as Buffer).length)
  concat.mockRestore()
  expect(Math.max(0, ...copied)).toBeLessThan(1 << 20)
})

test('an asker that reads slowly gets all of a long answer', async () => {
  await serve((_request, response) => response.end('a'.repeat(5_000_000)))
  const client = open()
  client.pause()
  client.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  await once(client, 'connect')
  client.resume()
  expect((await text(client)).length).toBeGreaterThan(5_000_000)
})

test('an asker that does not read its answer is ended', async () => {
  let ended = 0
  const handler: Parameters<typeof createServer>[1] = (_request, response) => {
    response.once('close', () => {
      ended += 1
    })
    response.end('a'.repeat(50_000_000))
  }
  await serve(handler, openSharedTime(), { sendMs: 30 })
  const client = open()
  client.pause()
  client.write(GET)
  await vi.waitFor(() => expect(ended).toBe(1))
})

test('a connection that is reset amid its request ends, and the server goes on', async () => {
  let gone = 0
  await serve((request, response) => {
    if (request.method === 'GET') return void response.end('here')
    request.on('error', () => {
      gone += 1
    })
    request.resume()
  })
  const client = open()
  client.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\na')
  await once(server, 'request')
  client.resetAndDestroy()
  await vi.waitFor(() => expect(gone).toBe(1))
  const other = open()
  other.write(GET)
  expect(String((await once(other, 'data'))[0])).toContain('here')
})

test('an idle connection ends when its time is over', async () => {
  await serve((_request, response) => response.end('here'))
  server.keepAliveTimeout = 1
  const client = open().resume()
  client.write(GET)
  await once(client, 'close')
})
