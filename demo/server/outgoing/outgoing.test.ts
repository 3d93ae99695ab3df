import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { conditionOf, readForecast } from '../weather/open-meteo.ts'
import { isPrivateAddress } from './addresses.ts'
import { fetchJson, type OutgoingRules } from './fetch-json.ts'

describe('an address', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::a00:1',
    '2002:0a00:0001::1',
    '2001:db8::1',
    '2001:0:1::1',
    'localhost',
    '',
    '::ffff:169.254.169.254',
    '168.63.129.16',
  ])('%s is private', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })
  test.each([
    '8.8.8.8',
    '172.32.0.1',
    '192.169.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('%s is public', (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  })
})

test('this machine is private by each of its addresses', () => {
  for (const own of Object.values(networkInterfaces()).flat()) expect(isPrivateAddress(own?.address ?? '')).toBe(true)
})

describe('asking others', () => {
  let server: Server
  let port = 0
  const requests: IncomingMessage[] = []
  const ANSWERS: Record<string, (reply: ServerResponse) => void> = {
    '/ok': (reply) => reply.end('{"a":1}'),
    '/moved': (reply) => reply.writeHead(302, { location: '/ok' }).end(),
    '/large': (reply) => reply.end(`"${'x'.repeat(2000)}"`),
    '/text': (reply) => reply.end('hello'),
    '/slow': (reply) => void reply.write('"'),
    '/never': () => {},
    '/hints': (reply) => {
      reply.writeEarlyHints({ link: '</a.css>; rel=preload' })
      reply.end('1')
    },
    '/hints-without-end': (reply) => {
      const goOn = () => {
        if (reply.destroyed) return
        reply.writeEarlyHints({ link: '</a.css>; rel=preload' })
        setImmediate(goOn)
      }
      goOn()
    },
    '/failed': (reply) => reply.writeHead(503).end(),
  }
  beforeAll(async () => {
    server = createServer((request, reply) => {
      requests.push(request)
      ANSWERS[request.url ?? '']?.(reply)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const rules = (more: Partial<OutgoingRules> = {}): OutgoingRules => ({
    hosts: ['weather.example'],
    privateHosts: [`weather.example:${port}`],
    holder: 'server',
    ms: 500,
    bytes: 1000,
    ...more,
  })
  const get = (path: string, more: Partial<OutgoingRules> = {}, addresses = ['127.0.0.1'], host = 'weather.example') =>
    fetchJson(new URL(`http://${host}:${port}${path}`), rules(more), async () =>
      addresses.map((address) => ({ address, family: 4 })),
    )

  test('an outgoing request is answered from the address that was checked', async () => {
    expect(await get('/ok')).toEqual({ a: 1 })
    expect(requests.at(-1)?.headers.host).toBe(`weather.example:${port}`)
    expect(requests.at(-1)?.headers).not.toHaveProperty('cookie')
  })

  test('an outgoing request goes to no host that is not allowed, and to no private network', async () => {
    const before = requests.length
    await expect(get('/ok', { hosts: [] })).rejects.toThrow('not allowed')
    await expect(get('/ok', { privateHosts: [] })).rejects.toThrow('no such host')
    await expect(get('/ok', { privateHosts: ['weather.example', `weather.example:${port + 1}`] })).rejects.toThrow(
      'no such host',
    )
    await expect(get('/ok', { privateHosts: [] }, ['8.8.8.8', '127.0.0.1'])).rejects.toThrow('no such host')
    await expect(get('/ok', { privateHosts: [] }, [])).rejects.toThrow('no such host')
    await expect(get('/ok', { hosts: ['127.0.0.1'], privateHosts: [] }, [], '127.0.0.1')).rejects.toThrow(
      'no such host',
    )
    await expect(
      get('/ok', { hosts: ['2130706433', '127.0.0.1'], privateHosts: [] }, [], '2130706433'),
    ).rejects.toThrow('no such host')
    await expect(fetchJson(new URL('file:///etc/passwd'), rules())).rejects.toThrow('not allowed')
    await expect(fetchJson(new URL(`http://a:b@weather.example:${port}/ok`), rules())).rejects.toThrow('not allowed')
    expect(requests).toHaveLength(before)
  })

  test('an outgoing request follows no redirect and has limits of size and time', async () => {
    await expect(get('/moved')).rejects.toMatchObject({ status: 302 })
    await expect(get('/failed')).rejects.toMatchObject({ status: 503 })
    await expect(get('/large')).rejects.toThrow('too large')
    await expect(get('/text')).rejects.toThrow('no JSON')
    await expect(get('/slow')).rejects.toThrow(/broke off|nothing/)
    await expect(get('/never')).rejects.toThrow('nothing')
  })

  test('an outgoing request that is answered by hints without end is broken off long before its time is over', async () => {
    const ms = 10 * MINUTE_MS
    expect(await get('/hints', { ms })).toBe(1)
    await expect(get('/hints-without-end', { ms })).rejects.toThrow('nothing')
  })
})

describe('a name that nobody answers for', () => {
  /** Asks for a host whose lookup ends when the test says so; `begun` are hosts whose lookup began. */
  function names() {
    const begun: string[] = []
    const ends: (() => void)[] = []
    const get = (host: string, holder: number, ms: number) =>
      fetchJson(new URL(`https://${host}/`), { hosts: [host], privateHosts: [], holder, ms, bytes: 1 }, (name) => {
        begun.push(name)
        return new Promise((done) => ends.push(() => done([])))
      })
    const endAll = () => {
      for (const end of ends.splice(0)) end()
    }
    return { begun, get, endAll }
  }

  test('a lookup has the time of its request', async () => {
    const { get, endAll } = names()
    await expect(get('never.example', 1, 50)).rejects.toThrow('no such host')
    endAll()
  })

  test('lookups of one organisation wait for each other, and those of another go on', async () => {
    const { begun, get, endAll } = names()
    const asked = Array.from({ length: 6 }, (_, i) => get(`a${i}.example`, 2, 60_000).catch(() => 'refused'))
    asked.push(get('b.example', 3, 60_000).catch(() => 'refused'))
    await expect.poll(() => begun).toEqual(['a0.example', 'a1.example', 'a2.example', 'a3.example', 'b.example'])
    endAll()
    await expect.poll(() => begun.length).toBe(7)
    endAll()
    expect(await Promise.all(asked)).toEqual(Array(7).fill('refused'))
  })

  test('a lookup that was given up keeps its turn while it goes on', async () => {
    const { begun, get, endAll } = names()
    const asked = Array.from({ length: 4 }, (_, i) => get(`a${i}.example`, 4, 50))
    for (const one of asked) await expect(one).rejects.toThrow('no such host')
    await expect(get('a4.example', 4, 50)).rejects.toThrow('no such host')
    expect(begun).toHaveLength(4)
    endAll()
  })
})

describe('a forecast', () => {
  test('a forecast is read with its units and times', () => {
    const read = readForecast({
      utc_offset_seconds: 28_800,
      current: {
        time: '2026-11-21T10:00',
        temperature_2m: 8.4,
        relative_humidity_2m: 60,
        wind_speed_10m: 36,
        weather_code: 61,
      },
      current_units: { wind_speed_10m: 'km/h' },
      daily: { time: ['2026-11-21'], weather_code: [95], temperature_2m_max: [12], temperature_2m_min: [3] },
    })
    expect(read?.now).toEqual({
      place: '',
      temperature: 8.4,
      humidity: 60,
      wind_speed: 10,
      condition: 'rain',
      time: Date.parse('2026-11-21T10:00+08:00'),
    })
    expect(read?.days).toEqual([
      { time: Date.parse('2026-11-21T00:00+08:00'), temperature_min: 3, temperature_max: 12, condition: 'storm' },
    ])
  })

  test('a forecast of another form is none', () => {
    for (const answer of [null, [], {}, { current: {} }, { current: { time: 'never' } }])
      expect(readForecast(answer)).toBe(null)
  })

  test('a forecast has a condition for every code of the WMO', () => {
    const codes = {
      clear: [0, 1],
      cloudy: [2, 3],
      fog: [45, 48],
      rain: [51, 65, 67, 80, 82],
      snow: [71, 77, 85, 86],
      storm: [95, 99],
    }
    for (const [condition, some] of Object.entries(codes))
      expect(some.map(conditionOf)).toEqual(some.map(() => condition))
  })
})
