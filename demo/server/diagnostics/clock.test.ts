import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_S, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { topics } from '../../../core/contract/telemetry.ts'
import { rowsOf } from '../../../tests/server/alarms.ts'
import { makeDevice, makeVirtual, openTestSide, type TestSide } from '../../../tests/server/devices.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { isSilent, qualityOf } from '../fleet/fleet.ts'
import { loadLatest } from '../history/latest.ts'
import { watchClock } from './clock.ts'

const until = (check: () => unknown) => vi.waitFor(check)

/** The machine's clock, but for what it is set by. */
let set_ms = 0
const clock = { now: () => Date.now() + set_ms, elapsed: () => performance.now() }

let store: TestStore
let db: Db
let side: TestSide

beforeEach(async () => {
  set_ms = 0
  store = await startEmbedded()
  db = await openDb(store.place)
  await makeDevice(db, 'CLOCK1', {
    report_interval_s: HOUR_S,
    points: [{ key: 'temperature', data_type: 'number' }],
    rules: [
      { key: 'temperature', alarm_name: 'high', alarm_level: 4, condition: 'above', threshold: 90 },
      { key: 'temperature', alarm_name: 'slow', alarm_level: 3, condition: 'below', threshold: 0, on_delay_s: 1 },
    ],
  })
  side = await openTestSide(db, { clock })
})

afterEach(async () => {
  await side.close()
  expect(side.errors).toEqual([])
  await db.close()
  await store.stop()
})

const restart = async () => {
  await side.close()
  expect(side.errors).toEqual([])
  side = await openTestSide(db, { clock })
}
const report = async (temperature: number, ts?: number) => {
  const client = await side.connect('CLOCK1')
  await client.publishAsync(topics.telemetry('CLOCK1'), JSON.stringify({ ts, values: { temperature } }), { qos: 1 })
  await client.endAsync()
}
const point = () => side.point('CLOCK1', 'temperature')
const quality = () => qualityOf(point(), side.device('CLOCK1'), clock.now())
const open = async (alarm_name = 'high') =>
  (await rowsOf(db, 'CLOCK1')).filter((row) => row.alarm_name === alarm_name && row.recover_time === null)
const stored = async () => (await db.system(loadLatest)).get(point().point_id)?.value

test('a clock that is set is noticed, and a running one is not', () => {
  const source = { time: 1_000_000, passed: 500 }
  const watched = watchClock({ now: () => source.time, elapsed: () => source.passed })
  const steps: number[] = []
  const stop = watched.onStep((ms) => steps.push(ms))
  const pass = (wall_ms: number, ms: number) => {
    source.time += wall_ms
    source.passed += ms
    return watched.now()
  }
  expect(pass(5000, 5000)).toBe(1_005_000)
  pass(60_010, 60_000)
  expect(steps).toEqual([])
  expect(pass(-180_000 + 1000, 1000)).toBe(source.time)
  pass(1000, 1000)
  pass(DAY_MS, 0)
  expect(steps).toEqual([-180_000, DAY_MS])
  stop()
  pass(-DAY_MS, 0)
  expect(steps).toHaveLength(2)
})

test('a device whose clock was ahead is shown as it reports, and its alarm stays', async () => {
  await report(130)
  await report(21, clock.now() + 4.8 * MINUTE_MS)
  expect([point().value, quality()]).toEqual([21, 'uncertain'])
  await report(130, clock.now())
  expect([point().value, quality()]).toEqual([130, 'good'])
  await until(async () => expect(await open()).toHaveLength(1))
  await report(131)
  expect([point().value, quality()]).toEqual([131, 'good'])
  await restart()
  expect([point().value, quality()]).toEqual([131, 'good'])
  await report(132, clock.now())
  expect(point().value).toBe(132)
  expect(await open()).toHaveLength(1)
  await report(22)
  await until(async () => expect(await open()).toEqual([]))
})

test('a virtual device follows a device whose clock was ahead once', async () => {
  const formula = 'CLOCK1.temperature * 2'
  await makeVirtual(db, 'VCLOCK1', { points: [{ key: 'double', data_type: 'number', formula }] })
  await side.fleet.reload('VCLOCK1')
  const double = () => side.point('VCLOCK1', 'double')
  await report(21, clock.now() + 4.8 * MINUTE_MS)
  expect(double().value).toBe(42)
  await report(130, clock.now())
  expect(double().value).toBe(260)
  expect(double().data_time).toBe(point().data_time)
})

test('readings stored before the device reported are late, also where its clock is ahead', async () => {
  const before = clock.now() - 5000
  await report(50, clock.now() + 2 * MINUTE_MS)
  await report(10, before)
  expect(point().value).toBe(50)
})

test.each([
  ['3 minutes', 3 * MINUTE_MS],
  ['a day', DAY_MS],
])('when the server’s clock is set back by %s, values go on and alarms stay', async (_, ms) => {
  await report(130)
  await until(async () => expect(await open()).toHaveLength(1))
  await until(() => expect(isSilent(side.device('CLOCK1'), side.clock.now())).toBe(false))
  set_ms = -ms
  expect(side.clock.now()).toBeLessThanOrEqual(Date.now() - ms)
  // Good it was, at a time that is still to come.
  expect(quality()).toBe('uncertain')
  expect(isSilent(side.device('CLOCK1'), side.clock.now())).toBe(false)
  await report(140, clock.now())
  expect([point().value, quality()]).toEqual([140, 'good'])
  expect(await open()).toHaveLength(1)
  await until(async () => expect(await stored()).toBe(140))
  await report(20)
  await until(async () => expect(await open()).toEqual([]))
  await report(-1)
  await until(async () => expect(await open('slow')).toHaveLength(1))
  await report(135)
  await until(async () => expect(await open()).toHaveLength(1))
  await restart()
  expect([point().value, quality()]).toEqual([135, 'good'])
  expect(await open()).toHaveLength(1)
  await report(136)
  expect(point().value).toBe(136)
  expect(await side.history('CLOCK1', 'temperature')).toHaveLength(6)
})

test.each([
  ['3 minutes', 3 * MINUTE_MS],
  ['a day', DAY_MS],
])('a server that starts with its clock set back by %s shows reported values, and alarms stay', async (_, ms) => {
  await report(130)
  await until(async () => expect(await open()).toHaveLength(1))
  await until(async () => expect(await stored()).toBe(130))
  set_ms = -ms
  await restart()
  expect([point().value, quality()]).toEqual([130, 'uncertain'])
  await report(140, clock.now() - 20)
  expect([point().value, quality()]).toEqual([140, 'good'])
  expect(await open()).toHaveLength(1)
  await until(async () => expect(await stored()).toBe(140))
  await report(20)
  await until(async () => expect(await open()).toEqual([]))
})

test('a silent device is stale in time, also when the server’s clock was set back', async () => {
  await db.system((q) => q.updateTable('device').set({ report_interval_s: 1 }).execute())
  await side.fleet.reload('CLOCK1')
  await report(50)
  set_ms = -DAY_MS
  await until(() => expect([quality(), side.device('CLOCK1').dev_state]).toEqual(['stale', 2]))
})

test('a journal ahead of a clock that was set back is dropped, and its history stays', async () => {
  await report(50)
  set_ms = -DAY_MS
  await side.telemetry.compact(clock.now())
  const rows = () =>
    db.system((q) =>
      q
        .selectFrom('tlm_journal' as never)
        .selectAll()
        .execute(),
    )
  expect(await rows()).toEqual([])
  expect(await side.history('CLOCK1', 'temperature')).toHaveLength(1)
  await restart()
  expect(await side.history('CLOCK1', 'temperature')).toHaveLength(1)
})
