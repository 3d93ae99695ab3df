import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { QUOTAS } from '../../../core/catalogue/quotas.ts'
import { asToken, demoIds, makeRole, makeUser } from '../../../tests/server/people.ts'
import { openTestServer, type Reply, type TestServer } from '../../../tests/server/server.ts'
import { startPostgres, type TestStore } from '../../../tests/server/stores.ts'
import { lockPeople } from '../rights/index.ts'
import { openSessions } from './sessions.ts'

// The embedded store runs one transaction after the other: two calls at once are PostgreSQL's alone.
let store: TestStore
let server: TestServer
let ids: Awaited<ReturnType<typeof demoIds>>
beforeAll(async () => {
  store = await startPostgres()
  server = await openTestServer({ DATABASE_URL: `${store.place.databaseUrl}` })
  ids = await demoIds(server)
})
afterAll(async () => {
  await server.close()
  await store.stop()
})

const waiting = async () => {
  const { rows } = await server.db.system((q) =>
    sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(q),
  )
  return rows.length
}

/** Sends calls that all wait for the people of the organisation, in this order; answers when all have been let go. */
async function atOnce(...calls: (() => Promise<Reply>)[]): Promise<string[]> {
  let letGo = () => {}
  const isOver = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let holding: Promise<void> | undefined
  await new Promise<void>((locked) => {
    holding = server.db.system(async (q) => {
      await lockPeople(q, 1)
      locked()
      await isOver
    })
  })
  const sent: Promise<Reply>[] = []
  try {
    for (const call of calls) {
      sent.push(call())
      await vi.waitFor(async () => expect(await waiting()).toBe(sent.length), { timeout: 20_000 })
    }
  } finally {
    letGo()
    await holding
  }
  return (await Promise.all(sent)).map(({ meta }) => meta.code)
}

const as = (user_name: string, method: string, path: string, input: object) => () =>
  server.call(user_name, method, path, input)

test('a right that is taken away does not come back by the edit of a colleague who read it before', async () => {
  const { user_id } = await makeUser(server, { user_group_id: ids.group('东区') })
  const permissions = ['P00000', 'P80000', 'P81000']
  await server.call('admin', 'PUT', '/yun/userInfo/privilege/edit', { user_id, permissions })
  const saved = as('manager', 'PUT', '/yun/userInfo/privilege/edit', { user_id, permissions })
  expect(await atOnce(as('admin', 'PUT', '/yun/userInfo/privilege/edit', { user_id, permissions: [] }), saved)).toEqual(
    ['100001', '100006'],
  )
  const { data } = await server.call('admin', 'GET', '/yun/userInfo/privilege', { user_id })
  expect(data.direct.permissions).toEqual([])
})

test('a role that is taken away does not come back by the edit of a colleague who read it before', async () => {
  const { role_id } = await makeRole(server, { permissions: ['P00000', 'P80000', 'P81000'] })
  const { user_id } = await makeUser(server, { user_group_id: ids.group('东区'), role_ids: [role_id] })
  const other = (await makeRole(server, { permissions: ['P00000'] })).role_id
  const saved = as('manager', 'PUT', '/user', { user_id, role_ids: [role_id, other] })
  expect(await atOnce(as('admin', 'PUT', '/user', { user_id, role_ids: [] }), saved)).toEqual(['100001', '100006'])
})

test('quotas are set by what their giver may give by then', async () => {
  const { user_id } = await makeUser(server, { user_group_id: ids.group('东区') })
  const manager = ids.user('manager')
  const set = (by: string, its: number, limit: number) =>
    as(by, 'PUT', '/user/quota', { user_id: its, quotas: [{ quota: 'templates', limit }] })
  expect(await atOnce(set('admin', manager, 5), set('manager', user_id, 6))).toEqual(['100001', '100006'])
  const moved = as('admin', 'PUT', '/user/move', { user_ids: [user_id], user_group_id: null })
  expect(await atOnce(moved, set('manager', user_id, 4))).toEqual(['100001', '110310'])
  const { data } = await server.call('admin', 'GET', '/user/quota', { user_id })
  expect(data).toContainEqual(expect.objectContaining({ quota: 'templates', limit: QUOTAS.templates.fallback }))
})

test('who is locked while he begins to act as somebody else does not', async () => {
  const { user_id } = await makeUser(server, { user_group_id: ids.group('东区') })
  const manager = ids.user('manager')
  const simulate = as('manager', 'POST', '/yun/v2/user/login/simulate', { user_id })
  const lock = as('admin', 'PUT', '/user/active', { user_ids: [manager], isActive: 0 })
  expect(await atOnce(lock, simulate)).toEqual(['100001', '100015'])
  await server.call('admin', 'PUT', '/user/active', { user_ids: [manager], isActive: 1 })
})

test('two user groups that are moved below each other at once make no ring', async () => {
  const group = async (group_name: string) =>
    (await server.call('admin', 'POST', '/yun/user/group', { group_name, parent_id: null })).data
      .user_group_id as number
  const [one, two] = [await group('甲'), await group('乙')]
  const move = (user_group_id: number, parent_id: number) =>
    as('admin', 'PUT', '/yun/user/group', { user_group_id, parent_id })
  expect(await atOnce(move(one, two), move(two, one))).toEqual(['100001', '100006'])
})

test('a role or user group that is removed while it is granted is refused to one of the two, as a call that came later', async () => {
  const { user_id } = await makeUser(server)
  const role_id = async () => (await makeRole(server, { permissions: ['P00000'] })).role_id
  const [granted, removed] = [await role_id(), await role_id()]
  const give = (id: number) => as('admin', 'PUT', '/user', { user_id, role_ids: [id] })
  const remove = (id: number) => as('admin', 'DELETE', '/yun/user/role', { role_id: id })
  expect(await atOnce(give(granted), remove(granted))).toEqual(['100001', '202003'])
  expect(await atOnce(remove(removed), give(removed))).toEqual(['100001', '100006'])

  const { user_group_id } = (
    await server.call('admin', 'POST', '/yun/user/group', { group_name: '丙', parent_id: null })
  ).data
  const into = as('admin', 'PUT', '/user', { user_id, user_group_id })
  expect(await atOnce(as('admin', 'DELETE', '/yun/user/group', { user_group_id }), into)).toEqual(['100001', '202001'])
})

test('a session as somebody else serves nobody whose own account is locked', async () => {
  const { user_id } = await makeUser(server, { user_group_id: ids.group('东区') })
  const maker = ids.user('manager')
  const signedIn = { user_name: 'manager', password: 'demo1234' }
  const own = (await server.call(null, 'POST', '/yun/v2/user/login', signedIn)).data.token
  const { data } = await asToken(server, own)('POST', '/yun/v2/user/login/simulate', { user_id })
  const whoIs = asToken(server, data.token)
  expect((await whoIs('GET', '/yun/userInfo')).meta.code).toBe('100001')
  const setActive = (is_active: 0 | 1) =>
    server.db.system((q) => q.updateTable('app_user').set({ is_active }).where('user_id', '=', maker).execute())
  await setActive(0)
  server.sessions.changed(1)
  expect((await whoIs('GET', '/yun/userInfo')).meta.code).toBe('100009')
  await setActive(1)
})

test('a session that begins while its user is being deleted ends with the user, and its page is told', async () => {
  const { user_id, user_name } = await makeUser(server)
  const deleted = as('admin', 'DELETE', '/user', { user_ids: [user_id] })
  const heard: unknown[] = []
  const stop = server.sessions.onRevoked((_hash, reason) => heard.push(reason))
  const signsIn = async () => {
    expect((await server.call(user_name, 'GET', '/yun/userInfo')).meta.code).toBe('100001')
    return server.call('admin', 'PUT', '/yun/userInfo/privilege/edit', { user_id, permissions: [] })
  }
  expect(await atOnce(deleted, signsIn)).toEqual(['100001', '110310'])
  stop()
  expect(heard).toEqual(['disabled'])
  expect((await server.call(user_name, 'GET', '/yun/userInfo')).meta.code).toBe('100009')
})

/** Ends all sessions as a user once calls of these, a while later, wait until the user's row is let go; answers who called. */
async function endedMeanwhile(user_id: number, tokens: readonly string[]) {
  const later = openSessions(server.db, () => Date.now() + 2 * MINUTE_MS)
  let kept: Promise<unknown[]> = Promise.resolve([])
  const isRowAwaited = async () => {
    const { rows } = await server.db.system((q) =>
      sql`select from pg_locks where locktype = 'transactionid' and not granted`.execute(q),
    )
    expect(rows).toHaveLength(1)
  }
  await server.db.system(async (q) => {
    await q.selectFrom('app_user').select('user_id').where('user_id', '=', user_id).forNoKeyUpdate().execute()
    kept = Promise.all(tokens.map(later.callerOf))
    await vi.waitFor(isRowAwaited, { timeout: 20_000 })
    await server.sessions.endWithin(q, { tenant_id: 1, user_ids: [user_id] }, 'role')
  })
  return kept
}

test('a session of which a call is kept ends meanwhile without either failing', async () => {
  const { user_id, user_name } = await makeUser(server)
  const token = await server.sessions.create({ tenant_id: 1, user_id, address: '', agent: '' })
  expect(await endedMeanwhile(user_id, [token])).toMatchObject([{ user_name }])
})

test('a session as somebody else of which a call is kept with one of that user ends meanwhile without any failing', async () => {
  const { user_id, user_name } = await makeUser(server, { user_group_id: ids.group('东区') })
  const session = { tenant_id: 1, user_id, address: '', agent: '' }
  const by = { user_id: ids.user('manager'), user_name: 'manager' }
  const tokens = [await server.sessions.create({ ...session, by }), await server.sessions.create(session)]
  expect(await endedMeanwhile(user_id, tokens)).toMatchObject([{ by }, { by: null, user_name }])
})
