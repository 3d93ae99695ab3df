import mqtt, { type IClientOptions } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeDevice, openTestSide, type TestSide } from '../../../tests/server/devices.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { deleteUnseen } from '../db/unregistered-rows.ts'

let store: TestStore
let db: Db
let side: TestSide

const until = (check: () => unknown) => vi.waitFor(check)

beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
  // The limits' clock stands: no try comes back while a slow machine is at it.
  side = await openTestSide(db, { now: () => 0 })
})

afterAll(async () => {
  expect(side.errors).toEqual([])
  await side.close()
  await db.close()
  await store.stop()
})

const kept = () => db.system((q) => q.selectFrom('unregistered_device').select('sn_code').execute())

/** A sign-in with a wrong password, which is refused. */
const refuse = (username: string, password: string, options: IClientOptions = {}) =>
  expect(
    mqtt.connectAsync(side.url, { username, password, reconnectPeriod: 0, ...options }, false),
  ).rejects.toMatchObject({ code: 4 })

test("a client that fails to sign in writes no words of its own into a device's log, and blocks no other log", async () => {
  for (const sn of ['LOG1', 'LOG2']) {
    await makeDevice(db, sn, { tenant_id: sn === 'LOG1' ? 1 : 2 })
    await side.fleet.reload(sn)
  }
  await refuse('LOG1', 'wrong', { will: { topic: 'evil\0', payload: Buffer.from(''), qos: 0, retain: false } })
  await until(async () => expect(await side.logOf('LOG1')).toMatchObject([{ reason: 'sign_in_password' }]))
  await side.connect('LOG2', {
    clientId: 'a\0\ud800',
    will: { topic: 'evil\0', payload: Buffer.from(''), qos: 0, retain: false },
  })
  await until(async () => {
    expect(await side.logOf('LOG2')).toMatchObject([
      { kind: 'refused', reason: 'topic', topic: 'evil\ufffd' },
      { kind: 'connected' },
    ])
  })
  expect(await side.logOf('LOG1')).toHaveLength(1)
})

test('parallel password tries count as many as sequential ones', async () => {
  await makeDevice(db, 'GUESS1')
  await side.fleet.reload('GUESS1')
  await Promise.all([...Array(30).keys()].map((n) => refuse('GUESS1', `guess${n}`)))
  const { values } = await side.metrics.authFailures.get()
  expect(values.find(({ labels }) => labels.reason === 'too_many')?.value).toBe(20)
})

test('one network can bring 10 unknown SNs a minute, before their passwords are hashed', async () => {
  const other = await openTestSide(db, { now: () => 0 })
  try {
    const before = (await kept()).length
    const answers = await Promise.allSettled([...Array(25).keys()].map((n) => other.connect(`FLOOD${n}`)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
    expect(new Set(refused)).toEqual(new Set([3]))
    expect((await kept()).length - before).toBe(10)
    await makeDevice(db, 'KNOWN1')
    await other.connect('KNOWN1')
  } finally {
    await other.close()
  }
})

test('an unregistered device that was not seen for long is deleted, and one that signs in again is not', async () => {
  const other = await openTestSide(db)
  try {
    for (const sn of ['SEEN1', 'SEEN2']) await (await other.connect(sn)).endAsync()
    await db.system((q) => q.updateTable('unregistered_device').set({ last_seen_time: 1 }).execute())
    await other.connect('SEEN1')
    await db.system((q) => deleteUnseen(q, 1000))
    expect(await kept()).toEqual([{ sn_code: 'SEEN1' }])
  } finally {
    await other.close()
  }
})

test('a device disconnected by the server is gone, whatever the case of its SN', async () => {
  const client = await side.connect('GUEST1')
  side.broker.disconnect('guest1')
  await until(() => expect(client.connected).toBe(false))
})

test("only `online` and `offline` of a device's retained states are kept, under one spelling", async () => {
  await makeDevice(db, 'Keep1')
  await side.fleet.reload('Keep1')
  const client = await side.connect('Keep1')
  const say = (sn: string, payload: string) =>
    client.publishAsync(`v1/devices/${sn}/status`, payload, { qos: 1, retain: true })
  await say('Keep1', 'x'.repeat(100_000))
  await say('KEEP1', 'online')
  await say('keep1', 'offline')
  const kept: string[][] = []
  const later = await side.connect('Keep1')
  later.on('message', (topic, payload) => kept.push([topic, payload.toString()]))
  await later.subscribeAsync(['Keep1', 'KEEP1', 'keep1'].map((sn) => `v1/devices/${sn}/status`))
  await until(() => expect(kept.length).toBeGreaterThan(0))
  await later.subscribeAsync('v1/devices/Keep1/command')
  expect(kept).toEqual([['v1/devices/Keep1/status', 'offline']])
})

/** The store as the sign-in sees it, with something that happens after so many of its looks. */
const storeWith = (looks: number, happens: () => Promise<unknown>): Db => {
  let looked = 0
  return Object.create(db, {
    unknown: {
      value: async (network: string, work: Parameters<Db['unknown']>[1]) => {
        const found = await db.unknown(network, work)
        if (++looked === looks) await happens()
        return found
      },
    },
  })
}

test.each([1, 2, 3])(
  'a client whose SN is registered after look %i of its sign-in is no device of the owner',
  async (looks) => {
    const sn = `TAKEN${looks}`
    const register = async () => {
      await makeDevice(db, sn)
      await other.fleet.reload(sn)
    }
    const other = await openTestSide(storeWith(looks, register), { now: () => 0 })
    try {
      const stranger = await other.connect(sn, { password: 'its own' }).catch(() => null)
      await until(() => expect(stranger?.connected ?? false).toBe(false))
      expect(other.device(sn).connected).toBe(false)
      const device = await other.connect(sn)
      await device.publishAsync(`v1/devices/${sn}/telemetry`, '{"values":{"level":1}}', { qos: 1 })
      expect(other.device(sn)).toMatchObject({ connected: true })
      expect([...other.device(sn).points.keys()]).toEqual(['level'])
    } finally {
      await other.close()
    }
  },
)

describe('a client that signed in before its SN was registered with another password', () => {
  let count = 0
  const connected = async () => {
    const sn = `EARLY${++count}`
    const client = await side.connect(sn, { password: 'its own' })
    await client.subscribeAsync(`v1/devices/${sn}/#`)
    const heard: string[] = []
    client.on('message', (topic) => heard.push(topic))
    await makeDevice(db, sn)
    await side.fleet.reload(sn)
    return { sn, client, heard, ended: () => until(() => expect(client.connected).toBe(false)) }
  }

  test('a client of before says nothing for the registered device: its connection ends at its next message', async () => {
    const { sn, client, ended } = await connected()
    client.publish(`v1/devices/${sn}/telemetry`, '{"values":{"forged":1}}', { qos: 1 })
    await ended()
    expect(side.device(sn).points.size).toBe(0)
    await until(async () =>
      expect(await side.logOf(sn)).toEqual([{ kind: 'disconnected', reason: 'signed in with another password' }]),
    )
  })

  test('a client of before hears no command of the registered device: its connection ends instead', async () => {
    const { sn, heard, ended } = await connected()
    await side.broker.publish(`v1/devices/${sn}/command`, '{}')
    await ended()
    expect(heard).toEqual([])
  })

  test('a client of before subscribes to nothing of the registered device: its connection ends instead', async () => {
    const { sn, client, ended } = await connected()
    client.subscribe(`v1/devices/${sn}/command`)
    await ended()
  })
})

test('a device that is registered with the password that it signed in with stays connected', async () => {
  const sn = 'STAYS1'
  const client = await side.connect(sn)
  const { password_hash } = await db.system((q) =>
    q.selectFrom('unregistered_device').select('password_hash').where('sn_code', '=', sn).executeTakeFirstOrThrow(),
  )
  await makeDevice(db, sn)
  await db.system((q) => q.updateTable('device').set({ password_hash }).where('sn_code', '=', sn).execute())
  await side.fleet.reload(sn)
  await client.publishAsync(`v1/devices/${sn}/telemetry`, '{"values":{"level":1}}', { qos: 1 })
  expect([...side.device(sn).points.keys()]).toEqual(['level'])
  expect(client.connected).toBe(true)
})
