import { type AddressInfo, createServer } from 'node:net'
import { Aedes } from 'aedes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { topics } from '../../../core/contract/telemetry.ts'
import { startTestBroker, type TestBroker } from '../../../tests/server/broker.ts'
import { makeDevice, openTestSide, type TestSide } from '../../../tests/server/devices.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { startExternalBroker } from './external-broker.ts'

/** Waits for what a busy machine may take long to do. */
const until = (check: () => unknown) => vi.waitFor(check)

let store: TestStore
let db: Db
let side: TestSide
let broker: TestBroker

beforeAll(async () => {
  broker = await startTestBroker()
  store = await startEmbedded()
  db = await openDb(store.place)
  await makeDevice(db, 'E1', { points: [{ key: 'level', data_type: 'number', access: 'rw' }] })
  side = await openTestSide(db, { mqttUrl: broker.url })
})

afterAll(async () => {
  await side.close()
  await db.close()
  await broker.stop()
  await store.stop()
})

test('readings, states and writes pass through an external broker as through the embedded one', async () => {
  const client = await side.connect('E1', {
    will: { topic: topics.status('E1'), payload: Buffer.from('offline'), qos: 1, retain: true },
  })
  await client.publishAsync(topics.status('E1'), 'online', { qos: 1, retain: true })
  await client.publishAsync(topics.telemetry('E1'), JSON.stringify({ values: { level: 3 } }), { qos: 1 })
  await until(async () => expect(await side.history('E1', 'level')).toHaveLength(1))
  expect(side.device('E1')).toMatchObject({ connected: true, dev_state: 1 })

  client.on('message', (topic, payload) => {
    const { id } = JSON.parse(payload.toString())
    client.publish(`${topic}/${id}/reply`, JSON.stringify({ status: 'done' }), { qos: 1 })
  })
  await client.subscribeAsync(topics.command('E1'), { qos: 1 })
  const { id } = await side.commands.write({
    device: side.device('E1'),
    point: side.point('E1', 'level'),
    value: 5,
    user_id: 1,
    user_name: 'admin',
  })
  await until(async () => expect(await side.commands.steps(1, id)).toMatchObject({ status: 'done' }))

  client.stream.destroy()
  await until(() => expect(side.device('E1').connected).toBe(false))
})

test("malformed or misplaced messages are counted and stop nothing, and the server's own commands are not counted", async () => {
  const client = await side.connect('E1')
  await client.publishAsync(topics.telemetry('E1'), 'no json', { qos: 1 })
  await client.publishAsync('v1/devices/E1/telemetry/more', '{}', { qos: 1 })
  await client.publishAsync(topics.telemetry('E1'), JSON.stringify({ values: { level: 9 } }), { qos: 1 })
  await until(() => expect(side.point('E1', 'level').value).toBe(9))
  expect([await side.refused('not_json'), await side.refused('topic')]).toEqual([1, 1])
})

test('an unregistered SN is recorded, and no password is right for it', async () => {
  const client = await side.connect('E9')
  await client.publishAsync(topics.telemetry('E9'), JSON.stringify({ values: { flow: 9 } }), { qos: 1 })
  await until(async () => {
    const row = await db.system((q) =>
      q.selectFrom('unregistered_device').selectAll().where('sn_code', '=', 'E9').executeTakeFirstOrThrow(),
    )
    expect(row).toMatchObject({ password_hash: '', reported: { flow: 'number' } })
  })
})

test('an unreachable broker is reported at the start, without its password', async () => {
  const parts = { uplink: {} as never, report() {}, warn() {}, hurry() {} }
  await expect(startExternalBroker({ url: 'mqtt://plant:hunter2@127.0.0.1:9', ...parts })).rejects.toThrow(
    'The MQTT broker mqtt://127.0.0.1:9 of MQTT_URL cannot be reached (ECONNREFUSED): ' +
      'start it, mend MQTT_URL, or unset it to use the embedded broker.',
  )
})

test("a broker that refuses the server's name is reported at the start, without its password", async () => {
  const strict = await Aedes.createBroker({ authenticate: (_client, _name, _password, done) => done(null, false) })
  const listening = createServer(strict.handle)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as AddressInfo
  const parts = { uplink: {} as never, report() {}, warn() {}, hurry() {} }
  await expect(startExternalBroker({ url: `mqtt://plant:hunter2@127.0.0.1:${port}`, ...parts })).rejects.toThrow(
    `The MQTT broker mqtt://127.0.0.1:${port} of MQTT_URL refuses us: mend the name and password in MQTT_URL.`,
  )
  await new Promise<void>((resolve) => strict.close(resolve))
  listening.close()
})
