import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeKey, PORTAL, signed } from '../../../tests/server/guests.ts'
import { control, documentOf, makeScreen } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { openBudgets, RATES } from '../limits/rates.ts'
import { countCall } from './call-limits.ts'
import { NOBODY } from './caller.ts'

/** Of the product's rates. */
const PART = 0.2
const OF_USER = RATES.callsOfUser.most * PART
const OF_GUEST = RATES.callsOfGuest.most * PART
const OF_VISITOR = RATES.callsOfVisitor.most * PART
const PUBLIC_CALLS = RATES.publicCalls.most * PART
const WRONG_TOKENS = RATES.wrongTokens.most * PART
const OPENINGS = RATES.shareOpenings.most * PART

let server: TestServer
const clock = { time: Date.now() }

beforeAll(async () => {
  server = await openTestServer({}, () => clock.time, PART)
})
afterAll(() => server.close())

interface CallRequest {
  path?: string
  headers?: Record<string, string>
  from?: string
}

const ask = ({ path = '/yun/userInfo', headers = {}, from = '198.51.100.1' }: CallRequest) =>
  server.app.inject({ method: 'GET', url: path, headers, remoteAddress: from })

/** Calls until one is refused for coming too often; how many were let in before. */
async function useUp(request: CallRequest, most: number) {
  for (let count = 0; count <= most; count++) {
    const reply = await ask(request)
    if (reply.statusCode === 429) return { count, reply }
  }
  throw new Error(`more than ${most} were let in`)
}

const statusOf = async (request: CallRequest) => (await ask(request)).statusCode
const PUBLIC = '/yun/sys/info/timestamp'

test('a user who calls too often is informed when to go on, and nobody else is refused', async () => {
  const mine = { headers: { 'x-token': await server.tokenOf('operator') } }
  const { count, reply } = await useUp(mine, OF_USER)
  expect(count).toBeLessThanOrEqual(OF_USER)
  expect(reply.json()).toEqual({
    meta: { success: 0, code: '100019', message: expect.any(String) },
    data: { wait_s: 1 },
  })
  expect(reply.headers['retry-after']).toBe('1')
  expect(await statusOf({ ...mine, from: '203.0.113.9' })).toBe(429)
  expect(await statusOf({ headers: { 'x-token': await server.tokenOf('manager') } })).toBe(200)
  clock.time += 1000
  expect(await statusOf(mine)).toBe(200)
})

test('one end user of a portal does not use up the calls of another', async () => {
  const { embed_key } = await makeKey(server, 'admin')
  const as = (sub: string, name: string) => ({
    headers: { 'x-token': signed(embed_key, { sub, name, iat: Math.floor(clock.time / 1000) }), origin: PORTAL },
    path: '/dev',
  })
  await useUp(as('u1', 'Wang'), OF_GUEST)
  expect(await statusOf(as('u2', 'Li'))).toBe(200)
})

test('large answers cost as much as many calls, and take the last of what there was', async () => {
  const screen_id = await makeScreen(server, documentOf([control('c1', { props: { text: 'x'.repeat(1_000_000) } })]))
  const large = {
    path: `/yun/module/view/document?screen_id=${screen_id}`,
    headers: { 'x-token': await server.tokenOf('admin') },
  }
  clock.time += 60_000
  // 15 whole parts of 64 KB each, and the call itself.
  expect((await useUp(large, OF_USER)).count).toBe(OF_USER / 16)
  clock.time += 60_000
  expect((await useUp({ headers: large.headers }, OF_USER)).count).toBe(OF_USER)
  clock.time += 60_000
})

test('large bodies cost as much as many calls too, those of bulk loads aside', async () => {
  const token = await server.tokenOf('admin')
  const send = (url: string) =>
    server.app.inject({ method: 'POST', url, headers: { 'x-token': token }, payload: { x: 'y'.repeat(1_000_000) } })
  const letIn = async (url: string, most: number) => {
    for (let count = 0; count < most; count++) if ((await send(url)).statusCode === 429) return count
    return most
  }
  clock.time += 60_000
  expect(await letIn('/yun/view/replay', OF_USER)).toBe(OF_USER / 16)
  clock.time += 60_000
  expect(await letIn('/yun/dev/his/data/batch', 25)).toBe(25)
  clock.time += 60_000
})

test('bulk calls of an organisation are limited by their bytes, and those of others are not', async () => {
  const server = await openTestServer({}, () => clock.time, 1)
  const send = async (user: string) => {
    // It declares no length: it counts as the largest that there may be.
    const headers = {
      'x-token': await server.tokenOf(user),
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    }
    const url = '/yun/module/points/batch'
    return (await server.app.inject({ method: 'POST', url, headers, payload: Readable.from(['{}']) })).statusCode
  }
  const sent: number[] = []
  for (let count = 0; count < 5; count++) sent.push(await send(count % 2 ? 'admin' : 'manager'))
  expect(sent).toEqual([...Array(4).fill(200), 429])
  expect(await send('rival')).toBe(200)
  clock.time += 60_000
  expect(await send('admin')).toBe(200)
  await server.close()
})

test('names of a body cost as much as longer texts', async () => {
  const token = await server.tokenOf('admin')
  const x = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [n.toString(36), 1]))
  const { length } = JSON.stringify({ x })
  const headers = { 'x-token': token }
  const send = () => server.app.inject({ method: 'POST', url: '/yun/view/replay', headers, payload: { x } })
  clock.time += 60_000
  let count = 0
  while ((await send()).statusCode !== 429) count += 1
  expect(count).toBe(Math.ceil(OF_USER / (1 + Math.floor((length + 100_001 * 16) / 65_536))))
  clock.time += 60_000
})

test('the experience user in one network does not use up the calls of other networks', async () => {
  const { data } = await server.call(null, 'POST', '/yun/v2/user/login/experience', {})
  const visitor = { headers: { 'x-token': data.token } }
  expect((await useUp(visitor, OF_VISITOR)).count).toBe(OF_VISITOR)
  expect(await statusOf({ ...visitor, from: '203.0.113.9' })).toBe(200)
})

test('calls without a token count by network, where a whole IPv6 network is one', async () => {
  await useUp({ path: PUBLIC, from: '2001:db8:1:2::1' }, PUBLIC_CALLS)
  expect(await statusOf({ path: PUBLIC, from: '2001:db8:1:2:ffff::9' })).toBe(429)
  expect(await statusOf({ path: PUBLIC, from: '2001:db8:1:3::1' })).toBe(200)
  for (const path of ['/metrics', '/readyz', '/openapi.json', '/docs/api', '/docs/api.css', '/docs/embedding'])
    expect(await statusOf({ path, from: '2001:db8:1:2::1' }), path).toBe(429)
})

test('what is large or costly to make costs as much as many calls', async () => {
  const from = '198.51.100.9'
  const { length } = (await ask({ path: '/openapi.json', from })).rawPayload
  clock.time += 60_000
  const { count } = await useUp({ path: '/openapi.json', from }, PUBLIC_CALLS)
  expect(count).toBe(Math.floor(PUBLIC_CALLS / (1 + Math.floor(length / 65_536))))
  expect(count).toBeLessThan(PUBLIC_CALLS / 5)
  expect((await useUp({ path: '/metrics', from: '198.51.100.10' }, PUBLIC_CALLS)).count).toBe(PUBLIC_CALLS / 20)
})

test('a browser that has signed in goes on when its neighbours have used up their network', async () => {
  const { data } = await server.call(null, 'POST', '/yun/v2/user/login', { user_name: 'admin', password: 'demo1234' })
  const from = '198.51.100.77'
  await useUp({ path: PUBLIC, from }, PUBLIC_CALLS)
  expect(await statusOf({ path: PUBLIC, from, headers: { 'x-browser': data.browser_key } })).toBe(200)
  const { browser_key } = data
  const forged = browser_key.slice(0, -3) + (browser_key.endsWith('AAA') ? 'BBB' : 'AAA')
  expect(await statusOf({ path: PUBLIC, from, headers: { 'x-browser': forged } })).toBe(429)
})

test('a browser keeps its key when it signs in again, and the experience user gets none', async () => {
  const signIn = async (headers: Record<string, string>, path = '/yun/v2/user/login') => {
    const said = path.endsWith('login') ? { user_name: 'admin', password: 'demo1234' } : {}
    return (await server.call(null, 'POST', path, said, headers)).data.browser_key
  }
  const key = await signIn({})
  expect(await signIn({ 'x-browser': key })).toBe(key)
  // One user who signs in over and over without it has no more than one more budget.
  expect(await signIn({ 'x-browser': `${key}x` })).toBe(key)
  expect(await signIn({}, '/yun/v2/user/login/experience')).toBeUndefined()
})

test('tokens of sessions that nobody has are tried so often a minute by one network, and whoever has one goes on', async () => {
  const { token } = (
    await server.call(null, 'POST', '/yun/v2/user/login', { user_name: 'admin', password: 'demo1234' })
  ).data
  const from = '198.51.100.61'
  for (let tried = 0; tried < WRONG_TOKENS; tried++) {
    expect(await statusOf({ from, headers: { 'x-token': `x${tried}` } })).toBe(500)
    if (tried % 20 === 0) expect(await statusOf({ from, headers: { 'x-token': token } })).toBe(200)
  }
  const refused = await ask({ from, headers: { 'x-token': 'another' } })
  expect(refused.statusCode).toBe(429)
  expect(refused.json().data.wait_s).toBeGreaterThan(0)
  // A guest's says what it is, and is refused by its signature.
  expect(await statusOf({ from, headers: { 'x-token': 'visit~x~y' } })).toBe(401)
  expect(await statusOf({ from: '198.51.100.62', headers: { 'x-token': 'another' } })).toBe(500)
})

test('one network may try links that were never issued a limited number of times a minute', async () => {
  const open = (from: string) =>
    server.app.inject({ method: 'POST', url: '/yun/shared/module', payload: { share: 'x' }, remoteAddress: from })
  const codes: string[] = []
  for (let tried = 0; tried <= OPENINGS; tried++) codes.push((await open('198.51.100.7')).json().meta.code)
  expect(codes).toEqual([...Array(OPENINGS).fill('118301'), '100019'])
  expect((await open('198.51.100.8')).json().meta.code).toBe('118301')
})

test('guests of an organisation, however many, use up none of the calls of its users', () => {
  // What is used up does not come back meanwhile.
  const budgets = openBudgets(1, () => 0)
  const user = { ...NOBODY, tenant_id: 1, user_id: 1 }
  const guest = (name: string) => ({ ...user, user_id: 0, user_name: name, guest: { key_id: 'key', actions: [] } })
  budgets.callsOfOrganisation.spend('guests of 1', 30_000)
  expect(() => countCall(budgets, guest('anna') as never)).toThrow(expect.objectContaining({ code: '100019' }))
  expect(() => countCall(budgets, user)).not.toThrow()
})
