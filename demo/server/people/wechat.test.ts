import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { asToken, auditOf, makeUser } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

const BACK = 'https://console.example/account?tab=wechat'
let wechat: Server
let server: TestServer
let time = Date.now()
/** Who consents at WeChat, and what WeChat does with the next code. */
let consenting = 'openid-1'
let mood: 'well' | 'strange' | 'down' = 'well'
const codes = new Map<string, string>()
const requests: URL[] = []

beforeAll(async () => {
  // As WeChat: asks nobody, leads back with a code; exchanges a code once, and refuses with HTTP 200 and an errcode.
  wechat = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://wechat.example')
    requests.push(url)
    if (url.pathname === '/authorize') {
      const code = `code-${codes.size}`
      codes.set(code, consenting)
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      return response.writeHead(302, { location: back.href }).end()
    }
    if (mood === 'down') return request.socket.destroy()
    const { appid, secret, code = '', grant_type } = Object.fromEntries(url.searchParams)
    const openid = codes.get(code)
    codes.set(code, '')
    const isRight = appid === 'wx-app' && secret === 'wx-secret' && grant_type === 'authorization_code' && openid
    const answer =
      mood === 'strange' ? { openid: 7 } : isRight ? { openid } : { errcode: 40029, errmsg: 'invalid code' }
    response.end(JSON.stringify({ access_token: 'wx-token', ...answer }))
  }).listen(0, '127.0.0.1')
  await once(wechat, 'listening')
  const base = `http://127.0.0.1:${(wechat.address() as AddressInfo).port}`
  server = await openTestServer(
    {
      WECHAT_APP_ID: 'wx-app',
      WECHAT_APP_SECRET: 'wx-secret',
      WECHAT_AUTHORIZE_URL: `${base}/authorize`,
      WECHAT_TOKEN_URL: `${base}/token`,
    },
    () => time,
  )
})
beforeEach(() => {
  consenting = `openid-${Math.random()}`
  mood = 'well'
})
afterAll(async () => {
  await server.close()
  wechat.close()
})

async function someone() {
  const { user_name } = await makeUser(server)
  const signIn = async () => {
    const { data } = await server.call(null, 'POST', '/yun/v2/user/login', { user_name, password: 'demo1234' })
    return asToken(server, data.token)
  }
  return { user_name, signIn, call: await signIn() }
}
type Call = Awaited<ReturnType<typeof someone>>['call']

/** Goes where the server says, consents, and comes back with a code and a state. */
async function consented(call: Call): Promise<{ code: string; state: string }> {
  const { data } = await call('GET', '/user/QR/code', { back: BACK })
  const { headers } = await fetch(data.url, { redirect: 'manual' })
  const back = new URL(headers.get('location') ?? '')
  expect(back.href.startsWith(BACK)).toBe(true)
  return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' }
}
const bind = (call: Call, input: { code: string; state: string }) => call('POST', '/user/QR/code/status', input)
const isBound = async (call: Call): Promise<boolean> => (await call('GET', '/user/account')).data.is_wechat_bound

test('who consents at WeChat is bound, and unbound again', async () => {
  const { call, user_name } = await someone()
  expect((await bind(call, await consented(call))).data).toMatchObject({ user_name, is_wechat_bound: true })
  expect(await isBound(call)).toBe(true)
  expect((await call('DELETE', '/user/account/bind', { kind: 'wechat' })).data.is_wechat_bound).toBe(false)
  expect((await auditOf(server)).slice(0, 2)).toMatchObject([
    { action: 'unbind', target: 'wechat', user_name },
    { action: 'bind', target: 'wechat', user_name },
  ])
})

test('the browser gets the application and a state that nobody guesses, and never the secret', async () => {
  const { call } = await someone()
  const urls = [await call('GET', '/user/QR/code', { back: BACK }), await call('GET', '/user/QR/code', { back: BACK })]
  const states = urls.map(({ data }) => new URL(data.url).searchParams.get('state') ?? '')
  expect(Object.fromEntries(new URL(urls[0]?.data.url).searchParams)).toEqual({
    appid: 'wx-app',
    redirect_uri: BACK,
    response_type: 'code',
    scope: 'snsapi_login',
    state: states[0],
  })
  for (const state of states) expect(state).toMatch(/^[\w-]{32}$/)
  expect(states[0]).not.toBe(states[1])
  expect(JSON.stringify(urls)).not.toContain('wx-secret')
})

test('neither the id at WeChat nor its token leaves the server', async () => {
  const { call } = await someone()
  const reply = await bind(call, await consented(call))
  const audit = await auditOf(server)
  for (const text of [consenting, 'wx-token']) expect(JSON.stringify([reply, audit])).not.toContain(text)
})

test('a state is taken once', async () => {
  const { call } = await someone()
  const first = await consented(call)
  await bind(call, first)
  await call('DELETE', '/user/account/bind', { kind: 'wechat' })
  const { code } = await consented(call)
  expect((await bind(call, { code, state: first.state })).meta.code).toBe('100002')
  expect(await isBound(call)).toBe(false)
})

test('a state of another user’s session, or of another session of this user, is not taken', async () => {
  const [mine, other] = [await someone(), await someone()]
  const lured = await consented(other.call)
  const before = requests.length
  expect((await bind(mine.call, lured)).meta.code).toBe('100002')
  expect((await bind(await mine.signIn(), await consented(mine.call))).meta.code).toBe('100002')
  expect(await isBound(mine.call)).toBe(false)
  // What a wrong state came with is not even shown to WeChat.
  expect(requests.slice(before).map(({ pathname }) => pathname)).toEqual(['/authorize'])
})

test('a made-up state is not taken', async () => {
  const { call } = await someone()
  const { code } = await consented(call)
  expect((await bind(call, { code, state: 'made-up' })).meta.code).toBe('100002')
})

test('a state is good for 10 minutes', async () => {
  const { call } = await someone()
  const [late, early] = [await consented(call), await consented(call)]
  time += 10 * MINUTE_MS - 1
  expect((await bind(call, early)).meta.code).toBe('100001')
  time += 1
  expect((await bind(call, late)).meta.code).toBe('100002')
})

test('a WeChat account that another user has is refused with 113000', async () => {
  const [first, second] = [await someone(), await someone()]
  await bind(first.call, await consented(first.call))
  expect((await bind(second.call, await consented(second.call))).meta.code).toBe('113000')
  expect([await isBound(first.call), await isBound(second.call)]).toEqual([true, false])
})

test('a code that WeChat refuses, and an answer that makes no sense, bind nobody', async () => {
  const { call } = await someone()
  const { state } = await consented(call)
  expect((await bind(call, { code: 'made-up', state })).meta.code).toBe('100002')
  mood = 'strange'
  expect((await bind(call, await consented(call))).meta.code).toBe('100002')
  expect(await isBound(call)).toBe(false)
})

test('a WeChat that does not answer is reported as such', async () => {
  const { call } = await someone()
  const consent = await consented(call)
  mood = 'down'
  expect((await bind(call, consent)).meta.code).toBe('100003')
  expect(server.defects).toEqual([])
})
