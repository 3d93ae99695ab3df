import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { topics } from '../../../core/contract/telemetry.ts'
import { makeDevice, makeVirtual, openTestSide, type TestSide } from '../../../tests/server/devices.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'

vi.mock('../../../core/catalogue/limits.ts', async (original) => {
  const { LIMITS, ...more } = await original<typeof import('../../../core/catalogue/limits.ts')>()
  return { ...more, LIMITS: { ...LIMITS, newestTexts: 1000 } }
})

const until = (check: () => unknown) => vi.waitFor(check)

let store: TestStore
let db: Db
let side: TestSide
beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
  const points = ['a', 'b'].map((key) => ({ key, data_type: 'string' as const, keep_history: false }))
  for (const sn of ['BIG1', 'SMALL1'])
    await makeDevice(db, sn, { points: [...points, { key: 'n', data_type: 'number' }] })
  await makeDevice(db, 'OTHER2', { points, tenant_id: 2 })
  await makeVirtual(db, 'READS1', {
    points: [{ key: 'v', data_type: 'string', formula: 'if(SMALL1.n > 7, "text 8", "text 7")' }],
  })
  side = await openTestSide(db)
})
afterAll(async () => {
  expect(side.errors).toEqual([])
  await side.close()
  await db.close()
  await store.stop()
})

/** As if the device had reported it in many points. */
function hold(sn_code: string, length: number) {
  const value = 'x'.repeat(length)
  side.fleet.apply(
    side.device(sn_code),
    [{ data_time: Date.now(), values: [{ point: side.point(sn_code, 'a'), value, quality: 'good' }] }],
    Date.now(),
  )
}
const shown = (sn_code: string, key: string) => side.point(sn_code, key).value
async function report(sn_code: string, values: object) {
  const client = await side.connect(sn_code)
  await client.publishAsync(topics.telemetry(sn_code), JSON.stringify({ values }), { qos: 1 })
  await client.endAsync()
}

test('newest texts of an organisation fill no more of the memory than it may have, and the log of a device says which did not fit', async () => {
  hold('BIG1', LIMITS.newestTexts - 10)
  await report('SMALL1', { a: '12345678', b: 'abc', n: 7 })
  expect([shown('SMALL1', 'a'), shown('SMALL1', 'b'), shown('SMALL1', 'n')]).toEqual(['12345678', null, 7])
  expect(await side.refused('too_much_text')).toBeGreaterThan(0)
  await until(async () =>
    expect(await side.logOf('SMALL1')).toContainEqual({ kind: 'refused', reason: 'too_much_text', keys: 1 }),
  )
  await until(async () =>
    expect(await side.logOf('READS1')).toContainEqual({ kind: 'refused', reason: 'too_much_text', keys: 1 }),
  )
  expect(shown('READS1', 'v')).toBeNull()

  await report('SMALL1', { a: 'less' })
  await report('OTHER2', { b: 'theirs' })
  expect([shown('SMALL1', 'a'), shown('OTHER2', 'b')]).toEqual(['less', 'theirs'])

  hold('BIG1', 0)
  await report('SMALL1', { b: 'abc', n: 8 })
  expect(shown('SMALL1', 'b')).toBe('abc')
  await until(() => expect(shown('READS1', 'v')).toBe('text 8'))
})

test('a device that comes back where its organisation has no room for its texts comes back without them, and leaves room when it goes', async () => {
  await report('SMALL1', { a: 'before', n: 3 })
  const set = (deregistered_time: number | null) =>
    db.system((q) => q.updateTable('device').set({ deregistered_time }).where('sn_code', '=', 'SMALL1').execute())
  await set(Date.now())
  await side.fleet.reload('SMALL1')
  hold('BIG1', LIMITS.newestTexts)
  await set(null)
  await side.fleet.reload('SMALL1')
  expect([shown('SMALL1', 'a'), shown('SMALL1', 'n')]).toEqual([null, 3])
  expect(side.point('SMALL1', 'a').quality).toBe('bad')

  await db.system((q) => q.updateTable('device').set({ deregistered_time: 1 }).where('sn_code', '=', 'BIG1').execute())
  await side.fleet.reload('BIG1')
  await report('SMALL1', { a: 'after' })
  expect(shown('SMALL1', 'a')).toBe('after')
})
