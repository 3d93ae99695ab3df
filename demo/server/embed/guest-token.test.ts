import { execFileSync, spawn } from 'node:child_process'
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DAY_S } from '../../../core/catalogue/durations.ts'
import { guestActionsOf } from '../../../core/contract/guest-calls.ts'
import { makeKey, PORTAL, signed } from '../../../tests/server/guests.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { allCalls } from '../http/openapi.ts'
import { openGuests } from './guests.ts'

let server: TestServer
let key: Awaited<ReturnType<typeof makeKey>>
let rivalKey: typeof key
let aheadMs = 0
const now = () => Date.now() + aheadMs
const [OWN, OTHER] = ['TS0001', 'GB0001']

beforeAll(async () => {
  server = await openTestServer({}, now)
  key = await makeKey(server, 'admin')
  rivalKey = await makeKey(server, 'rival')
  await server.call('admin', 'POST', '/dev', { sn_code: OTHER, dev_alias: OTHER, password: 'secret1' })
})
afterEach(() => {
  aheadMs = 0
})
afterAll(() => server.close())

type Headers = Record<string, string>
const own = (claims: Parameters<typeof signed>[1] = {}) =>
  signed(key.embed_key, { resources: { devices: [OWN] }, ...claims })
async function codeOf(token: string, headers: Headers = { origin: PORTAL }) {
  const { status, meta } = await server.call(null, 'GET', '/rDev', { sn_code: OWN }, { 'x-token': token, ...headers })
  return [status, meta.code]
}
const GRANTED = [200, '100001']
const EXPIRED = [401, '100009']

describe('where a token is used', () => {
  test('guest tokens of other origins and of programs are refused', async () => {
    const other = [200, '110004']
    expect(await codeOf(own(), { origin: 'https://evil.example' })).toEqual(other)
    expect(await codeOf(own(), { origin: `${PORTAL}.evil.example` })).toEqual(other)
    expect(await codeOf(own(), { origin: 'http://portal.example' })).toEqual(other)
    expect(await codeOf(own(), { origin: 'null' })).toEqual(other)
    expect(await codeOf(own(), {})).toEqual(other)
    expect(await codeOf(own(), { origin: PORTAL })).toEqual(GRANTED)
  })

  test('a key that admits programs admits no pages of other origins', async () => {
    const { embed_key } = await makeKey(server, 'admin', { without_origin: true })
    expect(await codeOf(signed(embed_key, {}), {})).toEqual(GRANTED)
    expect(await codeOf(signed(embed_key, {}), { origin: 'https://evil.example' })).toEqual([200, '110004'])
    expect(await codeOf(signed(embed_key, {}), { origin: 'null' })).toEqual([200, '110004'])
  })

  test('a guest token of one tenant is not accepted for another', async () => {
    const headers = { origin: PORTAL, 'x-tenant': '2' }
    expect(await codeOf(own(), headers)).toEqual([500, '100009'])
    expect(await codeOf(signed(rivalKey.embed_key, { resources: { devices: [OWN] } }))).toEqual([200, '110509'])
  })
})

describe('time', () => {
  const second = () => Math.floor(now() / 1000)
  test.each([
    ['a minute ahead', 55, 600, GRANTED],
    ['10 minutes ahead', 600, 600, EXPIRED],
    ['10 minutes behind', -600 - 65, 600, EXPIRED],
    ['just behind', -595, 600, GRANTED],
    ['longer than 10 minutes', 0, 601, EXPIRED],
    ['over before it begins', 0, 0, EXPIRED],
    ['a day', 0, DAY_S, EXPIRED],
  ])('a guest token with a time that is %s is accepted or refused', async (_what, fromS, lifeS, code) => {
    const iat = second() + fromS
    expect(await codeOf(own({ iat, exp: iat + lifeS }))).toEqual(code)
  })

  test('a guest token is refused by every call a minute after its end, exports too', async () => {
    const token = own()
    expect(await codeOf(token)).toEqual(GRANTED)
    aheadMs = 600_000 + 61_000
    const open = allCalls().filter(({ domain, name }) => guestActionsOf(domain, name).length > 0)
    expect(open.map(({ name }) => name)).toContain('export')
    for (const { name, endpoint } of open) {
      const headers = { 'x-token': token, origin: PORTAL }
      const { status, meta } = await server.call(null, endpoint.method, endpoint.path, {}, headers)
      expect([name, status, meta.code, meta.message]).toEqual([name, 401, '100009', '100009'])
    }
  })
})

describe('forgeries', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const bodyOf = () => own().split('.')[1] as string
  const kidOf = (embed_key: string) => embed_key.slice(0, embed_key.lastIndexOf('.'))

  test('a guest token without a signature is refused', async () => {
    for (const alg of ['none', 'None', 'NONE', '', null]) {
      const head = part({ alg, typ: 'JWT', kid: kidOf(key.embed_key) })
      for (const token of [`${head}.${bodyOf()}.`, `${head}.${bodyOf()}`, signed(key.embed_key, {}, { alg })])
        expect(await codeOf(token)).toEqual(EXPIRED)
    }
  })

  test('a guest token with another algorithm, or with a key of its own, is refused', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const head = part({ alg: 'RS256', typ: 'JWT', kid: kidOf(key.embed_key) })
    const text = `${head}.${bodyOf()}`
    expect(await codeOf(`${text}.${createSign('sha256').update(text).sign(privateKey, 'base64url')}`)).toEqual(EXPIRED)
    for (const header of [
      { alg: 'RS256' },
      { alg: 'HS512' },
      { jwk: publicKey.export({ format: 'jwk' }) },
      { jku: 'https://evil.example/keys' },
      { crit: ['exp'] },
    ])
      expect(await codeOf(signed(key.embed_key, {}, header))).toEqual(EXPIRED)
  })

  test("a guest token that names another tenant's key, or none, is refused", async () => {
    const secret = rivalKey.embed_key.slice(rivalKey.embed_key.lastIndexOf('.') + 1)
    expect(await codeOf(signed(`${kidOf(key.embed_key)}.${secret}`, {}))).toEqual(EXPIRED)
    expect(await codeOf(signed(`sgk_${'x'.repeat(16)}.1.${secret}`, {}))).toEqual(EXPIRED)
    expect(await codeOf(signed(key.embed_key, { iss: kidOf(rivalKey.embed_key) }))).toEqual(EXPIRED)
    for (const kid of ['', '../../etc/passwd', `${key.key_id}.01`, `${key.key_id}.2`, key.key_id, 7, null])
      expect(await codeOf(signed(key.embed_key, { iss: kid }, { kid }))).toEqual(EXPIRED)
  })

  test('a guest token with a changed claim or a shortened signature is refused', async () => {
    const [head, , mac = ''] = own().split('.')
    const wide = signed(key.embed_key, { resources: { all: true } }).split('.')[1]
    expect(await codeOf(`${head}.${wide}.${mac}`)).toEqual(EXPIRED)
    expect(await codeOf(`${own().split('.').slice(0, 2).join('.')}.${mac.slice(0, 20)}`)).toEqual(EXPIRED)
    const text = own().split('.').slice(0, 2).join('.')
    expect(await codeOf(`${text}.${createHmac('sha256', '').update(text).digest('base64url')}`)).toEqual(EXPIRED)
  })

  test.each([
    ['no claims', { name: undefined }],
    ['an unknown action', { actions: ['admin'] }],
    ['no action', { actions: [] }],
    ['resources of another shape', { resources: 'all' }],
    ['times of another shape', { exp: '9999999999' }],
    ['an SN that is none', { resources: { devices: ["' or 1=1"] } }],
  ])('a guest token with %s is refused', async (_what, claims) => {
    expect(await codeOf(own(claims))).toEqual(EXPIRED)
  })

  test('a malformed guest token of any size is refused without a query', async () => {
    const { db } = server
    const system = db.system
    db.system = () => Promise.reject(new Error('the store was asked'))
    try {
      const many = [...Array(300).keys()].map((n) => `MANY${n}`)
      const long = signed(key.embed_key, { resources: { devices: [OWN, ...many] } })
      expect(long.length).toBeGreaterThan(4096)
      for (const token of [
        '.',
        '..',
        'a.b.c',
        '你.好.吗',
        `${'x'.repeat(10 << 20)}.y.z`,
        `${own()}.x`,
        `${own()}=`,
        long,
      ])
        expect(await codeOf(token)).toEqual(EXPIRED)
    } finally {
      db.system = system
    }
  })
})

describe("what is wrong with a token, for the portal's developer", () => {
  const iatAt = (fromS: number) => Math.floor(now() / 1000) + fromS
  test.each([
    ['garbage', () => 'a.b.c'],
    ['signature', () => `${own().slice(0, -43)}${'A'.repeat(43)}`],
    ['claims', () => own({ name: undefined })],
    ['too-long', () => own({ iat: iatAt(0), exp: iatAt(601) })],
    ['early', () => own({ iat: iatAt(600), exp: iatAt(900) })],
    ['expired', () => own({ iat: iatAt(-700), exp: iatAt(-100) })],
  ])('the answer to a bad guest token names its fault: %s', async (fault, token) => {
    const { data } = await server.call(null, 'GET', '/dev/basic', {}, { 'x-token': token(), origin: PORTAL })
    expect(data).toEqual({ fault })
  })
})

describe('the life of a key', () => {
  test('an issued guest token has the current rights of its key', async () => {
    const made = await makeKey(server, 'admin')
    const token = signed(made.embed_key, {})
    expect(await codeOf(token)).toEqual(GRANTED)
    const narrowed = { name: made.name, origins: [PORTAL], actions: ['read'], resources: { devices: [OTHER] } }
    await server.call('admin', 'PUT', '/yun/embed/key', { ...narrowed, key_id: made.key_id })
    expect(await codeOf(token)).toEqual([200, '110509'])
    await server.call('admin', 'PUT', '/yun/embed/key', {
      ...narrowed,
      key_id: made.key_id,
      resources: { all: true },
      origins: ['https://other.example'],
    })
    expect(await codeOf(token)).toEqual([200, '110004'])
  })

  test('a changed key counts on another node within 5 s', async () => {
    const made = await makeKey(server, 'admin')
    const other = await openGuests(server.db, now)
    const token = signed(made.embed_key, {})
    expect(await other.callerOf(token, PORTAL)).toMatchObject({ guest: { key_id: made.key_id } })
    await server.call('admin', 'DELETE', '/yun/embed/key', { key_id: made.key_id })
    expect(await codeOf(token)).toEqual(EXPIRED)
    aheadMs = 5000
    await expect(other.callerOf(token, PORTAL)).rejects.toMatchObject({ code: '100009', fault: 'key' })
  })

  test('the old secret of a key is accepted for the chosen time, and older ones are not', async () => {
    const made = await makeKey(server, 'admin')
    const rotate = async (grace_s: number) =>
      (await server.call('admin', 'POST', '/yun/embed/key/rotate', { key_id: made.key_id, grace_s })).data.embed_key
    const second = await rotate(3600)
    const iatAhead = () => Math.floor(now() / 1000)
    for (const embed_key of [made.embed_key, second]) expect(await codeOf(signed(embed_key, {}))).toEqual(GRANTED)
    aheadMs = 3_599_000
    expect(await codeOf(signed(made.embed_key, { iat: iatAhead() }))).toEqual(GRANTED)
    aheadMs = 3_605_000
    expect(await codeOf(signed(made.embed_key, { iat: iatAhead() }))).toEqual(EXPIRED)
    expect(await codeOf(signed(second, { iat: iatAhead() }))).toEqual(GRANTED)
    aheadMs = 0
    const third = await rotate(0)
    expect(await codeOf(signed(second, {}))).toEqual(EXPIRED)
    expect(await codeOf(signed(made.embed_key, {}))).toEqual(EXPIRED)
    expect(await codeOf(signed(third, {}))).toEqual(GRANTED)
  })

  test('an expired key grants nothing', async () => {
    const made = await makeKey(server, 'admin', { expires_time: Date.now() + 60_000 })
    expect(await codeOf(signed(made.embed_key, {}))).toEqual(GRANTED)
    aheadMs = 60_000
    expect(await codeOf(signed(made.embed_key, {}))).toEqual(EXPIRED)
  })
})

test('a token of the ready-made portal snippet is accepted', async () => {
  const { embed_key } = await makeKey(server, 'admin')
  const snippet = fileURLToPath(new URL('../../portals/snippets/guest-token.mjs', import.meta.url))
  const env = { ...process.env, SIGHTGLASS_EMBED_KEY: embed_key }
  const token = execFileSync(process.execPath, [snippet], { env, encoding: 'utf8' }).trim()
  // It names a device of the plant, which this server has not.
  expect(await codeOf(token)).toEqual([200, '110509'])
  const who = await server.call(null, 'GET', '/yun/userInfo', {}, { 'x-token': token, origin: PORTAL })
  expect(who.data.name).toBe('王工 "North" O\'Neil/2')
})

test('the ready-made token endpoint answers only users who are signed in', async () => {
  const { embed_key } = await makeKey(server, 'admin')
  const file = fileURLToPath(new URL('../../portals/snippets/token-endpoint.mjs', import.meta.url))
  const sessions = { s1: { id: 'u-42', name: 'Wang', devices: ['WW0001'] } }
  const env = { ...process.env, SIGHTGLASS_EMBED_KEY: embed_key, SESSIONS: JSON.stringify(sessions), PORT: '0' }
  const endpoint = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = await once(endpoint.stdout, 'data')
    const url = `http://127.0.0.1:${/\d+/.exec(String(line))}/sightglass-token`
    const ask = (cookie: string, method = 'POST') => fetch(url, { method, headers: { cookie } })
    expect((await ask('')).status).toBe(401)
    expect((await ask('session=other')).status).toBe(401)
    expect((await ask('session=s1', 'GET')).status).toBe(404)
    const { token } = await (await ask('theme=dark; session=s1')).json()
    const who = await server.call(null, 'GET', '/yun/userInfo', {}, { 'x-token': token, origin: PORTAL })
    expect(who.data.name).toBe('Wang')
  } finally {
    endpoint.kill()
  }
})
