import type { MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { topics } from '../../../core/contract/telemetry.ts'
import { startTestBroker } from '../../../tests/server/broker.ts'
import { makeDevice, openTestSide, passwordOf, type TestSide } from '../../../tests/server/devices.ts'
import { EdgeNode, metric } from '../../../tests/server/edge-node.ts'
import { openGate } from '../../../tests/server/gate.ts'
import { cheapHash } from '../../../tests/server/passwords.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { openSharedTime, type SharedTime } from '../limits/shared-time.ts'

const until = (check: () => unknown) => vi.waitFor(check)

const KB = 1024
/** What a device may send at once. */
const MINUTE_BYTES = 60 * KB
const [BEFORE, AFTER] = [2, 1]

let store: TestStore
let db: Db
let side: TestSide
let count = 0
/** The clock of the rates, which the tests move. */
let clock = 0
/** While it is closed, messages wait for their organisation's share of the event loop. */
let gate: ReturnType<typeof openGate> | null = null
let waiting = 0
const shared = openSharedTime()
const time: SharedTime = {
  ...shared,
  atOnce: (...work) => gate === null && shared.atOnce(...work),
  async slice(owner, work, member) {
    if (gate) {
      waiting++
      await gate.promise
    }
    return shared.slice(owner, work, member)
  },
}

beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
})
afterAll(async () => {
  await db.close()
  await store.stop()
})
beforeEach(async () => {
  gate = null
  waiting = 0
  side = await openTestSide(db, { rates: { ofDevice: KB, ofTenant: 1e9, now: () => clock }, time })
})
afterEach(async () => {
  gate?.resolve()
  expect(side.errors).toEqual([])
  await side.close()
})

const points = [
  { key: 'n', data_type: 'number' as const },
  { key: 't', data_type: 'string' as const },
]

async function newDevice(input: Parameters<typeof makeDevice>[2] = {}): Promise<string> {
  const sn = `SENDER${++count}`
  await makeDevice(db, sn, { tenant_id: BEFORE, points, ...input })
  await side.fleet.reload(sn)
  return sn
}

const end = (sn: string) =>
  db.system((q) =>
    q
      .updateTable('device')
      .set({ deregistered_time: Date.now() })
      .where('sn_code', '=', sn)
      .where('deregistered_time', 'is', null)
      .execute(),
  )

/** Its organisation deregisters it, and another one registers the SN, with a password of its own. */
async function handOver(sn: string): Promise<void> {
  await end(sn)
  await side.fleet.reload(sn)
  await makeDevice(db, sn, { tenant_id: AFTER, points })
  await side.fleet.reload(sn)
}

/** It is transferred to another organisation with its points, and with its password. */
async function transfer(sn: string): Promise<void> {
  const { device_id } = side.device(sn)
  await end(sn)
  await makeDevice(db, sn, { tenant_id: AFTER })
  await db.system(async (q) => {
    const rows = await q
      .selectFrom('device')
      .select(['device_id', 'password_hash'])
      .where('sn_code', '=', sn)
      .orderBy('device_id')
      .execute()
    const password_hash = rows[0]?.password_hash
    const its = rows[1]?.device_id
    await q.updateTable('device').set({ password_hash }).where('device_id', '=', Number(its)).execute()
    await q.updateTable('point').set({ tenant_id: AFTER, device_id: its }).where('device_id', '=', device_id).execute()
  })
  await side.fleet.reload(sn)
}

async function setPassword(sn: string, password_hash = cheapHash(passwordOf(sn))): Promise<void> {
  await db.system((q) => q.updateTable('device').set({ password_hash }).where('sn_code', '=', sn).execute())
  await side.fleet.reload(sn)
}

const logOf = async (sn: string) => {
  const rows = await db.system((q) =>
    q.selectFrom('device_log').select('kind').where('device_id', '=', side.device(sn).device_id).execute(),
  )
  return rows.map(({ kind }) => kind)
}

const slowed = async () => (await side.metrics.slowed.get()).values[0]?.value ?? 0
const dropped = () => side.refused('other_device')

const reading = (n: number, bytes = 1) => JSON.stringify({ ts: Date.now(), values: { n } }).padEnd(bytes)

/** Sends a message that is to wait. `isAcknowledged` says whether it was acknowledged all the same. */
function send(client: MqttClient, topic: string, text: string) {
  const sent = { isAcknowledged: false }
  client.publish(topic, text, { qos: 1 }, (error) => {
    sent.isAcknowledged = !error
  })
  return sent
}

const closed = (client: MqttClient) => until(() => expect(client.connected).toBe(false))

/** A device that has used its minute up, and a reading of it that waits. */
async function withWaiting(sn: string) {
  const client = await side.connect(sn)
  await client.publishAsync(topics.telemetry(sn), reading(1, MINUTE_BYTES), { qos: 1 })
  const sent = send(client, topics.telemetry(sn), reading(666))
  await until(async () => expect(await slowed()).toBe(1))
  return { client, sent }
}

test('a reading that waits is not taken for the device of another organisation that has its SN by then, and waits no longer', async () => {
  const sn = await newDevice()
  const { client, sent } = await withWaiting(sn)
  await handOver(sn)
  await until(async () => expect(await dropped()).toBe(1))
  await closed(client)
  expect(sent.isAcknowledged).toBe(false)
  expect(side.device(sn)).toMatchObject({ tenant_id: AFTER, report_time: null })
  expect(await side.history(sn, 'n')).toEqual([])
})

test('the next device of an SN waits for nothing that the one before has sent', async () => {
  const sn = await newDevice()
  await withWaiting(sn)
  await handOver(sn)
  const next = await side.connect(sn, { clientId: 'next' })
  await next.publishAsync(topics.telemetry(sn), reading(7), { qos: 1 })
  expect(side.point(sn, 'n').value).toBe(7)
  expect(await side.history(sn, 'n')).toHaveLength(1)
})

test('a reading that waits is not taken once the password that its device signed in with is renewed, and who has the new one does not wait', async () => {
  const sn = await newDevice()
  const { client, sent } = await withWaiting(sn)
  await setPassword(sn)
  await until(async () => expect(await dropped()).toBe(1))
  await closed(client)
  expect(sent.isAcknowledged).toBe(false)
  const next = await side.connect(sn, { clientId: 'next' })
  await next.publishAsync(topics.telemetry(sn), reading(7), { qos: 1 })
  expect((await side.history(sn, 'n')).map(([, value]) => value)).toEqual([1, 7])
})

test('a reading that waits is taken where its device was only edited', async () => {
  const sn = await newDevice()
  const { sent } = await withWaiting(sn)
  await db.system((q) => q.updateTable('device').set({ dev_alias: 'East' }).where('sn_code', '=', sn).execute())
  await side.fleet.reload(sn)
  clock += 60_000
  await until(() => expect(sent.isAcknowledged).toBe(true))
  expect(side.point(sn, 'n').value).toBe(666)
  expect(await dropped()).toBe(0)
})

test('readings that wait for the rows that they make are not recorded for the organisation that has their points by then', async () => {
  const sn = await newDevice()
  const client = await side.connect(sn)
  const readings = Array.from({ length: 300 }, (_, i) => ({ ts: Date.now() - (i + 2) * HOUR_MS, values: { n: i } }))
  const sent = send(client, topics.telemetry(sn), JSON.stringify(readings))
  await until(async () => expect(await slowed()).toBe(1))
  await transfer(sn)
  await until(async () => expect(await dropped()).toBe(1))
  await closed(client)
  expect(sent.isAcknowledged).toBe(false)
  expect(side.device(sn)).toMatchObject({ tenant_id: AFTER, report_time: null })
  expect(await side.history(sn, 'n')).toEqual([])
})

test('readings and lines of the log that wait for the event loop are nobody else’s', async () => {
  const sn = await newDevice()
  const client = await side.connect(sn)
  gate = openGate()
  send(client, topics.telemetry(sn), reading(666))
  send(client, topics.log(sn), JSON.stringify({ level: 'error', text: 'of the one before' }))
  await until(() => expect(waiting).toBe(2))
  await handOver(sn)
  gate.resolve()
  await until(async () => expect(await dropped()).toBe(2))
  await closed(client)
  await until(() => expect(side.device(sn).connected).toBe(false))
  expect(side.point(sn, 'n').value).toBeNull()
  const last = await side.connect(sn, { clientId: 'next' })
  await last.endAsync()
  // Written in their order: there is nothing of the one before.
  await until(async () => expect(await logOf(sn)).toEqual(['connected', 'disconnected']))
})

test('what an unregistered device sent is its own when it is registered with its password meanwhile, and dropped when the SN is with another', async () => {
  const hashOf = async (sn: string) =>
    (
      await db.system((q) =>
        q.selectFrom('unregistered_device').select('password_hash').where('sn_code', '=', sn).executeTakeFirstOrThrow(),
      )
    ).password_hash
  for (const [sn, isSame] of [
    ['NOBODYS1', true],
    ['NOBODYS2', false],
  ] as const) {
    const client = await side.connect(sn)
    gate = openGate()
    waiting = 0
    send(client, topics.telemetry(sn), reading(5))
    await until(() => expect(waiting).toBe(1))
    const hash = await hashOf(sn)
    await makeDevice(db, sn, { points })
    await setPassword(sn, isSame ? hash : undefined)
    gate.resolve()
    gate = null
    if (isSame) await until(() => expect(side.point(sn, 'n').value).toBe(5))
    else await until(async () => expect(await dropped()).toBe(1))
  }
  expect(side.point('NOBODYS2', 'n').value).toBeNull()
})

test('births of a node that wait are not those of the node of another organisation that has its SN by then', async () => {
  const [gateway, meter] = [await newDevice(), await newDevice({ tenant_id: AFTER, awaited_time: Date.now() })]
  const node = await EdgeNode.connect(gateway, side)
  gate = openGate()
  // Neither is acknowledged.
  node.say('NBIRTH', [metric('n', 'Double', 666)]).catch(() => {})
  node.say('DBIRTH', [metric('n', 'Double', 666)], meter).catch(() => {})
  await until(() => expect(waiting).toBe(2))
  await handOver(gateway)
  gate.resolve()
  await until(async () => expect(await dropped()).toBe(2))
  expect(side.point(gateway, 'n').value).toBeNull()
  expect(side.device(meter)).toMatchObject({ behind: null, awaited_time: expect.any(Number) })
})

test('what a node says of a device behind it is not the next device’s of that SN, and the node stays connected', async () => {
  const gateway = await newDevice({ tenant_id: AFTER })
  const meter = await newDevice({ tenant_id: AFTER, behind: gateway })
  const node = await EdgeNode.connect(gateway, side)
  await node.say('NBIRTH', [])
  await node.say('DBIRTH', [metric('n', 'Double', 1)], meter)
  gate = openGate()
  const said = node.say('DDATA', [metric('n', 'Double', 666)], meter)
  await until(() => expect(waiting).toBe(1))
  await end(meter)
  await side.fleet.reload(meter)
  await makeDevice(db, meter, { tenant_id: AFTER, points, behind: gateway })
  await side.fleet.reload(meter)
  gate.resolve()
  await said
  expect(side.point(meter, 'n').value).toBeNull()
  expect(node.client.connected).toBe(true)
})

test('what a node declared is forgotten with its registration', async () => {
  const gateway = await newDevice()
  const node = await EdgeNode.connect(gateway, side)
  await node.say('NBIRTH', [metric('n', 'Double', 1)])
  await handOver(gateway)
  const written = vi.fn()
  node.client.on('message', written)
  const next = await side.connect(gateway, { clientId: 'next' })
  next.on('message', written)
  await next.subscribeAsync(topics.command(gateway))
  await db.system((q) => q.updateTable('point').set({ access: 'rw' }).where('key', '=', 'n').execute())
  await side.fleet.reload(gateway)
  const who = { user_id: 1, user_name: 'admin' }
  await side.commands.write({ device: side.device(gateway), point: side.point(gateway, 'n'), value: 5, ...who })
  await until(() => expect(written.mock.calls.map(([topic]) => topic)).toEqual([topics.command(gateway)]))
})

test('a message of an external broker stays that of who had the SN when it came, however often it is tried, and stops no others', async () => {
  const broker = await startTestBroker()
  const sn = await newDevice()
  let tries = 0
  let isAway = true
  const external = await openTestSide(db, {
    mqttUrl: broker.url,
    append: async (samples, telemetry) => {
      tries++
      if (isAway) throw new Error('the store is away')
      const stored = telemetry.append(samples)
      telemetry.hurry()
      await stored
    },
  })
  const values = async () => (await external.history(sn, 'n')).map(([, value]) => value)
  try {
    const client = await external.connect(sn)
    const publish = (n: number) => client.publishAsync(topics.telemetry(sn), reading(n), { qos: 1 })
    await publish(666)
    await until(() => expect(tries).toBeGreaterThan(0))
    await end(sn)
    await makeDevice(db, sn, { tenant_id: AFTER, points })
    await external.fleet.reload(sn)
    isAway = false
    await publish(7)
    await until(async () => expect(await external.refused('other_device')).toBe(1))
    await until(async () => expect(await values()).toEqual([7]))
    // That broker knows the passwords: whose is renewed here is who it was.
    isAway = true
    tries = 0
    await publish(8)
    await until(() => expect(tries).toBeGreaterThan(0))
    const password_hash = cheapHash('another')
    await db.system((q) => q.updateTable('device').set({ password_hash }).where('sn_code', '=', sn).execute())
    await external.fleet.reload(sn)
    isAway = false
    await until(async () => expect(await values()).toEqual([7, 8]))
  } finally {
    await external.close()
    await broker.stop()
  }
})
