import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { SESSION_ENDS } from '../../../core/catalogue/session-ends.ts'
import { contract } from '../../../core/contract/contract.ts'
import type { Endpoint } from '../../../core/contract/endpoint.ts'
import type { ServerFrame } from '../../../core/contract/realtime.ts'
import { makeAlarm } from '../../../tests/server/guests.ts'
import { asToken, auditOf, demoIds, EVERY_CODE, makeRole, makeUser } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import type { Db } from '../db/db.ts'
import { callerOfAny } from '../embed/guests.ts'
import { openBudgets } from '../limits/rates.ts'
import { openPlaces } from '../realtime/places.ts'
import { CLOSE, openRealtime, type RealtimeHub } from '../realtime/realtime.ts'
import { deleteOldSessions } from './retention.ts'
import { openSessions, SESSION_MS, SIMULATED_MS } from './sessions.ts'

let server: TestServer
let hub: RealtimeHub
let ids: Awaited<ReturnType<typeof demoIds>>
let url: string
let time = Date.now()
const sockets: WebSocket[] = []

beforeAll(async () => {
  server = await openTestServer({}, () => time)
  ids = await demoIds(server)
  hub = openRealtime({
    places: openPlaces(),
    budgets: openBudgets(1),
    fleet: server.fleet,
    callerOf: callerOfAny(server.sessions, server.guests),
    onRevoked: server.sessions.onRevoked,
    onKeyChanged: server.guests.onChanged,
    report: (error) => server.defects.push(error),
    count: { sockets: () => {}, refused: () => {}, frames: () => {} },
  })
  hub.attach(server.app.server)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  url = `ws://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/v2/ws/web/rtd`
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})
afterAll(async () => {
  await hub.close()
  await server.close()
})

const signIn = async (user_name: string, password = 'demo1234'): Promise<string> =>
  (await server.call(null, 'POST', '/yun/v2/user/login', { user_name, password })).data.token
const whoIs = (token: string) => asToken(server, token)('GET', '/yun/userInfo')
const admin = (method: string, path: string, input: object) => server.call('admin', method, path, input)

/** The server's store, whose transactions outside of an organisation stand within `around`. */
function dbWith(around: <T>(work: () => Promise<T>) => Promise<T>): Db {
  const { db } = server
  return {
    ...db,
    system: (work, priority) => around(() => db.system(work, priority)),
    systemFor: (tenant_id, work, priority) => around(() => db.systemFor(tenant_id, work, priority)),
  }
}

/** An open socket of this session, and what it hears at its end. */
async function listening(token: string) {
  const socket = new WebSocket(url)
  sockets.push(socket)
  const frames: ServerFrame[] = []
  const end = { fault: undefined as string | undefined, closeCode: 0 }
  socket.on('message', (bytes) => {
    for (const frame of [JSON.parse(String(bytes))].flat()) {
      frames.push(frame)
      if (frame.type === 'refused') end.fault = frame.fault
    }
  })
  socket.on('close', (code) => {
    end.closeCode = code
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'auth', token }))
  await vi.waitFor(() => expect(frames.map(({ type }) => type)).toContain('ready'))
  return end
}

const visibleTo = (end: Awaited<ReturnType<typeof listening>>, fault: string | undefined) =>
  vi.waitFor(() => expect(end).toEqual({ fault, closeCode: CLOSE.unauthenticated }))
const ended = (fault?: string) => ({
  status: 500,
  meta: { code: '100009', message: '100009' },
  data: fault ? { fault } : {},
})

/** Ends a session of this user and says which of the reasons it has. */
type Ending = (user: { user_id: number; user_name: string }, token: string) => Promise<unknown>
const password_rule = { least: 6, most: 11, any: false }
const ENDINGS: [reason: keyof typeof SESSION_ENDS, how: string, end: Ending][] = [
  [
    'elsewhere',
    'a sign-in elsewhere where one session is allowed',
    async ({ user_name }) => {
      await admin('PUT', '/yun/sys/signIn/rule', { password_rule, one_session: true })
      await signIn(user_name)
      await admin('PUT', '/yun/sys/signIn/rule', { password_rule, one_session: false })
    },
  ],
  [
    'password',
    'the user’s own change of the password in another session',
    async ({ user_name }) => {
      const other = asToken(server, await signIn(user_name))
      await other('PUT', '/yun/user/edit/pwd', { password_now: 'demo1234', password: 'demo12345' })
      expect((await other('GET', '/yun/userInfo')).meta.code).toBe('100001')
    },
  ],
  [
    'password',
    'a new password by an administrator',
    ({ user_id }) => admin('PUT', '/user/pwd', { user_id, password: 'other1234' }),
  ],
  ['disabled', 'a lock', ({ user_id }) => admin('PUT', '/user/active', { user_ids: [user_id], isActive: 0 })],
  [
    'role',
    'other roles',
    async ({ user_id }) => admin('PUT', '/user', { user_id, role_ids: [(await makeRole(server)).role_id] }),
  ],
  [
    'role',
    'another group',
    ({ user_id }) => admin('PUT', '/user/move', { user_ids: [user_id], user_group_id: ids.group('西区') }),
  ],
  [
    'ended',
    'the user’s own word in another session',
    async ({ user_name }, token) => {
      const { rows } = (await asToken(server, token)('GET', '/user/session')).data
      const { session_id } = rows.find(({ is_this }: { is_this: boolean }) => is_this)
      await asToken(server, await signIn(user_name))('DELETE', '/user/session', { session_id })
    },
  ],
  [
    'ended',
    'the user’s word that all the others end',
    async ({ user_name }) => asToken(server, await signIn(user_name))('DELETE', '/user/session'),
  ],
]

describe('the end of a session is reported with its reason', () => {
  test.each(ENDINGS)(
    'a session ends with the reason %s: by %s, for open pages and the next call',
    async (reason, _how, end) => {
      const user = await makeUser(server)
      const bystander = await makeUser(server)
      const [token, other] = [await signIn(user.user_name), await signIn(bystander.user_name)]
      const [socket, otherSocket] = [await listening(token), await listening(other)]
      await end(user, token)
      await visibleTo(socket, reason)
      expect(await whoIs(token)).toMatchObject(ended(reason))
      expect((await whoIs(other)).meta.code).toBe('100001')
      expect(otherSocket.closeCode).toBe(0)
    },
  )

  test('a session that ended is looked up once, however often its page asks', async () => {
    const user = await makeUser(server)
    const token = await signIn(user.user_name)
    await admin('PUT', '/user/active', { user_ids: [user.user_id], isActive: 0 })
    let lookups = 0
    const sessions = openSessions(
      dbWith(async (work) => {
        lookups += 1
        return work()
      }),
      () => time,
    )
    const over = { code: '100009', fault: 'disabled', status: 500 }
    await expect(sessions.callerOf(token)).rejects.toMatchObject(over)
    const once = lookups
    for (let n = 0; n < 3; n += 1) await expect(sessions.callerOf(token)).rejects.toMatchObject(over)
    expect(lookups).toBe(once)
  })

  test("a deleted user's open pages are informed that the user is disabled", async () => {
    const { user_id, user_name } = await makeUser(server)
    const token = await signIn(user_name)
    const socket = await listening(token)
    await admin('DELETE', '/user', { user_ids: [user_id] })
    await visibleTo(socket, 'disabled')
    expect(await whoIs(token)).toMatchObject({ status: 500, meta: { code: '100009' } })
  })

  test('a changed role ends the sessions of its users with the reason role', async () => {
    const role = await makeRole(server, { permissions: ['P00000', 'P10000'] })
    const { user_name } = await makeUser(server, { role_ids: [role.role_id] })
    const token = await signIn(user_name)
    const socket = await listening(token)
    const { data } = await server.call('admin', 'GET', '/yun/user/role/detail', { role_id: role.role_id })
    await admin('PUT', '/yun/user/role/edit', { ...data, permissions: ['P00000', 'P10000', 'P30000'] })
    await visibleTo(socket, 'role')
    expect(await whoIs(token)).toMatchObject(ended('role'))
  })

  test('the tests cover every reason for the end of a session', () => {
    const reasons = new Set([...ENDINGS.map(([reason]) => reason), 'simulation'])
    expect(reasons).toEqual(new Set(Object.keys(SESSION_ENDS)))
  })
})

test('a session that ends while it is looked up is known as ended to the caller', async () => {
  const token = await signIn('operator')
  const { session_hash } = (await server.sessions.callerOf(token)) ?? {}
  let works = 0
  const sessions = openSessions(
    dbWith(async (work) => {
      const found = await work()
      works += 1
      if (works === 2) await sessions.revoke(session_hash ?? '', 'ended')
      return found
    }),
  )
  await expect(sessions.callerOf(token)).rejects.toMatchObject({ code: '100009', fault: 'ended' })
})

test('a session is found while rights of another organisation, or of its own, change all the time', async () => {
  const token = await signIn('operator')
  const { tenant_id = 0 } = (await server.sessions.callerOf(token)) ?? {}
  for (const changed of [tenant_id, tenant_id + 1]) {
    let works = 0
    const sessions = openSessions(
      dbWith(async (work) => {
        works += 1
        const found = await work()
        sessions.changed(changed)
        return found
      }),
    )
    expect(await sessions.callerOf(token)).toMatchObject({ user_name: 'operator' })
    expect(works).toBeLessThan(5)
  }
})

test('many wrong tokens at once, or one token many times, cost a few statements', async () => {
  let works = 0
  const sessions = openSessions(
    dbWith((work) => {
      works += 1
      return work()
    }),
  )
  const wrong = await Promise.all([...Array(1000)].map((_, n) => sessions.callerOf(`wrong ${n}`)))
  expect(new Set(wrong)).toEqual(new Set([null]))
  expect(works).toBeLessThan(5)
  const token = await signIn('operator')
  const right = await Promise.all([...Array(1000)].map(() => sessions.callerOf(token)))
  expect(new Set(right.map((caller) => caller?.user_name))).toEqual(new Set(['operator']))
  const over = await signIn('operator')
  expect((await asToken(server, over)('POST', '/yun/user/logout')).meta.code).toBe('100001')
  await Promise.all([...Array(1000)].map(() => sessions.callerOf(over)))
  expect(works).toBeLessThan(15)
})

test('whoever asks while a session is looked up has rights that were read afterwards', async () => {
  const { user_name, user_id } = await makeUser(server)
  const token = await signIn(user_name)
  let works = 0
  const asked: Promise<unknown>[] = []
  const sessions = openSessions(
    dbWith(async (work) => {
      const found = await work()
      works += 1
      if (works !== 2) return found
      await admin('PUT', '/user', { user_id, name: 'Renamed' })
      for (let n = 0; n < 3; n += 1) asked.push(sessions.callerOf(token))
      return found
    }),
  )
  expect(await sessions.callerOf(token)).not.toMatchObject({ name: 'Renamed' })
  expect(await Promise.all(asked)).toMatchObject([...Array(3)].map(() => ({ name: 'Renamed' })))
})

test('a new sign-in has a new token, and leaves the others as they are', async () => {
  const tokens = [await signIn('operator'), await signIn('operator')]
  expect(new Set(tokens).size).toBe(2)
  for (const token of tokens) expect((await whoIs(token)).meta.code).toBe('100001')
})

test('a user sees the own sessions, with address and browser, and no one else’s', async () => {
  const { user_name } = await makeUser(server)
  const call = asToken(server, await signIn(user_name))
  time += 1000
  await signIn(user_name)
  const { rows } = (await call('GET', '/user/session')).data
  expect(rows).toMatchObject([{ is_this: false }, { is_this: true, address: '127.0.0.1', simulated_by: null }])
  const others = asToken(server, await signIn('operator'))
  await others('DELETE', '/user/session', { session_id: rows[0].session_id })
  expect((await call('GET', '/user/session')).data.rows).toHaveLength(2)
})

describe('a simulated session', () => {
  const simulate = (user_name: string, by = 'admin') =>
    server.call(by, 'POST', '/yun/v2/user/login/simulate', { user_id: ids.user(user_name) })
  const simulated = async (user_name: string) => asToken(server, (await simulate(user_name)).data.token)

  test('a simulated session is over after 15 minutes however busy, and says so to pages and calls', async () => {
    const { token } = (await simulate('operator')).data
    const socket = await listening(token)
    for (let minute = 0; minute < 14; minute++) {
      time += 60_000
      expect((await whoIs(token)).meta.code).toBe('100001')
    }
    time += SIMULATED_MS - 14 * MINUTE_MS - 1
    expect((await whoIs(token)).meta.code).toBe('100001')
    time += 1
    await visibleTo(socket, 'simulation')
    expect(await whoIs(token)).toMatchObject(ended('simulation'))
  })

  test('a simulated session ends with the sessions of who acts, and of whom', async () => {
    const [mine, theirs] = [
      await makeUser(server, {
        role_ids: [ids.role('二级管理员')],
        user_type: 2,
        user_group_id: ids.group('运营中心'),
      }),
      await makeUser(server, { user_group_id: ids.group('东区') }),
    ]
    for (const locked of [mine, theirs]) {
      const call = asToken(server, await signIn(mine.user_name))
      const { data } = await call('POST', '/yun/v2/user/login/simulate', { user_id: theirs.user_id })
      expect((await whoIs(data.token)).data.user_id).toBe(theirs.user_id)
      await admin('PUT', '/user/active', { user_ids: [locked.user_id], isActive: 0 })
      expect(await whoIs(data.token)).toMatchObject(ended('disabled'))
      await admin('PUT', '/user/active', { user_ids: [locked.user_id], isActive: 1 })
    }
  })

  test('a simulated session ends when who acts signs out', async () => {
    const call = asToken(server, await signIn('admin'))
    const { data } = await call('POST', '/yun/v2/user/login/simulate', { user_id: ids.user('operator') })
    expect((await whoIs(data.token)).meta.code).toBe('100001')
    await call('POST', '/yun/user/logout')
    expect(await whoIs(data.token)).toMatchObject(ended('simulation'))
  })

  test('a simulated session ends for good when its user is given more than who acts holds', async () => {
    const acting = await makeUser(server, {
      role_ids: [ids.role('二级管理员')],
      user_type: 2,
      user_group_id: ids.group('运营中心'),
    })
    const { user_id } = await makeUser(server, { user_group_id: ids.group('东区') })
    const call = asToken(server, await signIn(acting.user_name))
    const { token } = (await call('POST', '/yun/v2/user/login/simulate', { user_id })).data
    expect((await whoIs(token)).data.user_id).toBe(user_id)
    const give = (permissions: string[]) => admin('PUT', '/yun/userInfo/privilege/edit', { user_id, permissions })
    const { session_hash = '' } = (await server.sessions.callerOf(token)) ?? {}
    const told: unknown[] = []
    const stop = server.sessions.onRevoked((...end) => told.push(end))
    expect((await give(['P83000'])).meta.code).toBe('100001')
    expect(await whoIs(token)).toMatchObject(ended('simulation'))
    stop()
    // Also what waits by it then is carried out no more.
    expect(told).toEqual([[session_hash, 'simulation']])
    await give([])
    expect(await whoIs(token)).toMatchObject(ended('simulation'))
  })

  test('a simulated session shows both users and its end', async () => {
    const call = await simulated('manager')
    expect((await call('GET', '/yun/userInfo')).data).toMatchObject({
      user_id: ids.user('manager'),
      user_name: 'manager (admin)',
      name: '站长',
      simulated_by: { user_id: ids.user('admin'), name: 'admin', until_time: time + SIMULATED_MS },
    })
    const { rows } = (await server.call('manager', 'GET', '/user/session')).data
    expect(rows).toContainEqual(expect.objectContaining({ simulated_by: 'admin' }))
  })

  test('a simulated session records both users in a write and in a confirmed alarm', async () => {
    const call = await simulated('manager')
    server.fleet.setConnected('TS0001', true, time)
    const { data } = await call('POST', '/dev/controls', { sn_code: 'TS0001', key: 'setpoint', value: 7 })
    expect((await call('GET', '/dev/controls', { id: data.id })).data.user_name).toBe('manager (admin)')
    const alarm_id = await makeAlarm(server, 'TS0001')
    const confirmed = await call('PUT', '/rAlarmDev', { alarm_id })
    expect(confirmed.data).toMatchObject({ confirm_userName: 'manager (admin)' })
    const kept = await server.db.system(async (q) => ({
      command: await q
        .selectFrom('command')
        .select(['user_id', 'by_user_id'])
        .where('command_id', '=', data.id)
        .executeTakeFirst(),
      alarm: await q
        .selectFrom('alarm')
        .select(['confirm_user_id as user_id', 'confirm_by_user_id as by_user_id'])
        .where('alarm_id', '=', Number(alarm_id))
        .executeTakeFirst(),
    }))
    const both = { user_id: ids.user('manager'), by_user_id: ids.user('admin') }
    expect(kept).toEqual({ command: both, alarm: both })
  })

  test('a simulated session is in the audit with both users, and so is its beginning', async () => {
    const call = await simulated('operator2')
    await call('POST', '/yun/user/logout')
    expect((await auditOf(server)).slice(0, 2)).toMatchObject([
      { action: 'sign-out', user_name: 'operator2', by_user_name: 'admin' },
      { action: 'simulate', user_name: 'admin', by_user_name: null, target: 'operator2' },
    ])
  })

  test('a simulated session cannot start another, nor be one of an administrator, of oneself, of another organisation or outside one’s groups', async () => {
    const call = await simulated('manager')
    const nested = await call('POST', '/yun/v2/user/login/simulate', { user_id: ids.user('operator') })
    expect(nested.meta.code).toBe('100015')
    expect((await simulate('admin', 'admin')).meta.code).toBe('100015')
    expect((await simulate('admin', 'manager')).meta.code).toBe('100014')
    expect((await simulate('rival', 'admin')).meta.code).toBe('100014')
    const outside = await makeUser(server, { user_group_id: ids.group('外协') })
    const reply = await server.call('manager', 'POST', '/yun/v2/user/login/simulate', { user_id: outside.user_id })
    expect(reply.meta.code).toBe('100014')
    expect((await simulate('manager', 'operator')).meta.code).toBe('100015')
  })

  test('a simulated session does not count as a visit of its user', async () => {
    const user = await makeUser(server, { user_group_id: ids.group('东区') })
    await server.call('admin', 'POST', '/yun/v2/user/login/simulate', { user_id: user.user_id })
    const { data } = await admin('GET', '/user', { search: user.user_name })
    expect(data.rows).toMatchObject([{ last_seen_time: null }])
  })

  let deputy: Awaited<ReturnType<typeof makeUser>>
  beforeAll(async () => {
    const { role_id } = await makeRole(server, { permissions: EVERY_CODE })
    deputy = await makeUser(server, { user_type: 2, user_group_id: ids.group('外协'), role_ids: [role_id] })
  })
  /** What concerns passwords, keys and rights. */
  const guarded = (['account', 'user', 'userGroup', 'role', 'privilege', 'signInRule', 'embed'] as const).flatMap(
    (domain) =>
      Object.entries<Endpoint>(contract[domain])
        .filter(([, { method, needs }]) => method !== 'GET' && needs !== 'public')
        .map(([name, endpoint]) => ({ call: `${domain}.${name}`, ...endpoint })),
  )
  test.each(guarded)('a simulated session cannot call $call, which its user can', async ({ method, path }) => {
    const own = await signIn(deputy.user_name)
    const { data } = await admin('POST', '/yun/v2/user/login/simulate', { user_id: deputy.user_id })
    const refused = { status: 200, meta: { code: '100015' } }
    expect(await asToken(server, data.token)(method, path)).toMatchObject(refused)
    expect(await asToken(server, own)(method, path)).not.toMatchObject(refused)
  })
})

test('a sign-out, and 12 hours without a call, end a session without a reason', async () => {
  const [out, idle] = [await signIn('operator'), await signIn('operator')]
  const socket = await listening(out)
  await asToken(server, out)('POST', '/yun/user/logout')
  await visibleTo(socket, undefined)
  time += SESSION_MS + 1
  for (const token of [out, idle]) expect((await whoIs(token)).data).toEqual({})
})

test('sessions are deleted when they are over for as long as one lasts', async () => {
  const count = async () => {
    const row = await server.db.system((q) =>
      q
        .selectFrom('session')
        .select((on) => on.fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow(),
    )
    return Number(row.n)
  }
  time += 3 * SESSION_MS
  await signIn('operator')
  const all = await count()
  expect(all).toBeGreaterThan(1)
  await deleteOldSessions(server.db, time)
  expect(await count()).toBe(1)
})
