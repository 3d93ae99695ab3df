import { spawn } from 'node:child_process'
import { join } from 'node:path'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { TELEMETRY_LIMITS, topics } from '../../../core/contract/telemetry.ts'
import { makeDevice, openTestSide, passwordOf, type TestSide } from '../../../tests/server/devices.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { createArrivals } from './arrivals.ts'

let store: TestStore
let db: Db
let side: TestSide

beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
  side = await openTestSide(db)
})

afterAll(async () => {
  expect(side.errors).toEqual([])
  await side.close()
  await db.close()
  await store.stop()
})

const POINTS = [
  { key: 'level', data_type: 'number' },
  { key: 'note', data_type: 'string' },
] as const

async function newDevice(sn: string): Promise<string> {
  await makeDevice(db, sn, { points: [...POINTS] })
  await side.fleet.reload(sn)
  return sn
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const valuesOf = async (sn: string, key: string) => (await side.history(sn, key)).map(([, value]) => value)
const say = (client: MqttClient, sn: string, message: object) =>
  client.publishAsync(topics.telemetry(sn), JSON.stringify(message), { qos: 1 })

test.each([100, 2000])(
  '%i readings without a time that arrive at once are all in the history, in their order',
  async (count) => {
    const sn = await newDevice(`BURST${count}`)
    const client = await side.connect(sn)
    await Promise.all(numbers(count).map((n) => say(client, sn, { values: { level: n, note: `no ${n}` } })))
    expect(await valuesOf(sn, 'level')).toEqual(numbers(count))
    expect(await valuesOf(sn, 'note')).toEqual(numbers(count).map((n) => `no ${n}`))
    // Values of one message are of one time.
    const times = async (key: string) => (await side.history(sn, key)).map(([time]) => time)
    expect(await times('level')).toEqual(await times('note'))
    expect(side.point(sn, 'level').value).toBe(count - 1)
  },
)

test('the readings of an array without times are all in the history, in their order', async () => {
  const sn = await newDevice('ARRAY1')
  const client = await side.connect(sn)
  const readings = numbers(TELEMETRY_LIMITS.readings).map((n) => ({ values: { level: n } }))
  await say(client, sn, readings)
  expect(await valuesOf(sn, 'level')).toEqual(numbers(TELEMETRY_LIMITS.readings))
})

test('a burst with an unknown point keeps all values of the known one', async () => {
  const sn = await newDevice('BURSTNEW')
  const client = await side.connect(sn)
  await Promise.all(numbers(50).map((n) => say(client, sn, { values: { level: n, fresh: n } })))
  expect(await valuesOf(sn, 'level')).toEqual(numbers(50))
  expect(side.point(sn, 'fresh').value).toBe(49)
})

test('a reading without a time does not replace one that has the time of its arrival', async () => {
  const sn = await newDevice('MIXED1')
  const client = await side.connect(sn)
  const ts = Date.now() + 200
  await Promise.all(numbers(400).map((n) => say(client, sn, { values: { level: n }, ...(n === 0 && { ts }) })))
  expect((await valuesOf(sn, 'level')).sort((a, b) => Number(a) - Number(b))).toEqual(numbers(400))
})

test('arrivals run a minute ahead of the clock at most, and start again with a clock that was set back', async () => {
  const device = side.device(await newDevice('AHEAD1'))
  const timeOf = createArrivals()
  const reading = { sent_time: null, values: { level: 1 } }
  const now = Date.now()
  const times = numbers(LIMITS.arrivalAheadMs + 1).map(() => timeOf(device, reading, now))
  expect(times.every((time, i) => time === now + i)).toBe(true)
  expect(timeOf(device, reading, now)).toBe(null)
  expect(timeOf(device, reading, now + 1)).toBe(now + LIMITS.arrivalAheadMs + 1)
  const before = now - DAY_MS
  expect([timeOf(device, reading, before), timeOf(device, reading, before)]).toEqual([before, before + 1])
})

/** A server in a process of its own on a store, which sends its address. */
const server = (dataDir: string) => `
  import { openDb } from ${JSON.stringify(join(import.meta.dirname, '../db/open.ts'))}
  import { openTestSide } from ${JSON.stringify(join(import.meta.dirname, '../../../tests/server/devices.ts'))}
  const db = await openDb({ dataDir: ${JSON.stringify(dataDir)} })
  const side = await openTestSide(db, { gathers: true })
  process.send(side.url)
  setInterval(() => side.telemetry.compact(Date.now()), 300)`

test('no acknowledged reading without a time is lost or doubled when the server is killed in bursts', async () => {
  const own = await startEmbedded()
  const { dataDir } = own.place
  try {
    const before = await openDb({ dataDir })
    await makeDevice(before, 'KILLED1', { points: [...POINTS] })
    await before.close()
    const acknowledged: number[] = []
    let next = 0
    for (const _ of numbers(2)) {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', server(dataDir)], {
        stdio: ['ipc', 'ignore', 'inherit'],
      })
      const ended = new Promise((resolve) => child.once('exit', resolve))
      const url = await new Promise<string>((resolve) => child.once('message', (said) => resolve(String(said))))
      const client = await mqtt.connectAsync(url, {
        username: 'KILLED1',
        password: passwordOf('KILLED1'),
        reconnectPeriod: 0,
      })
      client.on('error', () => {})
      const burst = numbers(2000).map(() => next++)
      const isAll = burst.map(async (n) => {
        await say(client, 'KILLED1', { values: { level: n } })
        acknowledged.push(n)
      })
      // The rest waits for an acknowledgement that never comes.
      const settled = Promise.allSettled(isAll)
      await Promise.all(isAll.slice(0, 1500))
      child.kill('SIGKILL')
      await ended
      await client.endAsync(true)
      await settled
    }
    const after = await openDb({ dataDir })
    const side = await openTestSide(after)
    const found = (await side.history('KILLED1', 'level')).map(([, value]) => Number(value))
    await side.close()
    await after.close()
    expect(new Set(found).size).toBe(found.length)
    const missing = new Set(acknowledged)
    for (const value of found) missing.delete(value)
    expect([...missing]).toEqual([])
  } finally {
    await own.stop()
  }
})
