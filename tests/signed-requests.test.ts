import { sign } from '@noble/ed25519'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createKeyPair, type KeyPair, signedHeaders } from '../core/connection/signature.ts'
import { openSignedRequests } from '../demo/server/people/signed-requests.ts'
import { openTestServer, type TestServer } from './server/server.ts'

let server: TestServer
let time = Date.now()
beforeAll(async () => {
  server = await openTestServer({}, () => time)
})
afterAll(() => server.close())

interface SignedIn {
  keys: KeyPair
  token: string
  'x-user': string
}
let mine: SignedIn
beforeEach(async () => {
  // The client takes earlier seconds for calls of one second: each test has a minute of its own.
  time += 120_000
  mine = await signIn('operator')
})

async function signIn(user_name: string): Promise<SignedIn> {
  const keys = createKeyPair()
  const input = { user_name, password: 'demo1234', public_key: keys.pub_key }
  const { data } = await server.call(null, 'POST', '/yun/v2/user/login', input)
  return { keys, token: data.token, 'x-user': `${data.user_id}` }
}

type Headers = Record<string, string>
const whoAmI = (headers: Headers) => server.call(null, 'GET', '/yun/userInfo', {}, headers)
const codeOf = async (headers: Headers) => {
  const { status, meta } = await whoAmI(headers)
  return status === 500 ? meta.code : `${status} ${meta.code}`
}
const REFUSED = '100009'
const TAKEN = '200 100001'
const headersOf = ({ keys, 'x-user': user }: SignedIn, now = time) => ({
  ...signedHeaders(keys, now),
  'x-user': user,
})

/** As a client that signs whatever it likes. */
function forged({ keys, 'x-user': user }: SignedIn, overrides: { ts?: number; ttl?: string; pri_key?: string } = {}) {
  const { ts = Math.floor(time / 1000), ttl = '60', pri_key = keys.pri_key } = overrides
  const text = new TextEncoder().encode(`${keys.pub_key}\n${ts}\n${ttl}`)
  const SIG = Buffer.from(sign(text, Buffer.from(pri_key, 'base64'))).toString('base64')
  return { TS: `${ts}`, TTL: ttl, SIG, PubKey: keys.pub_key, 'x-user': user }
}

test('a call signed in pure JavaScript is taken once as the session’s user, without a token', async () => {
  const headers = headersOf(mine)
  expect((await whoAmI(headers)).data.user_name).toBe('operator')
  expect(await whoAmI(headers)).toMatchObject({ status: 500, meta: { code: REFUSED } })
})

test('twenty calls at the same time are all accepted, each by a signature of its own', async () => {
  const codes = await Promise.all([...Array(20).keys()].map(() => codeOf(headersOf(mine))))
  expect(new Set(codes)).toEqual(new Set([TAKEN]))
})

test('two calls with the same signature at the same time are accepted once', async () => {
  const headers = headersOf(mine)
  expect((await Promise.all([codeOf(headers), codeOf(headers)])).sort()).toEqual([REFUSED, TAKEN])
})

test('the same signature written otherwise is the same', async () => {
  const headers = headersOf(mine)
  expect(await codeOf(headers)).toBe(TAKEN)
  const unpadded = { ...headers, SIG: (headers as Headers).SIG?.replace(/=+$/, '') ?? '' }
  expect(await codeOf(unpadded)).toBe(REFUSED)
})

test.each([
  [-61, REFUSED],
  [-59, TAKEN],
  [59, TAKEN],
  [61, REFUSED],
])('a signature %i s from now: %s', async (seconds, code) => {
  expect(await codeOf(forged(mine, { ts: Math.floor(time / 1000) + seconds }))).toBe(code)
})

test('a signature is not taken again after a restart, and new ones are once those from before are over', async () => {
  const [before, ahead] = [headersOf(mine), forged(mine, { ts: Math.floor(time / 1000) + 59 })]
  for (const headers of [before, ahead]) expect(await codeOf(headers)).toBe(TAKEN)
  const restarted = openSignedRequests(server, () => time)
  const isTaken = async (headers: Headers) => {
    const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
    return (await restarted.callerOf(Object.fromEntries(lower))) !== null
  }
  for (const headers of [before, ahead]) expect(await isTaken(headers)).toBe(false)
  time += 61_000
  expect(await isTaken(ahead)).toBe(false)
  expect(await isTaken(headersOf(mine))).toBe(true)
})

test('a signature is not taken again when its time is almost over', async () => {
  const ahead = forged(mine, { ts: Math.floor(time / 1000) + 59 })
  expect(await codeOf(ahead)).toBe(TAKEN)
  time += 117_000
  expect(await codeOf(ahead)).toBe(REFUSED)
})

test.each(['61', '600', '0', '', '60 ', '060'])('a TTL of %j is not taken, though it is signed', async (ttl) => {
  expect(await codeOf(forged(mine, { ttl }))).toBe(REFUSED)
})

test('another key’s signature is not taken', async () => {
  expect(await codeOf(forged(mine, { pri_key: createKeyPair().pri_key }))).toBe(REFUSED)
})

test('a key that no session has is not taken', async () => {
  expect(await codeOf(headersOf({ ...mine, keys: createKeyPair() }))).toBe(REFUSED)
})

test('a signed call as another user, or as nobody, is refused', async () => {
  const other = await signIn('manager')
  expect(await codeOf({ ...headersOf(mine), 'x-user': other['x-user'] })).toBe(REFUSED)
  const { 'x-user': _, ...nameless } = headersOf(mine)
  expect(await codeOf(nameless as Headers)).toBe(REFUSED)
})

test('a signed call with a session that is over is refused', async () => {
  expect(await codeOf(headersOf(mine))).toBe(TAKEN)
  await server.call(null, 'POST', '/yun/user/logout', {}, { 'x-token': mine.token })
  expect(await codeOf(headersOf(mine))).toBe(REFUSED)
})

test('a wrong token is not helped by a right signature', async () => {
  expect(await codeOf({ ...headersOf(mine), 'x-token': 'x' })).toBe(REFUSED)
})

test.each([
  ['SIG', 'A'],
  ['SIG', 'A'.repeat(88)],
  ['SIG', '='],
  ['PubKey', 'A'],
  ['PubKey', `${'A'.repeat(43)}=`],
  ['PubKey', `${'_'.repeat(43)}=`],
  ['TS', 'now'],
  ['TS', '1e9'],
  ['TS', '-1'],
])('%s of %j is refused, not a defect', async (name, value) => {
  expect(await codeOf({ ...(headersOf(mine) as Headers), [name]: value })).toBe(REFUSED)
  expect(server.defects).toEqual([])
})

test('signatures of many keys that no session has cost a few statements', async () => {
  let statements = 0
  const system: typeof server.db.system = (work) => {
    statements += 1
    return server.db.system(work)
  }
  const signed = openSignedRequests({ ...server, db: { ...server.db, system } }, () => time)
  time += 120_000
  const lower = (headers: Headers) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const strangers = [...Array(100)].map(() => headersOf({ ...mine, keys: createKeyPair() }))
  const callers = await Promise.all(strangers.map((headers) => signed.callerOf(lower(headers))))
  expect(new Set(callers)).toEqual(new Set([null]))
  expect(statements).toBeLessThan(5)
})
