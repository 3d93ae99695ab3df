import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeDevice } from '../../../tests/server/devices.ts'
import { openGate } from '../../../tests/server/gate.ts'
import { startEmbedded } from '../../../tests/server/stores.ts'
import { endlessCalls } from '../../../tests/server/waiting-calls.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { WrongField } from '../http/field-errors.ts'
import type { Fleet, LiveDevice } from './fleet.ts'
import { offers, POINTS_A_DEVICE } from './offered.ts'
import { openFleet } from './open-fleet.ts'

test('a user of another organisation is served between the new points that devices report', async () => {
  const store = await startEmbedded()
  const db = await openDb(store.place)
  const names = Array.from({ length: 3 }, (_, n) => `KEYS${n}`)
  for (const sn_code of names) await makeDevice(db, sn_code)
  const fleet = await openFleet(db, () => {})
  try {
    const offer = offers(db, fleet, async () => {})
    const keys = new Map(Array.from({ length: POINTS_A_DEVICE }, (_, n) => [`k${n}`, 'number' as const]))
    const order: string[] = []
    const offered = names.map(async (sn_code) => {
      const device = fleet.get(sn_code)
      if (!device) throw new Error(`${sn_code} is not there`)
      expect(await offer(device, keys)).toBe(0)
      order.push(sn_code)
    })
    // Their writes have been requested by then.
    await setImmediate()
    await db.tenant(2, (q) => q.selectFrom('device').select('device_id').limit(1).execute())
    order.push('user')
    await Promise.all(offered)
    expect(order[0]).toBe('user')
    expect(fleet.get('KEYS2')?.points.size).toBe(POINTS_A_DEVICE)
  } finally {
    await fleet.close()
    await db.close()
    await store.stop()
  }
})

test('new points of a device are stored while calls of its organisation wait at the store', async () => {
  const store = await startEmbedded()
  const db = await openDb(store.place)
  await makeDevice(db, 'NEW')
  const fleet = await openFleet(db, () => {})
  try {
    const device = fleet.get('NEW') as LiveDevice
    const calls = endlessCalls(db, device.tenant_id)
    expect(await offers(db, fleet, async () => {})(device, new Map([['a', 'number']]))).toBe(0)
    await calls.end()
  } finally {
    await fleet.close()
    await db.close()
    await store.stop()
  }
})

test('new points of an organisation that has no room for them are refused without the store for a minute', async () => {
  const store = await startEmbedded()
  const db = await openDb(store.place)
  await makeDevice(db, 'FULL')
  const fleet = await openFleet(db, () => {})
  try {
    let time = 0
    let room = 0
    let asked = 0
    const requirePointRoom = async () => {
      asked += 1
      if (room === 0) throw new WrongField('points', { zh: '', en: '' }, '100019')
    }
    const offer = offers(db, fleet, requirePointRoom, () => time)
    const device = () => fleet.get('FULL') as LiveDevice
    const keys = (...names: string[]) => new Map(names.map((name) => [name, 'number' as const]))
    expect(await offer(device(), keys('a', 'b'))).toBe(2)
    expect(await offer(device(), keys('a', 'b', 'c'))).toBe(3)
    expect(asked).toBe(1)
    expect(device().points.size).toBe(0)
    room = 1
    time += 60_000
    expect(await offer(device(), keys('a', 'b'))).toBe(0)
    expect([...device().points.keys()]).toEqual(['a', 'b'])
  } finally {
    await fleet.close()
    await db.close()
    await store.stop()
  }
})

test('new points of however many organisations are written one portion at a time', async () => {
  const [begun, ended] = [openGate(), openGate()]
  let writing = 0
  const tenant = async () => {
    writing += 1
    begun.resolve()
    await ended.promise
  }
  const offer = offers({ tenant } as unknown as Db, { reload: async () => {} } as unknown as Fleet, async () => {})
  const offered = [1, 2, 3].map((tenant_id) =>
    offer({ tenant_id, points: new Map() } as unknown as LiveDevice, new Map([['a', 'number']])),
  )
  await begun.promise
  await setImmediate()
  expect(writing).toBe(1)
  ended.resolve()
  expect(await Promise.all(offered)).toEqual([0, 0, 0])
})
