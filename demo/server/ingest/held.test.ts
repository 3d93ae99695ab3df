import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { topics } from '../../../core/contract/telemetry.ts'
import { makeDevice, openTestSide, type TestSide } from '../../../tests/server/devices.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'

vi.mock('../../../core/catalogue/limits.ts', async (original) => {
  const { LIMITS, ...more } = await original<typeof import('../../../core/catalogue/limits.ts')>()
  return { ...more, LIMITS: { ...LIMITS, openBytes: 3200, lateMinutes: 20 } }
})

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000 })

let store: TestStore
let db: Db
let side: TestSide
/** When the history is to go on after its minutes are sealed. */
let merging = new AbortController()
beforeAll(async () => {
  store = await startEmbedded()
  const opened = await openDb(store.place)
  db = {
    ...opened,
    system: (work, priority) => {
      if (priority === 'reports') merging.abort()
      return opened.system(work, priority)
    },
  }
  const points = [{ key: 'n', data_type: 'number' as const }]
  for (const sn of ['LOUD1', 'CALM1', 'LATE1', 'NOW1']) await makeDevice(db, sn, { points })
  await makeDevice(db, 'OTHER2', { points, tenant_id: 2 })
  side = await openTestSide(db)
})
afterAll(async () => {
  expect(side.errors).toEqual([])
  await side.close()
  await db.close()
  await store.stop()
})

async function report(sn_code: string, readings: object[]) {
  const client = await side.connect(sn_code)
  await client.publishAsync(topics.telemetry(sn_code), JSON.stringify(readings), { qos: 1 })
  await client.endAsync()
}
/** Of the past, each of a minute of its own, with its number as value. */
const past = (from: number, count: number, everyMs = MINUTE_MS) =>
  Array.from({ length: count }, (_, i) => ({
    ts: Date.now() - 2 * HOUR_MS - (from + i) * everyMs,
    values: { n: from + i },
  }))
const shown = (sn_code: string) => side.point(sn_code, 'n').value
/** Seals minutes, and merges none. */
async function seal() {
  // What else the server does may end it too early.
  while (side.telemetry.isFull(1, 'open')) {
    merging = new AbortController()
    await side.telemetry.compact(Date.now(), merging.signal)
  }
}

test('messages of an organisation that sends faster than history is written wait until some is, others do not, and nothing is lost', async () => {
  await report('LOUD1', past(0, 101))
  let isTaken = false
  const waiting = report('CALM1', [{ values: { n: 7 } }]).then(() => {
    isTaken = true
  })
  await report('OTHER2', [{ values: { n: 8 } }])
  expect([isTaken, shown('CALM1'), shown('OTHER2')]).toEqual([false, null, 8])
  await seal()
  await waiting
  await until(() => expect(shown('CALM1')).toBe(7))
  expect((await side.history('LOUD1', 'n')).length).toBe(101)
})

test('values of the past are refused while too many wait to be merged, values of now are not, and the log of the device says so', async () => {
  expect([side.telemetry.isFull(1, 'late'), side.telemetry.isFull(2, 'late')]).toEqual([true, false])
  await report('LATE1', [...past(0, 5), { values: { n: 1000 } }])
  await report('OTHER2', past(0, 5))
  expect(shown('LATE1')).toBe(1000)
  await until(async () => expect(await side.logOf('LATE1')).toContainEqual({ kind: 'refused', reason: 'too_much' }))
  await report('NOW1', [{ values: { n: 9 } }])
  await until(() => expect(shown('NOW1')).toBe(9))
  expect(await side.history('LATE1', 'n')).toHaveLength(1)
  expect(await side.history('OTHER2', 'n')).toHaveLength(6)
  await side.telemetry.compact(Date.now())
  await report('LATE1', past(0, 5))
  await until(async () => expect(await side.history('LATE1', 'n')).toHaveLength(6))
})
