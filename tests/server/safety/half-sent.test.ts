import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { createKeyPair, signedHeaders } from '../../../core/connection/signature.ts'
import { turnOfPerson } from '../../../demo/server/limits/password-turns.ts'
import { openSessions } from '../../../demo/server/people/sessions.ts'
import { makeKey, PORTAL, signed } from '../guests.ts'
import { makeRole, makeUser } from '../people.ts'
import { documentOf, makeScreen, publish, uniqueName } from '../screens.ts'
import { openTestServer, type TestServer } from '../server.ts'

let server: TestServer
let port: number
let aheadMs = 0
/** By `METHOD /path`: continues when a call's headers were accepted, and nothing of its body was read. */
const admitted = new Map<string, () => void>()
beforeAll(async () => {
  server = await openTestServer({}, () => Date.now() + aheadMs)
  server.app.addHook('preParsing', async (request) => admitted.get(`${request.method} ${request.url}`)?.())
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
})
afterEach(() => {
  aheadMs = 0
})
afterAll(() => server.close())

type Headers = Record<string, string>
type Answer = { meta: { code: string }; data: unknown }

const admission = (method: string, path: string) =>
  new Promise<void>((resolve) => admitted.set(`${method} ${path}`, resolve))

/** Sends the headers of a call and the first sign of its body; what is returned sends the rest, and has the answer. */
async function half(headers: Headers, method: string, path: string, input: object): Promise<() => Promise<Answer>> {
  const body = JSON.stringify(input)
  const isAdmitted = admission(method, path)
  const socket = connect(port, '127.0.0.1')
  const lines = Object.entries({
    host: 'x',
    connection: 'close',
    'content-type': 'application/json',
    'content-length': `${Buffer.byteLength(body)}`,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body.slice(0, 1)}`)
  await isAdmitted
  return async () => {
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes
    })
    socket.write(body.slice(1))
    await once(socket, 'close')
    return JSON.parse(text.slice(text.indexOf('\r\n\r\n')))
  }
}

const admin = async (method: string, path: string, input: object) => {
  const { meta, data } = await server.call('admin', method, path, input)
  if (meta.code !== '100001') throw new Error(`${method} ${path} was refused with ${meta.code}`)
  return data
}
const signIn = async (user_name: string, more: object = {}) => {
  const { data } = await server.call(null, 'POST', '/yun/v2/user/login', { user_name, password: 'demo1234', ...more })
  return data as { token: string; user_id: number }
}

/** A user who may do what the calls below do, and is signed in. */
async function somebody() {
  const groups = (
    await server.db.system((q) => q.selectFrom('device_group').select(['group_id', 'tenant_id']).execute())
  )
    .filter(({ tenant_id }) => tenant_id === server.fleet.get('TS0001')?.tenant_id)
    .map(({ group_id }) => ({ group_id, may_write: true }))
  const permissions = ['P00000', 'P10000', 'P30000', 'P30100', 'P30200', 'P30400', 'P53000', 'P53100']
  const { role_id } = await makeRole(server, { permissions, device_rights: groups })
  const user = await makeUser(server, { role_ids: [role_id] })
  return { ...user, role_id, ...(await signIn(user.user_name)) }
}
type Somebody = Awaited<ReturnType<typeof somebody>>

const renaming = () => ({ sn_code: 'TS0001', dev_alias: uniqueName('renamed ') })
const aliasNow = () => server.fleet.get('TS0001')?.dev_alias
const RENAME = ['PUT', '/dev/basic'] as const
const WRITE = ['POST', '/dev/controls'] as const
const writing = () => ({ sn_code: 'TS0001', key: 'setpoint', value: 20 })

const endOthers = (token: string) => server.call(null, 'DELETE', '/user/session', {}, { 'x-token': token })

const ENDS: Record<string, (user: Somebody) => Promise<unknown>> = {
  'is locked': ({ user_id }) => admin('PUT', '/user/active', { user_ids: [user_id], isActive: 0 }),
  'is deleted': ({ user_id }) => admin('DELETE', '/user', { user_ids: [user_id] }),
  'has another role': ({ user_id }) => admin('PUT', '/user', { user_id, role_ids: [] }),
  'is given another password': ({ user_id }) => admin('PUT', '/user/pwd', { user_id, password: 'other1234' }),
  'signed out': ({ token }) => server.call(null, 'POST', '/logout', {}, { 'x-token': token }),
  'ended the other sessions': async ({ user_name }) => endOthers((await signIn(user_name)).token),
}

describe('the end of a session, key or link', () => {
  test.each(Object.keys(ENDS))(
    'a call whose body comes after its user %s is refused, and writes nothing',
    async (what) => {
      const user = await somebody()
      const change = renaming()
      const goOn = await half({ 'x-token': user.token }, ...RENAME, change)
      await ENDS[what]?.(user)
      expect(await goOn()).toMatchObject({ meta: { code: '100009' } })
      expect(aliasNow()).not.toBe(change.dev_alias)
    },
  )

  test('a signed call whose body comes after the end of its session is refused, and writes nothing', async () => {
    const keys = createKeyPair()
    const user = await somebody()
    const { token } = await signIn(user.user_name, { public_key: keys.pub_key })
    // Signatures are taken a while after the start.
    aheadMs = 2 * MINUTE_MS
    const change = renaming()
    const headers = () => ({ ...signedHeaders(keys, Date.now() + aheadMs), 'x-user': `${user.user_id}` })
    const goOn = [await half(headers(), ...RENAME, change), await half(headers(), ...RENAME, change)] as const
    expect(await goOn[0]()).toMatchObject({ meta: { code: '100001' } })
    const before = renaming()
    await admin(...RENAME, before)
    await server.call(null, 'POST', '/logout', {}, { 'x-token': token })
    expect(await goOn[1]()).toMatchObject({ meta: { code: '100009' } })
    expect(aliasNow()).toBe(before.dev_alias)
  })

  test('a call whose body comes after the quarter of an hour of who acts as another is refused, and writes nothing', async () => {
    const { user_id } = await somebody()
    const { token } = await admin('POST', '/yun/v2/user/login/simulate', { user_id })
    const change = renaming()
    const goOn = await half({ 'x-token': token }, ...RENAME, change)
    aheadMs = 16 * MINUTE_MS
    expect(await goOn()).toMatchObject({ meta: { code: '100009' }, data: { fault: 'simulation' } })
    expect(aliasNow()).not.toBe(change.dev_alias)
  })

  test('a call whose body comes after the embed key of its guest was revoked, or allows less, is refused and sends nothing', async () => {
    const sent = server.sent.length
    for (const [code, change] of [
      ['100009', (key_id: string) => admin('DELETE', '/yun/embed/key', { key_id })],
      [
        '100015',
        (key_id: string) => {
          const input = { name: uniqueName('key '), origins: [PORTAL], actions: ['read'], resources: { all: true } }
          return admin('PUT', '/yun/embed/key', { key_id, ...input })
        },
      ],
    ] as const) {
      const { key_id, embed_key } = await makeKey(server, 'admin')
      const headers = { 'x-token': signed(embed_key, {}), origin: PORTAL }
      const goOn = await half(headers, ...WRITE, writing())
      await change(key_id)
      expect(await goOn()).toMatchObject({ meta: { code } })
    }
    expect(server.sent).toHaveLength(sent)
  })

  test('a call whose body comes after the link of its visitor was revoked is refused', async () => {
    const screen_id = await makeScreen(server, documentOf([]))
    await publish(server)
    const { link, share } = await admin('POST', '/yun/components/share', { screen_id, name: uniqueName('link ') })
    const { data } = await server.call(null, 'POST', '/yun/shared/module', { share })
    const goOn = await half({ 'x-token': data.token }, 'POST', '/yun/view/replay', { points: [], start: 0, end: 1 })
    await admin('DELETE', '/yun/components/share', { link_id: link.link_id })
    expect(await goOn()).toMatchObject({ meta: { code: '100009' } })
  })
})

test('a call whose headers and body come apart is made while who sends it may', async () => {
  const user = await somebody()
  const change = renaming()
  const goOn = await half({ 'x-token': user.token }, ...RENAME, change)
  expect(await goOn()).toMatchObject({ meta: { code: '100001' } })
  expect(aliasNow()).toBe(change.dev_alias)
})

test('a stranger is refused by the headers, before a body is read', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write(`PUT /dev/basic HTTP/1.1\r\nhost: x\r\nx-token: ${'a'.repeat(43)}\r\ncontent-length: 100\r\n\r\n`)
  const [reply] = await once(socket, 'data')
  expect(String(reply)).toContain('"100009"')
  socket.destroy()
})

test('a call whose session is ended while it hashes a password is refused, and writes nothing', async () => {
  const user = await somebody()
  const other = await signIn(user.user_name)
  const tenant_id = server.fleet.get('TS0001')?.tenant_id as number
  let goOn = () => {}
  const line = turnOfPerson({ tenant_id, from: '' })(
    () =>
      new Promise<void>((resolve) => {
        goOn = resolve
      }),
  )
  const sn_code = uniqueName('HS')
  const device = { sn_code, password: 'Device1234', dev_alias: sn_code }
  const isAdmitted = admission('POST', '/dev')
  const made = server.call(null, 'POST', '/dev', device, { 'x-token': user.token })
  await isAdmitted
  await endOthers(other.token)
  goOn()
  await line
  expect(await made).toMatchObject({ meta: { code: '100009' } })
  expect(server.fleet.get(sn_code)).toBeUndefined()
})
test('a session that another process has ended makes no user', async () => {
  const { token } = await somebody()
  const { session_hash = '' } = (await server.sessions.callerOf(token)) ?? {}
  await openSessions(server.db).revoke(session_hash, 'ended')
  const user_name = uniqueName('late')
  const empty = { user_group_id: null, user_tel: null, email: null, role_ids: [] }
  const input = { user_name, password: 'demo1234', name: user_name, ...empty }
  const made = await server.call(null, 'POST', '/user', input, { 'x-token': token })
  expect(made).toMatchObject({ meta: { code: '100009' }, data: { fault: 'ended' } })
  const users = await server.db.system((q) => q.selectFrom('app_user').select('user_name').execute())
  expect(users.map((user) => user.user_name)).not.toContain(user_name)
})
