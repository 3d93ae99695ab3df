import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { topics } from '../../../core/contract/telemetry.ts'
import { startTestBroker, type TestBroker } from '../../../tests/server/broker.ts'
import { makeDevice, openTestSide, type TestSide, type TestSideOptions } from '../../../tests/server/devices.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'

/** Waits for what a busy machine may take long to do. */
const until = (check: () => unknown) => vi.waitFor(check)

let store: TestStore
let db: Db
let broker: TestBroker

beforeAll(async () => {
  broker = await startTestBroker()
  store = await startEmbedded()
  db = await openDb(store.place)
})

afterAll(async () => {
  await db.close()
  await broker.stop()
  await store.stop()
})

const open = (options: TestSideOptions = {}): Promise<TestSide> => openTestSide(db, { mqttUrl: broker.url, ...options })
const newDevice = (sn_code: string) =>
  makeDevice(db, sn_code, { points: [{ key: 'level', data_type: 'number', access: 'rw' }] })
const levels = async (side: TestSide, sn_code: string): Promise<unknown[]> =>
  (await side.history(sn_code, 'level')).map(([, value]) => value)
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

/** Publishes `count` numbered readings; with times of their own unless they are stamped by their receipt. */
async function publish(sn_code: string, count: number, isStamped = true): Promise<void> {
  const client = await mqtt.connectAsync(broker.url)
  const began = Date.now() - count
  for (const level of numbers(count)) {
    const reading = isStamped ? { ts: began + level, values: { level } } : { values: { level } }
    await client.publishAsync(topics.telemetry(sn_code), JSON.stringify(reading), { qos: 1 })
  }
  await client.endAsync()
}

test('readings that wait at the broker while the server is down are stored at its next start', async () => {
  await newDevice('W1')
  await (await open()).close()
  await publish('W1', 300)
  const side = await open()
  await until(async () => expect(await levels(side, 'W1')).toEqual(numbers(300)))
  await side.close()
})

test('readings that could not be stored are not acknowledged, and the next start has them', async () => {
  await newDevice('W2')
  const side = await open({ append: () => Promise.reject(new Error('the store is away')) })
  await publish('W2', 30)
  await until(() => expect(side.point('W2', 'level').value).toBe(29))
  await side.close()
  const next = await open()
  await until(async () => expect(await levels(next, 'W2')).toEqual(numbers(30)))
  await next.close()
})

test('readings are stored when the store is back, though nobody sends them again', async () => {
  await newDevice('W3')
  let isAway = true
  const side = await open({
    append: (samples, telemetry) =>
      isAway ? Promise.reject(new Error('the store is away')) : telemetry.append(samples),
  })
  await publish('W3', 30)
  await until(() => expect(side.point('W3', 'level').value).toBe(29))
  isAway = false
  await until(async () => expect(await levels(side, 'W3')).toEqual(numbers(30)))
  await side.close()
})

test('a reading that comes again after a lost connection is stored once', async () => {
  await newDevice('W4')
  let store = () => {}
  const mayStore = new Promise<void>((resolve) => {
    store = resolve
  })
  const side = await open({ append: (samples, telemetry) => mayStore.then(() => telemetry.append(samples)) })
  await publish('W4', 1, false)
  await until(() => expect(side.point('W4', 'level').value).toBe(0))
  broker.cut()
  await until(() => expect(side.broker.isAway()).toBe(true))
  await until(() => expect(side.broker.isAway()).toBe(false))
  store()
  // What comes later is stored later: by then the first one has come again.
  await publish('W4', 2)
  await until(async () => expect(await levels(side, 'W4')).toContain(1))
  expect((await levels(side, 'W4')).filter((level) => level === 0)).toHaveLength(2)
  await side.close()
})

test('a device that dies while the broker is down is not connected when the broker is back, and a living one is', async () => {
  await newDevice('W5')
  await newDevice('W6')
  const side = await open()
  const dead = await side.connect('W5')
  await dead.publishAsync(topics.status('W5'), 'online', { qos: 1, retain: true })
  const living = await side.connect('W6', { reconnectPeriod: 100 })
  await living.publishAsync(topics.status('W6'), 'online', { qos: 1, retain: true })
  await until(() => expect([side.device('W5').connected, side.device('W6').connected]).toEqual([true, true]))

  await broker.breakDown()
  await until(() => expect([side.device('W5').connected, side.device('W6').connected]).toEqual([false, false]))
  expect(side.broker.isAway()).toBe(true)
  await broker.restart({ [topics.status('W5')]: 'online', [topics.status('W6')]: 'online' })
  await until(() => expect(living.connected && !side.broker.isAway()).toBe(true))
  await living.publishAsync(topics.status('W6'), 'online', { qos: 1, retain: true })
  await until(() => expect(side.device('W6').connected).toBe(true))
  expect(side.device('W5').connected).toBe(false)
  expect(side.warnings).toEqual([
    expect.stringMatching(/^The MQTT broker mqtt:\S+ of MQTT_URL is away/),
    expect.stringMatching(/^The MQTT broker mqtt:\S+ of MQTT_URL is back after \d+ s\.$/),
  ])
  await side.close()
})

test('a command to a device while the broker is down is refused at once and never sent later', async () => {
  await newDevice('W7')
  const side = await open()
  await broker.breakDown()
  await until(() => expect(side.broker.isAway()).toBe(true))
  await expect(side.broker.publish(topics.command('W7'), '{"late":true}')).rejects.toThrow('is away')

  await broker.restart()
  const device = await side.connect('W7')
  const heard: string[] = []
  device.on('message', (_topic, payload) => void heard.push(payload.toString()))
  await device.subscribeAsync(topics.command('W7'), { qos: 1 })
  await until(() => expect(side.broker.isAway()).toBe(false))
  await side.broker.publish(topics.command('W7'), '{"late":false}')
  await until(() => expect(heard).toEqual(['{"late":false}']))
  await side.close()
})
