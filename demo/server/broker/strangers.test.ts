import mqtt, { type IClientOptions } from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { startEmbedded, type TestStore } from '../db/test-stores.ts'
import { makeDevice, openTestSide, type TestSide } from '../test-devices.ts'

let store: TestStore
let db: Db
let side: TestSide

const until = (check: () => unknown) => vi.waitFor(check, 15_000)

beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
  side = await openTestSide(db)
}, 60_000)

afterAll(async () => {
  expect(side.errors).toEqual([])
  await side.close()
  await db.close()
  await store.stop()
})

/** A sign-in with a wrong password, which is refused. */
const refuse = (username: string, password: string, given: IClientOptions = {}) =>
  expect(
    mqtt.connectAsync(side.url, { username, password, reconnectPeriod: 0, ...given }, false),
  ).rejects.toMatchObject({ code: 4 })

test('who does not sign in puts no words of his own into a device’s log, and stops nobody’s', async () => {
  for (const sn of ['LOG1', 'LOG2']) {
    await makeDevice(db, sn, { tenant_id: sn === 'LOG1' ? 1 : 2 })
    await side.fleet.reload(sn)
  }
  await refuse('LOG1', 'wrong', { will: { topic: 'evil\0', payload: Buffer.from(''), qos: 0, retain: false } })
  await until(async () => expect(await side.logOf('LOG1')).toMatchObject([{ reason: 'sign_in_password' }]))
  await side.connect('LOG2', {
    clientId: 'a\0\ud800',
    will: { topic: 'evil\0', payload: Buffer.from(''), qos: 0, retain: false },
  })
  await until(async () => {
    expect(await side.logOf('LOG2')).toMatchObject([
      { kind: 'refused', reason: 'topic', topic: 'evil\ufffd' },
      { kind: 'connected' },
    ])
  })
  expect(await side.logOf('LOG1')).toHaveLength(1)
})
