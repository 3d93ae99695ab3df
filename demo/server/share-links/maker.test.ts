import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { makeRole, makeUser, roleInput } from '../../../tests/server/people.ts'
import { documentOf, makeScreen, publish } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { callerOfAny, eitherOf } from '../embed/guests.ts'
import { openBudgets } from '../limits/rates.ts'
import { openPlaces } from '../realtime/places.ts'
import { CLOSE, openRealtime, type RealtimeHub } from '../realtime/realtime.ts'

const LINKS = '/yun/components/share'
const rightsToShare = ['P00000', 'P24000', 'P82000']
let server: TestServer
let hub: RealtimeHub
let screen_id = 0
const sockets: WebSocket[] = []
beforeAll(async () => {
  server = await openTestServer()
  const { fleet, sessions, guests, shares } = server
  const count = { sockets() {}, refused() {}, frames() {} }
  hub = openRealtime({
    places: openPlaces(),
    budgets: openBudgets(1),
    fleet,
    count,
    callerOf: callerOfAny(sessions, guests, shares),
    onRevoked: sessions.onRevoked,
    onKeyChanged: eitherOf(guests.onChanged, shares.onChanged),
    report: (error) => server.defects.push(error),
  })
  hub.attach(server.app.server)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  screen_id = await makeScreen(server, documentOf([]))
  await publish(server)
})
afterAll(async () => {
  for (const socket of sockets) socket.terminate()
  await hub.close()
  await server.close()
})

/** A user who may share what TS0001 shows, and the role by which. */
async function sharer(permissions = rightsToShare) {
  const device_rights = [{ group_id: server.fleet.get('TS0001')?.group_id ?? 0, may_write: false }]
  const { role_id, role_name } = await makeRole(server, { permissions, device_rights })
  const { user_id, user_name } = await makeUser(server, { role_ids: [role_id] })
  const setRole = async (fields: object) => {
    const input = { ...roleInput(role_name, { permissions, device_rights, ...fields }), role_id }
    expect((await server.call('admin', 'PUT', '/yun/user/role/edit', input)).meta.code).toBe('100001')
  }
  const create = async (name = 'x') => {
    const { token } = (await server.call(null, 'POST', '/yun/v2/user/login', { user_name, password: 'demo1234' })).data
    return server.call(null, 'POST', LINKS, { screen_id, sn_code: 'TS0001', name }, { 'x-token': token })
  }
  return { user_id, user_name, setRole, create }
}

const open = (share: string) => server.call(null, 'POST', '/yun/shared/module', { share })

async function visiting(share: string) {
  const { port } = server.app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/sharedComponentsWs`)
  sockets.push(socket)
  const client = { frames: [] as unknown[], closeCode: 0 }
  socket.on('message', (bytes) => client.frames.push(JSON.parse(String(bytes))))
  socket.on('close', (code) => {
    client.closeCode = code
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'auth', share: (await open(share)).data.token }))
  await vi.waitFor(() => expect(client.frames).toMatchObject([{ type: 'ready' }]))
  return client
}

test('a link is made by nobody who may watch alone, nor by who may share alone', async () => {
  for (const held of [
    ['P00000', 'P24000'],
    ['P00000', 'P82000'],
  ])
    expect((await (await sharer(held)).create()).meta.code).toBe('100015')
})

test.each([
  ['may not share', { permissions: ['P00000', 'P24000'] }],
  ['may not watch screens', { permissions: ['P00000', 'P82000'] }],
  ['may not see the device', { device_rights: [] }],
])('a link ends on every page that shows it once its maker %s any more', async (_why, less) => {
  const { create, setRole } = await sharer()
  const { share } = (await create()).data
  const client = await visiting(share)
  await setRole(less)
  expect((await open(share)).meta.code).toBe('118301')
  await vi.waitFor(() => expect(client.closeCode).toBe(CLOSE.unauthenticated))
  await setRole({})
  expect((await open(share)).meta.code).toBe('100001')
})

test('a link is not left behind by somebody who acts as another', async () => {
  const { user_id } = await sharer()
  const { token } = (await server.call('admin', 'POST', '/yun/v2/user/login/simulate', { user_id })).data
  const reply = await server.call(null, 'POST', LINKS, { screen_id, name: 'x' }, { 'x-token': token })
  expect(reply.meta.code).toBe('100015')
  expect(server.defects).toEqual([])
})
