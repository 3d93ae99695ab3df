import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { makeDevice } from '../../../tests/server/devices.ts'
import { stores, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { openTelemetry, type Telemetry } from './telemetry.ts'

const now = Date.UTC(2026, 10, 20, 12, 30)
const [from, to] = [now - HOUR_MS, now]

describe.each(stores)('points of two organisations in $name', ({ start }) => {
  let store: TestStore
  let db: Db
  let telemetry: Telemetry

  beforeAll(async () => {
    store = await start()
    db = await openDb(store.place)
    telemetry = await openTelemetry(db, { now: () => now, log: { info: () => {} } })
  })
  afterAll(async () => {
    await telemetry.close()
    await db.close()
    await store.stop()
  })

  /** A point with a number and a text that are stored, and one of each that is in memory only. */
  async function pointOf(tenant_id: number): Promise<number> {
    await makeDevice(db, `OWN${tenant_id}`, { tenant_id, points: [{ key: 'n', data_type: 'number' }] })
    const { point_id } = await db.system((q) =>
      q.selectFrom('point').select('point_id').where('tenant_id', '=', tenant_id).executeTakeFirstOrThrow(),
    )
    const append = (data_time: number, value: number) =>
      telemetry.append([
        { point_id, data_time, value, quality: 0 },
        { point_id, data_time: data_time + 1, value: null, text: `text ${value}`, quality: 0 },
      ])
    await append(now - 10 * MINUTE_MS, 1)
    await telemetry.compact(now)
    await append(now - 1000, 2)
    return point_id
  }

  async function readAs(tenant_id: number, point_id: number) {
    const history = telemetry.of(tenant_id)
    const raw = await history.raw(point_id, from, to, 10)
    const short = await history.curve(point_id, from, to, 60, HOUR_MS)
    const long = await history.curve(point_id, from - 12 * HOUR_MS, to, 720, HOUR_MS)
    const many = await history.many([point_id], from, to)
    return { raw: raw.length, curves: [short, long].map(({ mean }) => mean), many: many.get(point_id)?.length ?? 0 }
  }

  test('an organisation reads the history of its own points, and nothing of a point of another one: neither what is stored nor what is in memory', async () => {
    const [ours, theirs] = [await pointOf(1), await pointOf(2)]
    expect(await readAs(1, ours)).toEqual({ raw: 4, curves: [1.5, 1.5], many: 4 })
    expect(await readAs(2, theirs)).toEqual({ raw: 4, curves: [1.5, 1.5], many: 4 })
    const nothing = { raw: 0, curves: [null, null], many: 0 }
    expect(await readAs(1, theirs)).toEqual(nothing)
    expect(await readAs(2, ours)).toEqual(nothing)
  })
})
