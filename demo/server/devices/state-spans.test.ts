import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { makeDevice } from '../../../tests/server/devices.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { watchClock } from '../diagnostics/clock.ts'
import { openFleet } from '../fleet/open-fleet.ts'
import { runsWithin, stateSpans } from './state-spans.ts'

const HOUR = HOUR_MS
const START = 1_800_000_000_000
const [UNKNOWN, ONLINE, OFFLINE] = [0, 1, 2]

let store: TestStore
let db: Db
let passed = 0
const clock = () => watchClock({ now: () => START + passed, elapsed: () => passed })

beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
})
afterAll(async () => {
  await db.close()
  await store.stop()
})

const open = () =>
  openFleet(
    db,
    (error) => {
      throw error
    },
    new Map(),
    clock(),
  )
const spansOf = async (sn_code: string, from: number, to: number) => {
  const device = await db.system((q) =>
    q.selectFrom('device').select('device_id').where('sn_code', '=', sn_code).executeTakeFirstOrThrow(),
  )
  const [start, until] = [START + from, START + Math.min(to, passed)]
  const states = await db.system(async (q) => stateSpans(q, device, start, until, await runsWithin(q, start, until)))
  return { ...states, spans: states.spans.map(([begin, end, state]) => [begin - START, end - START, state]) }
}

test('states are kept with their times, and are unknown where no server ran and before they were kept', async () => {
  await makeDevice(db, 'STATES1')
  let fleet = await open()
  passed = HOUR
  fleet.setConnected('STATES1', true, START + passed)
  passed = 2 * HOUR
  await fleet.close()
  passed = 3 * HOUR
  fleet = await open()
  fleet.setConnected('STATES1', true, START + passed)
  passed = 5 * HOUR
  fleet.setConnected('STATES1', false, START + passed)
  passed = 6 * HOUR
  await fleet.close()

  expect(await spansOf('STATES1', -HOUR, 10 * HOUR)).toEqual({
    spans: [
      [-HOUR, 0, UNKNOWN],
      [0, HOUR, OFFLINE],
      [HOUR, 2 * HOUR, ONLINE],
      [2 * HOUR, 3 * HOUR, UNKNOWN],
      [3 * HOUR, 5 * HOUR, ONLINE],
      [5 * HOUR, 6 * HOUR, OFFLINE],
    ],
    online: 3 * HOUR,
    offline: 2 * HOUR,
    faulty: 0,
    unknown: 2 * HOUR,
  })
  // What a range begins in, it is in from its beginning.
  expect((await spansOf('STATES1', 1.5 * HOUR, 4 * HOUR)).spans).toEqual([
    [1.5 * HOUR, 2 * HOUR, ONLINE],
    [2 * HOUR, 3 * HOUR, UNKNOWN],
    [3 * HOUR, 4 * HOUR, ONLINE],
  ])
  expect((await spansOf('STATES1', 7 * HOUR, 8 * HOUR)).spans).toEqual([])
})

test('a device that is registered while the server runs is known from then on', async () => {
  const fleet = await open()
  passed += HOUR
  const registered = passed
  await makeDevice(db, 'STATES2')
  await fleet.reload('STATES2')
  passed += HOUR
  await fleet.close()
  expect((await spansOf('STATES2', registered - HOUR, passed)).spans).toEqual([
    [registered - HOUR, registered, UNKNOWN],
    [registered, passed, OFFLINE],
  ])
})
