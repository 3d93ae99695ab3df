import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRole, makeUser } from '../people.ts'
import { uniqueName } from '../screens.ts'
import { openTestServer, type TestServer } from '../server.ts'

let server: TestServer
/** By `METHOD /path`: continues when a call is about to be answered. */
const begun = new Map<string, () => void>()
beforeAll(async () => {
  server = await openTestServer()
  server.app.addHook('preHandler', async (request) => begun.get(`${request.method} ${request.url}`)?.())
})
afterAll(() => server.close())

const begins = (method: string, path: string) => new Promise<void>((resolve) => begun.set(`${method} ${path}`, resolve))
const RENAME = ['PUT', '/dev/basic'] as const
const aliasNow = () => server.fleet.get('TS0001')?.dev_alias
const tenantId = () => server.fleet.get('TS0001')?.tenant_id as number

/** Keeps the store, or the organisation's turn at it, until what is returned is called. */
async function keep(hold: (work: () => Promise<void>) => Promise<unknown>): Promise<() => Promise<void>> {
  let release = () => {}
  let kept: Promise<unknown> = Promise.resolve()
  await new Promise<void>((hasBegun) => {
    kept = hold(
      () =>
        new Promise((resolve) => {
          release = resolve
          hasBegun()
        }),
    )
  })
  return async () => {
    release()
    await kept
  }
}
const keepStore = () => keep((work) => server.db.system(work))
const keepTurn = () => keep((work) => server.db.tenant(tenantId(), work))

/** Who may rename a device, signed in; known to the server, so that no look into the store is needed. */
async function somebody() {
  const groups = await server.db.system((q) =>
    q.selectFrom('device_group').select('group_id').where('tenant_id', '=', tenantId()).execute(),
  )
  const device_rights = groups.map(({ group_id }) => ({ group_id, may_write: true }))
  const permissions = ['P00000', 'P10000', 'P30000', 'P30200']
  const { role_id } = await makeRole(server, { permissions, device_rights })
  const { user_name, user_id } = await makeUser(server, { role_ids: [role_id] })
  const { data } = await server.call(null, 'POST', '/yun/v2/user/login', { user_name, password: 'demo1234' })
  await server.sessions.callerOf(data.token)
  return { token: data.token as string, user_id }
}

const rename = (token: string) => {
  const dev_alias = uniqueName('renamed ')
  const isBegun = begins(...RENAME)
  const done = server.call(null, ...RENAME, { sn_code: 'TS0001', dev_alias }, { 'x-token': token })
  return { dev_alias, isBegun, done }
}

test('a call that waits for the store while its session ends is refused, and writes nothing', async () => {
  const { token, user_id } = await somebody()
  let announceEnd = () => {}
  const release = await keep((hold) =>
    server.db.system(async (q) => {
      await hold()
      const ended = { tenant_id: tenantId(), user_ids: [user_id] }
      announceEnd = await server.sessions.endWithin(q, ended, 'ended')
    }),
  )
  const ownTurn = keepTurn()
  const { dev_alias, isBegun, done } = rename(token)
  await isBegun
  await release()
  announceEnd()
  await (await ownTurn)()
  expect(await done).toMatchObject({ meta: { code: '100009' }, data: { fault: 'ended' } })
  expect(aliasNow()).not.toBe(dev_alias)
})

test('a call that waits for the store is done when its session goes on', async () => {
  const { token } = await somebody()
  const release = await keepStore()
  const { dev_alias, isBegun, done } = rename(token)
  await isBegun
  await release()
  expect(await done).toMatchObject({ meta: { code: '100001' } })
  expect(aliasNow()).toBe(dev_alias)
})

test('whoever signs out is answered, although the session ends meanwhile', async () => {
  const { token } = await somebody()
  expect(await server.call(null, 'POST', '/logout', {}, { 'x-token': token })).toMatchObject({
    meta: { code: '100001' },
  })
})
