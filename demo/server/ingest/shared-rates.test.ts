import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { topics } from '../../../core/contract/telemetry.ts'
import { makeDevice, makeVirtual, openTestSide, type TestSide } from '../../../tests/server/devices.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import type { Owner } from '../limits/loop-accounts.ts'
import { openSharedTime, type SharedTime } from '../limits/shared-time.ts'

const until = (check: () => unknown) => vi.waitFor(check)

let store: TestStore
let db: Db
let side: TestSide

/** The clock of the rates, which the tests move. */
let time = 0

const KB = 1024
/** Whose share of the event loop was used. */
const owners = new Set<Owner>()
const shared = openSharedTime()
const sharedTime: SharedTime = {
  ...shared,
  atOnce: (owner, ...work) => {
    owners.add(owner)
    return shared.atOnce(owner, ...work)
  },
}

/** A device's minute: what it may send at once. */
const MINUTE_BYTES = 60 * KB

beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
  const points = [
    { key: 'n', data_type: 'number' as const },
    { key: 't', data_type: 'string' as const },
  ]
  for (const sn of ['FAST1', 'CALM1', 'FAST2', 'NEXT2', 'TEXT3', 'PAST5'])
    await makeDevice(db, sn, { points, tenant_id: Number(sn.at(-1)) })
  await makeDevice(db, 'FEW4', { points, tenant_id: 4 })
  const keys = Array.from({ length: 60 }, (_, i) => `t${i}`)
  await makeVirtual(db, 'MANY4', {
    tenant_id: 4,
    points: keys.map((key) => ({ key, data_type: 'string', formula: 'FEW4.t' })),
  })
  side = await openTestSide(db, { rates: { ofDevice: KB, ofTenant: KB, now: () => time }, time: sharedTime })
})

afterAll(async () => {
  expect(side.errors).toEqual([])
  await side.close()
  await db.close()
  await store.stop()
})

/** A message of readings that fill so many bytes; their values are `n`. */
const reading = (n: number, bytes = 1) => {
  const text = JSON.stringify({ ts: Date.now(), values: { n } })
  return text + ' '.repeat(Math.max(0, bytes - text.length))
}

const slowed = async () => (await side.metrics.slowed.get()).values[0]?.value ?? 0

test('a device that sends too fast is slowed down: nothing is lost, the order is kept, and its log says so', async () => {
  const fast = await side.connect('FAST1')
  await fast.publishAsync(topics.telemetry('FAST1'), reading(0, MINUTE_BYTES - 1), { qos: 1 })
  const sent = [1, 2, 3].map((n) => fast.publishAsync(topics.telemetry('FAST1'), reading(n, KB / 2), { qos: 1 }))
  await until(async () => expect(await slowed()).toBe(3))
  expect(side.point('FAST1', 'n').value).toBe(0)
  time += 2000
  await Promise.all(sent)
  expect(side.point('FAST1', 'n').value).toBe(3)
  await until(async () =>
    expect(await side.logOf('FAST1')).toContainEqual(expect.objectContaining({ reason: 'slowed' })),
  )
})

test('an organisation whose device sends too fast waits for it alone', async () => {
  time += 60_000
  const before = await slowed()
  const fast = await side.connect('FAST2')
  await fast.publishAsync(topics.telemetry('FAST2'), reading(0, MINUTE_BYTES - 1), { qos: 1 })
  const next = await side.connect('NEXT2')
  const held = next.publishAsync(topics.telemetry('NEXT2'), reading(2), { qos: 1 })
  await until(async () => expect(await slowed()).toBe(before + 1))
  const calm = await side.connect('CALM1')
  await calm.publishAsync(topics.telemetry('CALM1'), reading(3), { qos: 1 })
  expect(side.point('CALM1', 'n').value).toBe(3)
  expect(side.point('NEXT2', 'n').value).toBe(null)
  time += 1000
  await held
  expect(side.point('NEXT2', 'n').value).toBe(2)
})

test('texts that are kept cost as much as the rows that they become', async () => {
  time += 60_000
  const before = await slowed()
  const device = await side.connect('TEXT3')
  const texts = (count: number) => {
    const now = Date.now()
    return JSON.stringify(Array.from({ length: count }, (_, i) => ({ ts: now - i, values: { t: 'x' } })))
  }
  await device.publishAsync(topics.telemetry('TEXT3'), texts(10), { qos: 1 })
  expect(await slowed()).toBe(before)
  const held = device.publishAsync(topics.telemetry('TEXT3'), texts(300), { qos: 1 })
  await until(async () => expect(await slowed()).toBe(before + 1))
  time += 60_000
  await held
  expect(await side.history('TEXT3', 't')).toHaveLength(300)
})

test('numbers of the past cost as much as the rows of minutes and hours that they make, and no more than once', async () => {
  time += 60_000
  const before = await slowed()
  const device = await side.connect('PAST5')
  const send = (times: readonly number[]) => {
    const readings = times.map((ts) => ({ ts, values: { n: 1 } }))
    return device.publishAsync(topics.telemetry('PAST5'), JSON.stringify(readings), { qos: 1 })
  }
  const hour = Math.floor(Date.now() / HOUR_MS - 24) * HOUR_MS
  // What was stored comes second by second: with a row each it would be 75 KB.
  for (let second = 0; second < 240; second++) {
    time += 250
    await send([hour + second * 1000])
  }
  await send(Array.from({ length: 50 }, (_, i) => hour - i * HOUR_MS))
  expect(await slowed()).toBe(before)
  time += 60_000
  const held = send(Array.from({ length: 175 }, (_, i) => hour - i * HOUR_MS))
  await until(async () => expect(await slowed()).toBe(before + 1))
  time += 120_000
  await held
  expect(await side.history('PAST5', 'n')).toHaveLength(240 + 174)
})

test('a message that waits for the rows that it makes is not overtaken by the next one of its device', async () => {
  time += 60_000
  const before = await slowed()
  const device = await side.connect('TEXT3')
  await device.publishAsync(topics.telemetry('TEXT3'), reading(0, MINUTE_BYTES - 1), { qos: 1 })
  const ts = Date.now() - 1000
  // Of values of the same time the last one counts.
  const sent = [{ n: 1, t: 'a text is a row' }, { n: 2 }].map((values) =>
    device.publishAsync(topics.telemetry('TEXT3'), JSON.stringify({ ts, values }), { qos: 1 }),
  )
  await until(async () => expect(await slowed()).toBe(before + 2))
  time += 60_000
  await Promise.all(sent)
  expect(await side.history('TEXT3', 'n')).toContainEqual([ts, 2])
})

test('values that are worked out of readings have their turn as those that devices send: none is lost', async () => {
  time += 60_000
  const device = await side.connect('FEW4')
  const texts = (count: number, t: string) => {
    const from = Date.now() - count
    return JSON.stringify(Array.from({ length: count }, (_, i) => ({ ts: from + i, values: { t } })))
  }
  // Some 16 KB of the organisation's minute for each reading, whose message has 50 bytes.
  const held = device.publishAsync(topics.telemetry('FEW4'), texts(4, 'x'), { qos: 1 })
  await until(async () =>
    expect(await side.logOf('MANY4')).toContainEqual(expect.objectContaining({ reason: 'slowed' })),
  )
  expect((await side.history('MANY4', 't0')).length).toBeLessThan(4)
  time += 600_000
  await held
  expect(await side.history('MANY4', 't59')).toHaveLength(4)
})

test('a message of many readings that virtual devices read waits for its organisation, and is stored meanwhile', async () => {
  time += 600_000
  const before = await slowed()
  const device = await side.connect('FEW4')
  const from = Date.now() - 3000
  const readings = Array.from({ length: 1130 }, (_, i) => ({ ts: from + i, values: { n: i } }))
  const held = device.publishAsync(topics.telemetry('FEW4'), JSON.stringify(readings), { qos: 1 })
  await until(async () => expect(await slowed()).toBe(before + 1))
  await until(async () => expect(await side.history('FEW4', 'n')).toHaveLength(1130))
  time += 600_000
  await held
})

test('an unregistered device has 30 messages a minute read, however many it sends', async () => {
  const client = await side.connect('NOBODY1')
  const before = await side.refused('unregistered')
  // What is no JSON is refused by whoever parses it.
  for (let n = 0; n < 40; n++) client.publish(topics.telemetry('NOBODY1'), 'no json', { qos: 0 })
  await until(async () => expect(await side.refused('unregistered')).toBe(before + 10))
  expect(await side.refused('not_json')).toBe(30)
})

test('a message is worked on within the share of its organisation, and what nobody knows within that of its network', async () => {
  time += 60_000
  owners.clear()
  const known = await side.connect('CALM1')
  await known.publishAsync(topics.telemetry('CALM1'), reading(7), { qos: 1 })
  expect([...owners]).toEqual([1])
  const unknown = await side.connect('NOBODY2')
  await unknown.publishAsync(topics.telemetry('NOBODY2'), reading(7), { qos: 1 })
  expect([...owners]).toEqual([1, 'unregistered 127.0.0.1'])
})
