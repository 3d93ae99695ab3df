import type { MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { topics } from '../../../core/contract/telemetry.ts'
import { makeDevice, makeVirtual, openTestSide, type TestSide } from '../../../tests/server/devices.ts'
import { openGate } from '../../../tests/server/gate.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'

const until = (check: () => unknown) => vi.waitFor(check)

let store: TestStore
let db: Db
let side: TestSide
/** Nothing of organisation 1 is durable before it opens. */
let gate = openGate()
/** How many messages of organisation 1 are worked on. */
let begun = 0

const LOUD = ['LOUD1', 'LOUDER1', 'LOUDEST1']
const READ = 'READ1'

beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
  const points = [{ key: 'n', data_type: 'number' as const }]
  for (const sn of [...LOUD, READ, 'CALM1']) await makeDevice(db, sn, { points })
  await makeDevice(db, 'OTHER2', { points, tenant_id: 2 })
  await makeVirtual(db, 'READS1', { points: [{ key: 'v', data_type: 'number', formula: `${READ}.n` }] })
})

afterAll(async () => {
  await db.close()
  await store.stop()
})

beforeEach(async () => {
  gate = openGate()
  begun = 0
  side = await openTestSide(db, {
    rates: { ofDevice: 1e9, ofTenant: 1e9 },
    append: async (samples, telemetry) => {
      const isOfOther = samples.some(({ point_id }) => point_id === side.point('OTHER2', 'n').point_id)
      if (!isOfOther) {
        begun += 1
        await gate.promise
      }
      const stored = telemetry.append(samples)
      telemetry.hurry()
      await stored
    },
  })
})

afterEach(async () => {
  gate.resolve()
  expect(side.errors).toEqual([])
  await side.close()
})

/** A reading in 250 KB. */
const large = (n: number) => JSON.stringify({ ts: Date.now(), values: { n } }).padEnd(250_000)

const send = (client: MqttClient, sn: string, text: string) =>
  client.publishAsync(topics.telemetry(sn), text, { qos: 1 })

/** From several connections of a device, as much as an organisation may have worked on. */
async function flood(sn_codes: readonly string[]) {
  const sent: Promise<unknown>[] = []
  for (const sn of sn_codes)
    for (let n = 0; n < 8; n++) sent.push(send(await side.connect(sn, { clientId: `${n}` }), sn, large(n)))
  return sent
}
const received = async () => (await side.metrics.messages.get()).values.reduce((sum, { value }) => sum + value, 0)

test('messages beyond the room of their organisation wait as they came, those of others do not, and all are stored in the end', async () => {
  const sent = await flood(LOUD)
  await until(async () => expect(await received()).toBe(24))
  const other = await side.connect('OTHER2')
  for (let n = 0; n < 5; n++) await send(other, 'OTHER2', large(n))
  // Three quarters of 2 MB.
  expect(begun).toBe(6)
  const small = send(await side.connect('CALM1'), 'CALM1', '{"values":{"n":1}}')
  await until(() => expect(side.point('CALM1', 'n').value).toBe(1))
  gate.resolve()
  await Promise.all([...sent, small])
  for (const sn of LOUD) expect((await side.history(sn, 'n')).length).toBeGreaterThan(0)
})

test('what virtual devices read does not take the room of what they do not read', async () => {
  const sent: Promise<unknown>[] = []
  for (let n = 0; n < 8; n++) {
    const client = await side.connect(READ, { clientId: `${n}` })
    for (const _ of [1, 2]) sent.push(send(client, READ, large(n)))
  }
  await until(async () => expect(await received()).toBe(16))
  const loud = await side.connect('LOUD1')
  sent.push(send(loud, 'LOUD1', large(77)))
  await until(() => expect(side.point('LOUD1', 'n').value).toBe(77))
  gate.resolve()
  await Promise.all(sent)
})

test('a small message of a device does not overtake a large one that waits for room', async () => {
  const sent = await flood(LOUD.slice(0, 2))
  await until(async () => expect(await received()).toBe(16))
  const last = await side.connect('LOUDEST1')
  sent.push(send(last, 'LOUDEST1', large(21)), send(last, 'LOUDEST1', '{"values":{"n":22}}'))
  await until(async () => expect(await received()).toBe(18))
  const other = await side.connect('OTHER2')
  await send(other, 'OTHER2', large(5))
  expect(side.point('LOUDEST1', 'n').value).not.toBe(22)
  gate.resolve()
  await Promise.all(sent)
  expect(side.point('LOUDEST1', 'n').value).toBe(22)
})
