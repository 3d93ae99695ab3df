import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LISTED_MS } from '../../../../core/contract/device-claim.ts'
import { makeDevice, openTestSide, type TestSide } from '../../../../tests/server/devices.ts'
import { EdgeNode, metric } from '../../../../tests/server/edge-node.ts'
import { startEmbedded, type TestStore } from '../../../../tests/server/stores.ts'
import type { Db } from '../../db/db.ts'
import { openDb } from '../../db/open.ts'

let store: TestStore
let db: Db
let side: TestSide
let count = 0

beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
  side = await openTestSide(db)
})
afterAll(async () => {
  expect(side.errors).toEqual([])
  await side.close()
  await db.close()
  await store.stop()
})

async function newDevice(overrides: { tenant_id?: number; awaited_time?: number } = {}): Promise<string> {
  const sn = `AWAITED${++count}`
  await makeDevice(db, sn, overrides)
  await side.fleet.reload(sn)
  return sn
}

test('a device that was registered before it appeared does so behind a node of its organisation', async () => {
  const [gateway, meter] = [await newDevice(), await newDevice({ awaited_time: Date.now() })]
  const node = await EdgeNode.connect(gateway, side)
  await node.say('NBIRTH', [])
  await node.say('DBIRTH', [metric('power', 'Double', 1)], meter)
  await node.say('DDATA', [metric('power', 'Double', 2)], meter)
  await vi.waitFor(() => expect(side.point(meter, 'power').value).toBe(2))
  expect(side.device(meter)).toMatchObject({ behind: gateway, awaited_time: null })
  const other = await EdgeNode.connect(await newDevice(), side)
  await other.say('NBIRTH', [])
  await other.say('DBIRTH', [metric('power', 'Double', 3)], meter)
  expect(side.point(meter, 'power').value).toBe(2)
})

test('a registration without a device keeps out none that a node of another organisation, which has listed it, announces', async () => {
  const [gateway, meter] = [await newDevice(), await newDevice({ tenant_id: 2, awaited_time: Date.now() })]
  const late = await newDevice({ tenant_id: 2, awaited_time: Date.now() - LISTED_MS - 1 })
  const node = await EdgeNode.connect(gateway, side)
  const birth = (sn: string) => node.say('DBIRTH', [metric('power', 'Double', 1)], sn)
  const keptBehind = async (sn: string) =>
    (
      await db.system((q) =>
        q.selectFrom('unregistered_device').select('behind').where('sn_code', '=', sn).executeTakeFirst(),
      )
    )?.behind
  await node.say('NBIRTH', [])
  const before = await side.refused('topic')
  await birth(meter)
  expect(await side.refused('topic')).toBe(before + 1)
  expect(side.device(meter)).toMatchObject({ tenant_id: 2, behind: null })
  await db.system((q) =>
    q
      .insertInto('device_listing')
      .values({ tenant_id: 1, sn_code: meter, password_hash: 'x', listed_time: Date.now(), listed_user_name: 'x' })
      .execute(),
  )
  for (const sn of [meter, late]) {
    await birth(sn)
    expect(side.fleet.get(sn)).toBeUndefined()
    await vi.waitFor(async () => expect(await keptBehind(sn)).toBe(gateway))
  }
})

test('where only listed devices are kept, so are those behind a node of the organisation that has listed them', async () => {
  const listing = await openTestSide(db, { provisioning: 'list' })
  const [gateway, other] = [await newDevice(), await newDevice({ tenant_id: 2 })]
  for (const sn of [gateway, other]) await listing.fleet.reload(sn)
  const values = { tenant_id: 1, password_hash: 'x', listed_time: Date.now(), listed_user_name: 'x' }
  await db.system((q) =>
    q
      .insertInto('device_listing')
      .values([
        { ...values, sn_code: 'LISTED1' },
        { ...values, sn_code: 'LISTED2', password_hash: null },
      ])
      .execute(),
  )
  const rows = () => db.system((q) => q.selectFrom('unregistered_device').select(['sn_code', 'behind']).execute())
  for (const [sn, device] of [
    [other, 'LISTED1'],
    [other, 'LISTED2'],
    [gateway, 'LISTED1'],
  ] as const) {
    const node = await EdgeNode.connect(sn, listing)
    await node.say('NBIRTH', [])
    await node.say('DBIRTH', [metric('power', 'Double', 1)], device)
    await node.client.endAsync()
  }
  await vi.waitFor(async () => expect(await rows()).toContainEqual({ sn_code: 'LISTED1', behind: gateway }))
  expect(await rows()).toContainEqual({ sn_code: 'LISTED2', behind: other })
  await listing.close()
})
