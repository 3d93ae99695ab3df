import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { topics } from '../../../core/contract/telemetry.ts'
import { startTestBroker, type TestBroker } from '../../../tests/server/broker.ts'
import { makeDevice, openTestSide, type TestSide } from '../../../tests/server/devices.ts'
import { openGate } from '../../../tests/server/gate.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { openSharedTime, type SharedTime } from '../limits/shared-time.ts'

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000 })

let store: TestStore
let db: Db
let broker: TestBroker
let side: TestSide
let client: MqttClient
/** The share of organisation 2 has no turn before it opens, nor are points that it names written. */
let gate = openGate()
let isShareHeld = false
let areNamesHeld = false
let isStoreAway = false

const time: SharedTime = {
  ...openSharedTime(),
  atOnce: (owner, work) => {
    if (isShareHeld && owner === 2) return false
    work(() => false)
    return true
  },
  slice: (_owner, work) => gate.promise.then(() => work(() => false)),
}

const heldDb = (): Db => ({
  ...db,
  tenant: (async (tenant_id: number, ...rest: unknown[]) => {
    if (areNamesHeld && tenant_id === 2 && rest[1] === 'backlog') await gate.promise
    return (db.tenant as (...all: unknown[]) => unknown)(tenant_id, ...rest)
  }) as Db['tenant'],
})

beforeAll(async () => {
  broker = await startTestBroker()
  store = await startEmbedded()
  db = await openDb(store.place)
  const points = [{ key: 'n', data_type: 'number' as const }]
  await makeDevice(db, 'CALM1', { points })
  await makeDevice(db, 'LOUD2', { points, tenant_id: 2 })
})

afterAll(async () => {
  await db.close()
  await broker.stop()
  await store.stop()
})

beforeEach(async () => {
  gate = openGate()
  isShareHeld = areNamesHeld = isStoreAway = false
  side = await openTestSide(heldDb(), {
    mqttUrl: broker.url,
    time,
    rates: { ofDevice: 1e9, ofTenant: 1e9 },
    append: async (samples, telemetry) => {
      if (isStoreAway) throw new Error('the store is away')
      const stored = telemetry.append(samples)
      telemetry.hurry()
      await stored
    },
  })
  client = await mqtt.connectAsync(broker.url)
})

afterEach(async () => {
  gate.resolve()
  await client.endAsync()
  await side.close()
})

const send = (sn: string, values: Record<string, number>) =>
  client.publishAsync(topics.telemetry(sn), JSON.stringify({ values }), { qos: 1 })
const stored = async (sn: string) => (await side.history(sn, 'n')).map(([, value]) => value)
/** More than a subscriber has in hand of any broker. */
const flood = async (values: (n: number) => Record<string, number>): Promise<void> => {
  for (let n = 0; n < 1500; n++) await send('LOUD2', values(n))
}

test('a message is stored though a thousand of another organisation wait for their share of the event loop', async () => {
  await send('CALM1', { n: 1 })
  await until(() => expect(side.point('CALM1', 'n').value).toBe(1))
  isShareHeld = true
  await flood((n) => ({ n }))
  await send('CALM1', { n: 2 })
  await until(async () => expect(await stored('CALM1')).toContain(2))
  expect(await side.refused('too_much')).toBeGreaterThan(0)
  await until(async () =>
    expect(await side.logOf('LOUD2')).toContainEqual(expect.objectContaining({ reason: 'too_much' })),
  )
})

test('a message is stored though a thousand of another organisation wait for the points that they name, and so are their known values', async () => {
  await send('CALM1', { n: 3 })
  await until(() => expect(side.point('CALM1', 'n').value).toBe(3))
  areNamesHeld = true
  await flood((n) => ({ n: n + 5000, [`new${n}`]: 1 }))
  await send('CALM1', { n: 4 })
  await until(async () => expect(await stored('CALM1')).toContain(4))
  expect(await side.refused('too_much')).toBeGreaterThan(0)
  await until(async () => expect(await stored('LOUD2')).toContain(6499))
})

test('nothing of an organisation is lost while the store is away, though others wait', async () => {
  isStoreAway = true
  await send('CALM1', { n: 5 })
  await until(() => expect(side.point('CALM1', 'n').value).toBe(5))
  for (let n = 0; n < 300; n++) await send('LOUD2', { n: n + 20_000, padding: 1 })
  await send('CALM1', { n: 6 })
  await until(() => expect(side.errors.length).toBeGreaterThan(0))
  isStoreAway = false
  await until(async () => expect(await stored('CALM1')).toContain(6))
  await until(async () => expect(await stored('LOUD2')).toContain(20_299))
  expect(await side.refused('too_much')).toBe(0)
})
