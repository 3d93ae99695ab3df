import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { topics } from '../../../core/contract/telemetry.ts'
import { makeDevice, openTestSide, type TestSide } from '../../../tests/server/devices.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'

/** Waits for what a busy machine may take long to do. */
const until = (check: () => unknown) => vi.waitFor(check)

let store: TestStore
let db: Db
let side: TestSide

beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
  await makeDevice(db, 'M5', { points: [{ key: 'level', data_type: 'number', access: 'rw' }] })
  side = await openTestSide(db)
})

afterAll(async () => {
  expect(side.errors).toEqual([])
  await side.close()
  await db.close()
  await store.stop()
})

test('a device of MQTT 5 reports, gets commands and leaves a will', async () => {
  const client = await side.connect('M5', {
    protocolVersion: 5,
    clientId: '',
    properties: { sessionExpiryInterval: 3600, topicAliasMaximum: 10 },
    will: { topic: topics.status('M5'), payload: Buffer.from('offline'), qos: 1, properties: { willDelayInterval: 0 } },
  })
  for (const qos of [0, 1, 2] as const) {
    const payload = JSON.stringify({ ts: Date.now() - 1000 + qos, values: { level: qos } })
    await client.publishAsync(topics.telemetry('M5'), payload, { qos, properties: { userProperties: { a: 'b' } } })
  }
  await until(async () => expect(await side.history('M5', 'level')).toHaveLength(3))
  const got: string[] = []
  client.on('message', (topic) => got.push(topic))
  const granted = await client.subscribeAsync(topics.command('M5'), { qos: 1 })
  expect(granted.map(({ qos }) => qos)).toEqual([1])
  await expect(client.subscribeAsync(topics.command('OTHER'))).rejects.toThrow()
  await side.commands.write({
    device: side.device('M5'),
    point: side.point('M5', 'level'),
    value: 5,
    user_id: 1,
    user_name: 'admin',
  })
  await until(() => expect(got).toEqual([topics.command('M5')]))
  await client.unsubscribeAsync([topics.command('M5'), 'v1/devices/M5/x'])
  await client.endAsync()
  await until(() => expect(side.device('M5').connected).toBe(false))
})

test('an MQTT 5 device is refused a message outside its own topics, and its valid ones go on', async () => {
  const client = await side.connect('M5', { protocolVersion: 5 })
  for (const qos of [1, 2] as const) {
    // Twice: a refusal leaves the number of its message free.
    for (const topic of [topics.telemetry('OTHER'), 'plant/anything']) {
      await expect(client.publishAsync(topic, '{}', { qos })).rejects.toMatchObject({ code: 0x87 })
    }
    const ts = Date.now() - 60_000 + qos
    await client.publishAsync(topics.telemetry('M5'), JSON.stringify({ ts, values: { level: 40 + qos } }), { qos })
  }
  await until(async () => {
    const values = JSON.stringify(await side.history('M5', 'level'))
    expect(values).toContain('41')
    expect(values).toContain('42')
  })
  await client.endAsync()
})

test('a wrong password is refused by an MQTT 5 reason code', async () => {
  await expect(side.connect('M5', { protocolVersion: 5, password: 'wrong' })).rejects.toMatchObject({ code: 0x86 })
})
