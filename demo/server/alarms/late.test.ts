import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { startEmbedded, type TestStore } from '../db/test-stores.ts'
import { openTestSide, type TestSide } from '../test-devices.ts'
import { BY, HIGH, heat, listen, newDevice, rowsOf, send, sendEach, spansOf } from './test-alarms.ts'

let store: TestStore
let db: Db
let side: TestSide

beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
  side = await openTestSide(db)
}, 180_000)

afterAll(async () => {
  expect(side.errors).toEqual([])
  await side.close()
  await db.close()
  await store.stop()
})

test('what stood in the past and nobody knew is added, once, to be confirmed', async () => {
  const sn = await newDevice(db, side, [HIGH])
  const { told, events } = listen(side, sn)
  const start = Date.now() - 60_000
  await send(side, sn, [heat(start, 20), heat(start + 30_000, 21)])
  const late = [heat(start + 10_000, 95), heat(start + 12_000, 96), heat(start + 20_000, 22)]
  for (let again = 0; again < 3; again++) await send(side, sn, late)
  expect(await spansOf(db, sn, start)).toEqual([[10_000, 20_000, 'late']])
  expect(events()).toEqual(['produced'])
  expect(told[0]?.alarm).toMatchObject({ state: 'RTNUN', is_late: true, alarm_value: 95, alarm_info: '95 °C > 90 °C' })
  expect(side.device(sn).open_alarms).toBe(0)
  await side.alarms.confirm(1, told[0]?.alarm.alarm_id ?? '', BY)
  expect(await rowsOf(db, sn)).toMatchObject([{ confirm_userName: 'operator' }])
})

test('it lasts until the next reading that is stored', async () => {
  const sn = await newDevice(db, side, [HIGH])
  const start = Date.now() - 60_000
  await send(side, sn, [heat(start, 20), heat(start + 30_000, 21), heat(start + 40_000, 20)])
  await send(side, sn, [heat(start + 10_000, 95)])
  expect(await spansOf(db, sn, start)).toEqual([[10_000, 30_000, 'late']])
})

test('nothing is added inside an alarm that is known, and none of it is taken away', async () => {
  const sn = await newDevice(db, side, [HIGH])
  const start = Date.now() - 60_000
  await send(side, sn, [heat(start, 95), heat(start + 30_000, 20)])
  await send(side, sn, [heat(start + 10_000, 20), heat(start + 15_000, 99), heat(start + 20_000, 97)])
  expect(await spansOf(db, sn, start)).toEqual([[0, 30_000]])
})

test('what runs into the alarm that is open lets it begin earlier', async () => {
  const sn = await newDevice(db, side, [HIGH])
  const { until } = listen(side, sn)
  const start = Date.now() - 60_000
  await send(side, sn, [heat(start, 20), heat(start + 30_000, 95)])
  await send(side, sn, [heat(start + 10_000, 94), heat(start + 20_000, 96)])
  await until('produced', 'moved')
  expect(await rowsOf(db, sn)).toMatchObject([{ alarm_time: start + 10_000, recover_time: null, alarm_value: 94 }])
  const moved = await db.system((q) =>
    q
      .selectFrom('alarm_event')
      .selectAll()
      .where('event_time', '=', start + 10_000)
      .execute(),
  )
  expect(moved).toMatchObject([{ alarm_type: 1 }])
})

test('a late reading may tell that the alarm stands now, or that it is over', async () => {
  const banded = { ...HIGH, dead_band: 5 }
  const sn = await newDevice(db, side, [banded])
  const start = Date.now() - 60_000
  await send(side, sn, [heat(start, 20), heat(start + 30_000, 87)])
  await send(side, sn, [heat(start + 10_000, 95)])
  expect(await spansOf(db, sn, start)).toEqual([[10_000, null, 'late']])
  expect(side.device(sn).open_alarms).toBe(1)
  await send(side, sn, [heat(start + 20_000, 80)])
  expect(await spansOf(db, sn, start)).toEqual([[10_000, 20_000, 'late']])
  expect(side.device(sn).open_alarms).toBe(0)
  await send(side, sn, [heat(start + 40_000, 95)])
  expect(await spansOf(db, sn, start)).toEqual([
    [10_000, 20_000, 'late'],
    [40_000, null],
  ])
})

test('delays count in the past as they do now', async () => {
  const sn = await newDevice(db, side, [{ ...HIGH, on_delay_s: 5, off_delay_s: 3 }])
  const start = Date.now() - 120_000
  await send(side, sn, [heat(start, 20), heat(start + 100_000, 20)])
  await send(side, sn, [heat(start + 10_000, 95), heat(start + 14_000, 20)])
  expect(await spansOf(db, sn, start)).toEqual([])
  await send(side, sn, [heat(start + 30_000, 95), heat(start + 40_000, 20)])
  expect(await spansOf(db, sn, start)).toEqual([[35_000, 43_000, 'late']])
})

test('of a point without history only what came is known', async () => {
  const sn = await newDevice(db, side, [{ ...HIGH, key: 'fleeting' }])
  const start = Date.now() - 60_000
  await send(side, sn, [
    [start, { fleeting: 20 }],
    [start + 30_000, { fleeting: 21 }],
  ])
  for (let again = 0; again < 2; again++) await send(side, sn, [[start + 10_000, { fleeting: 95 }]])
  expect(await spansOf(db, sn, start)).toEqual([[10_000, 30_000, 'late']])
})

test('news of more than an hour ago calls nobody', async () => {
  const sn = await newDevice(db, side, [HIGH])
  const { events } = listen(side, sn)
  const start = Date.now() - 3 * 3_600_000
  await send(side, sn, [heat(start, 20), heat(Date.now(), 20)])
  await send(side, sn, [heat(start + 1000, 95), heat(start + 2000, 20)])
  expect(events()).toEqual(['late'])
})

test('whichever way the readings arrive, the alarms are the same', async () => {
  const rule = { ...HIGH, dead_band: 3 }
  const values = [20, 95, 96, 20, 91, 89, 92, 86, 20, 97, 20, 20, 93, 88, 90, 70, 20]
  const start = Date.now() - 600_000
  const readings = values.map((value, i) => heat(start + i * 10_000, value))
  const inOrder = await newDevice(db, side, [rule])
  await send(side, inOrder, readings)
  const times = async (sn: string) => (await spansOf(db, sn, start)).map(([from, to]) => [from, to])
  const expected = await times(inOrder)
  expect(expected.length).toBe(4)
  const orders = [
    // The newest first, then what the device kept, one after another, and from the end.
    [...readings.slice(-1), ...readings.slice(0, -1)],
    [...readings].reverse(),
    [...readings.slice(-1), ...readings.filter((_, i) => i % 2 === 0), ...readings.filter((_, i) => i % 2 === 1)],
  ]
  for (const order of orders) {
    const sn = await newDevice(db, side, [rule])
    await sendEach(
      side,
      sn,
      order.map((reading) => [reading]),
    )
    expect(await times(sn)).toEqual(expected)
  }
})
