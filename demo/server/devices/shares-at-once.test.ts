import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openGate } from '../../../tests/server/gate.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { endSoon, type Member, openSharing, type Sharing } from '../../../tests/server/sharing.ts'
import { callerOfAny } from '../embed/guests.ts'
import { openBudgets } from '../limits/rates.ts'
import { openPlaces } from '../realtime/places.ts'
import { openRealtime, type RealtimeHub } from '../realtime/realtime.ts'

let server: TestServer
let hub: RealtimeHub
let people: Sharing
const sockets: WebSocket[] = []
beforeAll(async () => {
  server = await openTestServer()
  people = await openSharing(server)
  const { fleet, sessions, guests, shares } = server
  hub = openRealtime({
    places: openPlaces(),
    budgets: openBudgets(1),
    fleet,
    count: { sockets() {}, refused() {}, frames() {} },
    callerOf: callerOfAny(sessions, guests, shares),
    onRevoked: sessions.onRevoked,
    onKeyChanged: guests.onChanged,
    onRegrouped: sessions.onRegrouped,
    report: (error) => server.defects.push(error),
  })
  hub.attach(server.app.server)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  for (const socket of sockets) socket.terminate()
  await hub.close()
  expect(server.defects).toEqual([])
  await server.close()
})

const share = ({ call }: Member, sn_code: string, to: Member, more: object = {}) =>
  call('POST', '/dev/share', { sn_code, user_ids: [to.user_id], ...more })
const recycle = ({ call }: Member, sn_code: string, from: Member) =>
  call('DELETE', '/dev/share', { sn_code, user_ids: [from.user_id] })

async function watching({ user_name }: Member, sn_code: string) {
  const { data } = await server.call(null, 'POST', '/yun/v2/user/login', { user_name, password: 'demo1234' })
  const { port } = server.app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v2/ws/web/rtd`)
  sockets.push(socket)
  const frames: { type: string; code?: string; channel?: string }[] = []
  socket.on('message', (bytes) => frames.push(...[JSON.parse(String(bytes))].flat()))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'auth', token: data.token }))
  socket.send(JSON.stringify({ type: 'subscribe', channels: [`device/${sn_code}`] }))
  await vi.waitFor(() => expect(frames.map(({ type }) => type)).toContain('snapshot'))
  return frames
}

test.each<[why: string, end: (sn_code: string, owner: Member, friend: Member) => Promise<{ meta: { code: string } }>]>([
  ['taken back', (sn_code, owner, friend) => recycle(owner, sn_code, friend)],
  ['given back', (sn_code, _owner, friend) => friend.call('DELETE', '/dev/share/received', { sn_code })],
  ['deregistered', (sn_code, owner) => owner.call('DELETE', '/dev', { sn_code })],
  [
    'shared by somebody who is locked',
    (_sn, { user_id }) => server.call('admin', 'PUT', '/user/active', { user_ids: [user_id], isActive: 0 }),
  ],
])('a socket hears no more of a device that is %s', async (_why, end) => {
  const [owner, friend] = [await people.sharer(), await people.recipient()]
  const sn_code = await people.device(owner)
  await share(owner, sn_code, friend)
  const frames = await watching(friend, sn_code)
  expect((await end(sn_code, owner, friend)).meta.code).toBe('100001')
  await vi.waitFor(() =>
    expect(frames.at(-1)).toMatchObject({ type: 'refused', code: '110509', channel: `device/${sn_code}` }),
  )
})

test('a socket hears no more of a device whose share has come to its time', async () => {
  const [owner, friend] = [await people.sharer(), await people.recipient()]
  const sn_code = await people.device(owner)
  await share(owner, sn_code, friend)
  const frames = await watching(friend, sn_code)
  const until_time = await endSoon((until_time) => share(owner, sn_code, friend, { until_time }))
  await vi.waitFor(() => expect(frames.at(-1)).toMatchObject({ type: 'refused', code: '110509' }), 20_000)
  expect(Date.now()).toBeGreaterThanOrEqual(until_time)
})

test('a write that is under way when the share ends is not sent', async () => {
  const [owner, friend] = [await people.sharer(), await people.recipient()]
  const sn_code = await people.device(owner)
  await share(owner, sn_code, friend, { may_write: true })
  // The store has one connection: whoever comes later waits in line.
  const gate = openGate()
  const held = server.db.system(() => gate.promise)
  const writing = friend.call('POST', '/dev/controls', { sn_code, key: 'set', value: 1 })
  const ending = recycle(owner, sn_code, friend)
  gate.resolve()
  await held
  expect((await ending).meta.code).toBe('100001')
  const { meta } = await writing
  const wasSent = server.sent.some(({ topic }) => topic.includes(sn_code))
  expect(wasSent).toBe(meta.code === '100001')
  expect((await friend.call('POST', '/dev/controls', { sn_code, key: 'set', value: 1 })).meta.code).toBe('110509')
})

type Step = {
  is: 'share' | 'recycle' | 'leave' | 'deregister' | 'restore' | 'lock' | 'unlock' | 'offer' | 'accept' | 'give up'
  who: number
}

test('whatever is shared, taken back, left, offered, transferred, deregistered and locked in any order leaves no share, offer or right behind', async () => {
  const owner = await people.sharer()
  const members = [owner, await people.recipient(), await people.recipient()]
  const sn_code = await people.device(owner)
  const device_id = server.fleet.get(sn_code)?.device_id
  const activate = (who: Member, isActive: 0 | 1) =>
    server.call('admin', 'PUT', '/user/active', { user_ids: [who.user_id], isActive })
  const model = {
    shared: new Set<number>(),
    locked: new Set<number>(),
    isGone: false,
    isOffered: false,
    /** Of another organisation, which it went to. */
    isTheirs: false,
  }
  const rival = (method: string, path: string, input: object) => server.call('rival', method, path, input)
  const signInAgain = async (who: number) => {
    const member = members[who] as Member
    members[who] = { ...member, call: await people.signedIn(member) }
  }

  async function run({ is, who }: Step): Promise<void> {
    const [maker, one] = [members[0] as Member, members[who] as Member]
    const isOpen = !model.isGone && !model.locked.has(0)
    if (is === 'share') {
      await share(maker, sn_code, one)
      if (isOpen && who !== 0 && !model.locked.has(who)) model.shared.add(who)
    } else if (is === 'recycle') {
      await recycle(maker, sn_code, one)
      if (isOpen) model.shared.delete(who)
    } else if (is === 'leave') {
      await one.call('DELETE', '/dev/share/received', { sn_code })
      model.shared.delete(who)
    } else if (is === 'deregister') {
      await server.call('admin', 'DELETE', '/dev', { sn_code })
      model.isGone = true
      model.isOffered = false
      model.shared.clear()
    } else if (is === 'restore') {
      await server.call('admin', 'PUT', '/dev/deregistered', { device_id })
      if (!model.isTheirs) model.isGone = false
    } else if (is === 'offer') {
      await maker.call('POST', '/dev/transfer', { sn_code, user_name: 'rival' })
      if (isOpen) model.isOffered = true
    } else if (is === 'accept') {
      const { rows } = (await rival('GET', '/dev/transfer', { of: 'received' })).data
      expect(rows).toHaveLength(model.isOffered ? 1 : 0)
      for (const { offer_id } of rows) await rival('PUT', '/dev/transfer', { offer_id })
      if (!model.isOffered) return
      Object.assign(model, { isGone: true, isTheirs: true, isOffered: false })
      model.shared.clear()
    } else if (is === 'give up') {
      await rival('DELETE', '/dev', { sn_code })
      model.isTheirs = false
    } else if (is === 'lock') {
      await activate(one, 0)
      model.locked.add(who)
      model.shared.delete(who)
      if (who === 0) {
        model.shared.clear()
        model.isOffered = false
      }
    } else if (model.locked.has(who)) {
      await activate(one, 1)
      model.locked.delete(who)
      await signInAgain(who)
    }
  }

  async function check(): Promise<void> {
    const { rows } = await server.db.system((q) =>
      sql<{ user_id: number }>`select user_id from device_share where device_id = ${device_id}`.execute(q),
    )
    const expected = [...model.shared].map((who) => members[who]?.user_id)
    expect(rows.map(({ user_id }) => user_id).sort()).toEqual(expected.sort())
    const offers = await server.db.system((q) => q.selectFrom('device_offer').select('offer_id').execute())
    expect(offers).toHaveLength(model.isOffered ? 1 : 0)
    const { meta } = await rival('GET', '/rDev', { sn_code })
    expect(meta.code).toBe(model.isTheirs ? '100001' : '110509')
    for (const [who, { call }] of members.entries()) {
      if (who === 0 || model.locked.has(who)) continue
      const { meta } = await call('GET', '/rDev', { sn_code })
      expect(meta.code).toBe(model.shared.has(who) ? '100001' : '110509')
    }
  }

  const step: fc.Arbitrary<Step> = fc.record({
    is: fc.constantFrom(
      ...(['share', 'share', 'recycle', 'leave', 'deregister', 'restore', 'lock', 'unlock'] as const),
      ...(['offer', 'offer', 'accept', 'accept', 'give up'] as const),
    ),
    who: fc.nat(2),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
      for (const one of steps) {
        await run(one)
        await check()
      }
      for (const who of model.locked) await run({ is: 'unlock', who })
      await run({ is: 'give up', who: 0 })
      await run({ is: 'restore', who: 0 })
    }),
    { numRuns: 5, endOnFailure: true },
  )
})
