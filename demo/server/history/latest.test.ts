import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stores, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { flushLatest, type LatestValue, loadLatest } from './latest.ts'

const now = Date.UTC(2026, 10, 20)

describe.each(stores)('latest values in $name', ({ start }) => {
  let store: TestStore
  let db: Db
  const point = { tenant_id: 0, device_id: 0, point_id: 0 }
  const ids: Record<string, number> = {}

  beforeAll(async () => {
    store = await start()
    db = await openDb(store.place)
    await db.system(async (q) => {
      const named = { name: 'ours', created_time: now }
      const { tenant_id } = await q.insertInto('tenant').values(named).returning('tenant_id').executeTakeFirstOrThrow()
      const group = { tenant_id, group_name: 'plant' }
      const { group_id } = await q
        .insertInto('device_group')
        .values(group)
        .returning('group_id')
        .executeTakeFirstOrThrow()
      const device = { tenant_id, group_id, sn_code: 'A1', dev_alias: 'A1', password_hash: '', created_time: now }
      const { device_id } = await q.insertInto('device').values(device).returning('device_id').executeTakeFirstOrThrow()
      Object.assign(point, { tenant_id, device_id })
      for (const data_type of ['number', 'boolean', 'string'] as const) {
        const row = { tenant_id, device_id, key: data_type, name: data_type, data_type }
        const made = await q.insertInto('point').values(row).returning('point_id').executeTakeFirstOrThrow()
        ids[data_type] = made.point_id
      }
    })
  })
  afterAll(async () => {
    await db.close()
    await store.stop()
  })

  const at = (data_type: string, data_time: number, value: LatestValue['value']): LatestValue => {
    return { ...point, point_id: ids[data_type] as number, data_time, value, quality: 'good' }
  }
  const flush = (...values: LatestValue[]) => db.system((q) => flushLatest(q, values))
  const stored = async (data_type: string) => (await db.system(loadLatest)).get(ids[data_type] as number)

  test('numbers, booleans, texts and qualities come back as they were', async () => {
    const values = [at('number', now, 1.5), at('boolean', now, false), at('string', now, '"运行", \\ ok')]
    await flush(...values)
    for (const value of values) expect([...(await db.system(loadLatest)).values()]).toContainEqual(value)
    const bad: LatestValue = { ...at('number', now, null), quality: 'bad' }
    await flush(bad)
    expect(await stored('number')).toEqual(bad)
  })

  test('what is written last is the newest value, also one of an earlier time', async () => {
    await flush(at('number', now + 1, 1), at('number', now + 2, 2))
    expect(await stored('number')).toEqual(at('number', now + 2, 2))
    await flush(at('number', now + 1, 1))
    expect(await stored('number')).toEqual(at('number', now + 1, 1))
  })

  test('a point that is gone does not keep the others from being written', async () => {
    await flush({ ...at('number', now + 9, 9), point_id: 999_999 }, at('number', now + 3, 3))
    expect(await stored('number')).toEqual(at('number', now + 3, 3))
    expect((await db.system(loadLatest)).has(999_999)).toBe(false)
  })
})
