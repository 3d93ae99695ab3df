import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '../../../demo/server/http/openapi.ts'
import { EVERY_CODE, makeRole, makeUser } from '../people.ts'
import { openTestServer, type TestServer } from '../server.ts'
import { openPlant, type Plant } from './plant.ts'
import { Watcher } from './watchers.ts'

/** What a session may do whose password somebody else set, before it has changed it. */
const OPEN = [
  'account.changePassword',
  'organisationSettings.brand',
  'session.heart',
  'session.logout',
  'session.timezone',
  'session.whoAmI',
  'signInRule.read',
]

let server: TestServer
let plant: Plant
let token: string
beforeAll(async () => {
  server = await openTestServer()
  plant = await openPlant(server)
  const { role_id } = await makeRole(server, { permissions: EVERY_CODE })
  const { user_name } = await makeUser(server, { must_change_password: true, role_ids: [role_id] })
  const login = { user_name, password: 'demo1234' }
  token = (await server.call(null, 'POST', '/yun/v2/user/login', login)).data.token
})
afterAll(async () => {
  await plant.close()
  await server.close()
})

test('a session that has to change its password may make these calls and no others', async () => {
  const closed = allCalls().filter(({ endpoint }) => endpoint.needs !== 'public' && !endpoint.beforeOwnPassword)
  const open = allCalls().filter(({ endpoint }) => endpoint.beforeOwnPassword)
  expect(open.map(({ domain, name }) => `${domain}.${name}`).sort()).toEqual(OPEN)
  const made = await Promise.all(
    closed.flatMap(({ domain, name, endpoint: { method, path, also = [] } }) =>
      [path, ...also].map(async (at) => {
        const { meta } = await server.call(null, method, at.replace(/:\w+/g, '1'), {}, { 'x-token': token })
        return [`${domain}.${name} ${at}`, meta.code]
      }),
    ),
  )
  expect(made.length).toBeGreaterThan(200)
  expect(made.filter(([, code]) => code !== '110006')).toEqual([])
})

test('a session that has to change its password opens no socket', async () => {
  const watcher = await new Watcher(plant.url, undefined).signIn(token)
  expect(watcher.hears('"ready"')).toBe(false)
  expect(watcher.hears('110006')).toBe(true)
  watcher.end()
})
