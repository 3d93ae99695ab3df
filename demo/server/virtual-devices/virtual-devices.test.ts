import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { topics } from '../../../core/contract/telemetry.ts'
import { makeDevice, makeVirtual, openTestSide, type TestSide } from '../../../tests/server/devices.ts'
import { stores, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'

const until = (check: () => unknown) => vi.waitFor(check)

let store: TestStore
let db: Db
let side: TestSide
let count = 0

describe.each(stores)('on $name', ({ start }) => {
  beforeAll(async () => {
    store = await start()
    db = await openDb(store.place)
    side = await openTestSide(db)
  })

  afterAll(async () => {
    expect(side.errors).toEqual([])
    await side.close()
    await db.close()
    await store.stop()
  })

  /** Two pumps, and a virtual device of both. */
  async function newSum(more: Parameters<typeof makeVirtual>[2] = {}) {
    const [a, b, sum] = [`VA${++count}`, `VB${count}`, `VD${count}`]
    for (const sn of [a, b]) await makeDevice(db, sn, { points: [{ key: 'flow', data_type: 'number' }] })
    await makeVirtual(db, sum, {
      points: [
        { key: 'double', data_type: 'number', formula: 'total * 2' },
        { key: 'total', data_type: 'number', formula: `${a}.flow + ${b.toLowerCase()}.flow` },
        { key: 'first', data_type: 'number', formula: `${a}.flow` },
      ],
      ...more,
    })
    for (const sn of [a, b, sum]) await side.fleet.reload(sn)
    const [pumpA, pumpB] = [await side.connect(a), await side.connect(b)]
    const report = (pump: typeof pumpA, sn: string) => (values: Record<string, unknown>, ts?: number) =>
      pump.publishAsync(topics.telemetry(sn), JSON.stringify({ ts, values }), { qos: 1 })
    const many = (readings: { ts: number; values: Record<string, unknown> }[]) =>
      pumpA.publishAsync(topics.telemetry(a), JSON.stringify(readings), { qos: 1 })
    return { a, b, sum, sayA: report(pumpA, a), sayB: report(pumpB, b), sayManyA: many }
  }

  test('a virtual device takes over points and works out others, live and as history, when the reading is acknowledged', async () => {
    const { sum, sayA, sayB } = await newSum()
    const time = Date.now() - 3000
    await sayA({ flow: 2 }, time)
    expect(side.point(sum, 'first')).toMatchObject({ value: 2, quality: 'good', data_time: time })
    expect(side.point(sum, 'total')).toMatchObject({ value: null, data_time: null })
    await sayB({ flow: 3 }, time + 1000)
    expect(side.point(sum, 'total')).toMatchObject({ value: 5, quality: 'good', data_time: time + 1000 })
    expect(side.point(sum, 'double')).toMatchObject({ value: 10 })
    expect(await side.history(sum, 'total')).toEqual([[time + 1000, 5]])
    expect(await side.history(sum, 'double')).toEqual([[time + 1000, 10]])
    expect(side.device(sum)).toMatchObject({ dev_state: 1, connected: false })
  })

  test('alarms of a virtual device come and go by its value', async () => {
    const { sum, sayA, sayB } = await newSum({
      rules: [{ key: 'total', alarm_name: 'Too much', alarm_level: 4, condition: 'above', threshold: 10 }],
    })
    await sayA({ flow: 2 })
    await sayB({ flow: 9 })
    expect(side.device(sum)).toMatchObject({ open_alarms: 1, alarm_level: 4, dev_state: 3 })
    await sayB({ flow: 1 })
    expect(side.device(sum)).toMatchObject({ open_alarms: 0, dev_state: 1 })
  })

  test('what was stored and forwarded is worked out with what the others said then', async () => {
    const { sum, sayA, sayB, sayManyA } = await newSum()
    const time = Date.now() - 600_000
    await sayA({ flow: 1 }, time)
    for (const [i, flow] of [10, 20, 30].entries()) await sayB({ flow }, time + (i + 1) * MINUTE_MS)
    expect(await side.history(sum, 'total')).toEqual([
      [time + 60_000, 11],
      [time + 120_000, 21],
      [time + 180_000, 31],
    ])
    await sayManyA([
      { ts: time + 90_000, values: { flow: 2 } },
      { ts: time + 150_000, values: { flow: 3 } },
    ])
    expect(await side.history(sum, 'total')).toEqual([
      [time + 60_000, 11],
      [time + 90_000, 12],
      [time + 120_000, 22],
      [time + 150_000, 23],
      [time + 180_000, 33],
    ])
    // The newest of each is what it is worth now.
    expect(side.point(sum, 'total').data_time).toBe(time + 180_000)
  })

  test('a source that lags behind counts as soon as it says something, and its history is whole', async () => {
    const { a, b, sum, sayA, sayB } = await newSum({
      points: (sn: string) => [
        { key: 'total', data_type: 'number', formula: `${sn}.flow + ${sn.replace('VA', 'VB')}.flow` },
        { key: 'second', data_type: 'number', formula: `${sn.replace('VA', 'VB')}.flow` },
      ],
    })
    const time = Date.now() - 60_000
    await sayA({ flow: 1 }, time)
    await sayB({ flow: 10 }, time - 8000)
    expect(side.point(sum, 'total')).toMatchObject({ value: 11, data_time: time })
    await sayA({ flow: 2 }, time + 4000)
    await sayB({ flow: 20 }, time - 4000)
    await sayB({ flow: 30 }, time + 1000)
    expect(side.point(sum, 'total')).toMatchObject({ value: 32, data_time: time + 4000 })
    expect(await side.history(sum, 'second')).toEqual(await side.history(b, 'flow'))
    expect((await side.history(sum, 'total')).at(-1)).toEqual([time + 4000, 32])
    expect(await side.history(a, 'flow')).toHaveLength(2)
  })

  test('values out of order from one device are all in the history of what is taken over from it', async () => {
    const { a, sum, sayA, sayManyA } = await newSum()
    const time = Date.now() - 20_000
    await sayA({ flow: 5 }, time)
    await sayManyA([1, 2, 3, 4].map((flow) => ({ ts: time - 5000 + flow * 1000, values: { flow } })))
    await sayA({ flow: 0.5 }, time - 4500)
    expect(await side.history(sum, 'first')).toEqual(await side.history(a, 'flow'))
    expect(side.point(sum, 'first')).toMatchObject({ value: 5, data_time: time })
  })

  test('a batch is worked out reading by reading', async () => {
    const { sum, sayB, sayManyA } = await newSum()
    const time = Date.now() - 4000
    await sayB({ flow: 100 }, time)
    await sayManyA([1, 2, 3].map((flow) => ({ ts: time + flow * 1000, values: { flow } })))
    expect(await side.history(sum, 'total')).toEqual([
      [time + 1000, 101],
      [time + 2000, 102],
      [time + 3000, 103],
    ])
  })

  test('a value that stands on a silent device is uncertain, and good again with its next reading', async () => {
    const { a, sum, sayA, sayB } = await newSum()
    await sayA({ flow: 2 })
    await sayB({ flow: 3 })
    side.fleet.setDead(side.device(a), Date.now())
    await until(() => expect(side.point(sum, 'first')).toMatchObject({ value: 2, quality: 'uncertain' }))
    expect(side.point(sum, 'total')).toMatchObject({ value: 5, quality: 'uncertain' })
    await sayB({ flow: 4 })
    expect(side.point(sum, 'total')).toMatchObject({ value: 6, quality: 'uncertain' })
    await sayB({ flow: 3.5 }, Date.now() - 2000)
    expect(side.point(sum, 'total')).toMatchObject({ value: 6, quality: 'uncertain' })
    await sayA({ flow: 2 })
    expect(side.point(sum, 'total')).toMatchObject({ value: 6, quality: 'good' })
  })

  test('no value, a division by zero and another type are no value of it', async () => {
    const { a, sum, sayA } = await newSum({
      points: (sn: string) => [
        { key: 'per', data_type: 'number', formula: `10 / ${sn}.flow` },
        { key: 'word', data_type: 'number', formula: `if(${sn}.flow > 1, "much", "little")` },
        { key: 'gone', data_type: 'number', formula: `${sn}.nothing` },
      ],
    })
    expect(side.device(a).points.size).toBe(1)
    await sayA({ flow: 0 })
    expect(side.point(sum, 'per')).toMatchObject({ value: null, quality: 'bad' })
    expect(side.point(sum, 'word')).toMatchObject({ value: null, quality: 'bad' })
    await sayA({ flow: 4 })
    expect(side.point(sum, 'per')).toMatchObject({ value: 2.5, quality: 'good' })
    await sayA({ flow: null })
    expect(side.point(sum, 'per')).toMatchObject({ value: null, quality: 'bad' })
  })

  test('a virtual device reports as slowly as the slowest device that it reads', async () => {
    const { b, sum } = await newSum()
    await db.system((q) => q.updateTable('device').set({ report_interval_s: 600 }).where('sn_code', '=', b).execute())
    await side.fleet.reload(b)
    expect(side.device(sum).report_interval_s).toBe(600)
    await side.fleet.reload(sum)
    expect(side.device(sum).report_interval_s).toBe(600)
  })

  test('a value that needs one that never came is none any more', async () => {
    const { sum, sayA } = await newSum({
      points: (sn: string) => [
        { key: 'either', data_type: 'number', formula: `if(${sn}.flow > 4, ${sn.replace('VA', 'VB')}.flow, 1)` },
      ],
    })
    await sayA({ flow: 0 })
    expect(side.point(sum, 'either')).toMatchObject({ value: 1, quality: 'good' })
    await sayA({ flow: 5 })
    expect(side.point(sum, 'either')).toMatchObject({ value: null, quality: 'bad' })
  })

  test('what was stored of its sources alone, when the server ended, is worked out at the next start', async () => {
    const { a, sum, sayA, sayB } = await newSum()
    await sayA({ flow: 2 })
    await sayB({ flow: 3 })
    const { point_id } = side.point(a, 'flow')
    const data_time = Date.now()
    await side.telemetry.append([{ point_id, data_time, value: 7, quality: 0 }])
    await side.close()
    side = await openTestSide(db)
    expect(side.point(sum, 'total')).toMatchObject({ value: 10, data_time })
    await until(async () => expect((await side.history(sum, 'double')).at(-1)).toEqual([data_time, 20]))
  })

  test('two that report at the same time are compared as of that time, and raise no alarm by turns', async () => {
    const { sum, sayA, sayB } = await newSum({
      points: (sn: string) => [
        { key: 'diff', data_type: 'number', formula: `${sn}.flow - ${sn.replace('VA', 'VB')}.flow` },
      ],
      rules: [{ key: 'diff', alarm_name: 'Leak', alarm_level: 5, condition: 'above', threshold: 5 }],
    })
    const events: string[] = []
    const stop = side.fleet.on('alarm', ({ alarm, event }) => void (alarm.sn_code === sum && events.push(event)))
    const time = Date.now() - 3000
    for (const [i, flow] of [5, 20, 8].entries())
      await Promise.all([sayA({ flow }, time + i * 1000), sayB({ flow }, time + i * 1000)])
    stop()
    expect(events).toEqual([])
    expect(await side.history(sum, 'diff')).toEqual([0, 1, 2].map((i) => [time + i * 1000, 0]))
  })

  test('a value calculated in silence is corrected when the device sends what it kept', async () => {
    const { a, sum, sayA, sayB, sayManyA } = await newSum()
    const time = Date.now() - 20_000
    await sayA({ flow: 9 }, time)
    await sayB({ flow: 100 }, time)
    side.fleet.setDead(side.device(a), Date.now())
    await until(() => expect(side.point(sum, 'total')).toMatchObject({ quality: 'uncertain', data_time: time + 1 }))
    await sayB({ flow: 200 }, time + 18_000)
    await sayManyA([{ ts: time - 500, values: { flow: 1 } }])
    await sayManyA([-100, 1000, 9000].map((after) => ({ ts: time + after, values: { flow: 1 } })))
    expect(await side.history(sum, 'total')).toEqual([
      [time, 109],
      [time + 1, 109],
      [time + 1000, 101],
      [time + 9000, 101],
      [time + 18_000, 201],
      [time + 18_001, 201],
    ])
  })

  test('a virtual device reads no device of another tenant', async () => {
    const { sum, sayA } = await newSum({ tenant_id: 2 })
    await sayA({ flow: 2 })
    expect(side.point(sum, 'first')).toMatchObject({ value: null, data_time: null })
  })

  test('a virtual device cannot sign in, and nobody can report for it', async () => {
    const { sum } = await newSum()
    await expect(side.connect(sum)).rejects.toThrow()
    await expect(side.connect(sum, { password: '' })).rejects.toThrow()
  })

  test('a new formula counts at once, and history stays', async () => {
    const { a, sum, sayA, sayB } = await newSum()
    await sayA({ flow: 2 })
    await sayB({ flow: 3 })
    await db.system((q) =>
      q
        .updateTable('point')
        .set({ formula: `${a}.flow * 100` })
        .where('point_id', '=', side.point(sum, 'first').point_id)
        .execute(),
    )
    await side.fleet.reload(sum)
    expect(side.point(sum, 'first').value).toBe(200)
    await db.system((q) => q.deleteFrom('device').where('sn_code', '=', sum).execute())
    await side.fleet.reload(sum)
    await sayA({ flow: 3 })
    expect(side.fleet.get(sum)).toBeUndefined()
  })

  test('after a restart it goes on with what it knew', async () => {
    const { sum, sayA, a, b } = await newSum()
    await sayA({ flow: 2 })
    await side.close()
    side = await openTestSide(db)
    const pump = await side.connect(b)
    await pump.publishAsync(topics.telemetry(b), JSON.stringify({ values: { flow: 5 } }), { qos: 1 })
    expect(side.point(a, 'flow').value).toBe(2)
    expect(side.point(sum, 'total').value).toBe(7)
  })
})
