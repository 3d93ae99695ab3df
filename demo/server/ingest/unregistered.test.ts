import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { openBudget } from '../limits/limiter.ts'
import { openUnregistered } from './unregistered.ts'

let store: TestStore
let db: Db
beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
})
afterAll(async () => {
  await db.close()
  await store.stop()
})

test('an unregistered device reports at most 1,000 keys in all, of which the first are kept with their newest types', async () => {
  const seen = { password_hash: '', first_seen_time: 0, last_seen_time: 0 }
  const reported = JSON.stringify({ flow: 'string' })
  await db.system((q) =>
    q
      .insertInto('unregistered_device')
      .values({ sn_code: 'WIDE1', reported, ...seen })
      .execute(),
  )
  for (const name of ['a', 'b']) {
    const unregistered = openUnregistered(db, (error) => expect.unreachable(String(error)), {
      takesUnregistered: false,
      provisioning: 'list',
      newDevices: openBudget({ most: 10, perMs: 60_000 }),
    })
    const keys = Array.from({ length: 990 }, (_, n) => [`${name}${n}`, 1])
    unregistered.report('WIDE1', [{ sent_time: null, values: { ...Object.fromEntries(keys), flow: 1 } }], null)
    await unregistered.close()
  }
  const row = await db.system((q) =>
    q.selectFrom('unregistered_device').select('reported').where('sn_code', '=', 'WIDE1').executeTakeFirstOrThrow(),
  )
  const kept = row.reported as Record<string, string>
  expect(Object.keys(kept)).toHaveLength(1000)
  expect(Object.keys(kept).filter((key) => key.startsWith('a'))).toHaveLength(990)
  expect(kept.flow).toBe('number')
})

test('a node with any number of invented devices leaves room for the devices of others', async () => {
  const seen = { password_hash: '', first_seen_time: 0, last_seen_time: 0 }
  await db.system((q) =>
    q
      .insertInto('unregistered_device')
      .values({ sn_code: 'PUMP1', ...seen })
      .execute(),
  )
  const errors: unknown[] = []
  const unregistered = openUnregistered(db, (error) => errors.push(error), {
    takesUnregistered: false,
    provisioning: 'list',
    newDevices: openBudget({ most: 10, perMs: 60_000 }),
  })
  const reading = [{ sent_time: null, values: { flow: 1 } }]
  for (let n = 0; n < 20_000; n++) unregistered.report(`METER${n}`, reading, { sn_code: 'NODE1', network: '192.0.2.1' })
  unregistered.report('PUMP1', reading, null)
  await unregistered.close()
  const { reported } = await db.system((q) =>
    q.selectFrom('unregistered_device').select('reported').where('sn_code', '=', 'PUMP1').executeTakeFirstOrThrow(),
  )
  expect(reported).toEqual({ flow: 'number' })
  expect(errors).toEqual([])
})

test('what unregistered devices report is stored in pieces beside which others have their turn, and once where it is the same', async () => {
  const sn_codes = Array.from({ length: 20 }, (_, n) => `MANY${n}`)
  const seen = { password_hash: '', first_seen_time: Date.now(), last_seen_time: Date.now() }
  await db.system((q) =>
    q
      .insertInto('unregistered_device')
      .values(sn_codes.map((sn_code) => ({ sn_code, ...seen })))
      .execute(),
  )
  let turns = 0
  const counted: Db = Object.assign(Object.create(db), {
    system: (...work: Parameters<Db['system']>) => {
      turns += 1
      return db.system(...work)
    },
  })
  const unregistered = openUnregistered(counted, (error) => expect.unreachable(String(error)), {
    takesUnregistered: false,
    provisioning: 'open',
    newDevices: openBudget({ most: 10, perMs: 60_000 }),
  })
  const values = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, 1]))
  const reportAll = () => {
    for (const sn_code of sn_codes) unregistered.report(sn_code, [{ sent_time: null, values }], null)
  }
  const kept = () =>
    db.system((q) => q.selectFrom('unregistered_device').select('reported').where('sn_code', 'like', 'MANY%').execute())
  const isKept = ({ reported }: { reported: unknown }) => Object.keys(reported as object).length === 1000
  reportAll()
  await vi.waitFor(async () => expect((await kept()).every(isKept)).toBe(true))
  expect(turns).toBe(sn_codes.length)
  reportAll()
  await unregistered.close()
  expect(turns).toBe(sn_codes.length)
})
