import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeDevice } from '../../../tests/server/devices.ts'
import { countingStatements } from '../../../tests/server/statements.ts'
import { startEmbedded } from '../../../tests/server/stores.ts'
import { DbError } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import { openFleet } from './open-fleet.ts'

test('an alarm produced while its device is reloaded still counts', async () => {
  const store = await startEmbedded()
  const db = await openDb(store.place)
  await makeDevice(db, 'R1')
  const errors: unknown[] = []
  const fleet = await openFleet(db, (error) => errors.push(error))
  try {
    const device = fleet.get('R1')
    if (!device) throw new Error('R1 is not there')
    const reloaded = fleet.reload('R1')
    fleet.setAlarms(device, 1, 4, Date.now())
    await reloaded
    expect(fleet.get('R1')).toMatchObject({ open_alarms: 1, alarm_level: 4 })
    expect(errors).toEqual([])
  } finally {
    await fleet.close()
    await db.close()
    await store.stop()
  }
})

test('devices that are read again together take three statements, and devices that wait for it already take none', async () => {
  const store = await startEmbedded()
  const db = await openDb(store.place)
  const sns = Array.from({ length: 60 }, (_, i) => `M${i}`)
  for (const sn of sns) await makeDevice(db, sn)
  const counting = countingStatements(db)
  const fleet = await openFleet(counting.db, (error) => expect(error).toBeUndefined())
  const read: string[] = []
  fleet.on('reloaded', ({ sn_code }) => read.push(sn_code))
  try {
    const before = counting.count()
    await fleet.reload(...sns)
    expect(counting.count() - before).toBe(3)
    expect(read).toEqual(sns)
    await Promise.all(Array.from({ length: 20 }, () => fleet.reload(...sns)))
    expect(counting.count() - before).toBe(6)
    expect(read).toHaveLength(120)
  } finally {
    await fleet.close()
    await db.close()
    await store.stop()
  }
})

test('a device says when its name or points were changed last, and nothing where it is only read again', async () => {
  const store = await startEmbedded()
  const db = await openDb(store.place)
  await makeDevice(db, 'D1', { points: [{ key: 'flow', data_type: 'number' }] })
  const fleet = await openFleet(db, (error) => expect(error).toBeUndefined())
  const described = () => fleet.get('D1')?.described_time
  try {
    await fleet.reload('D1')
    expect(described()).toBe(0)
    await db.system((q) => q.updateTable('point').set({ name: 'Flow east' }).where('key', '=', 'flow').execute())
    await fleet.reload('D1')
    const first = described()
    expect(first).toBeGreaterThan(0)
    await fleet.reload('D1')
    expect(described()).toBe(first)
    await db.system((q) => q.updateTable('device').set({ dev_alias: 'East' }).where('sn_code', '=', 'D1').execute())
    await fleet.reload('D1')
    expect(described()).toBeGreaterThan(first ?? 0)
  } finally {
    await fleet.close()
    await db.close()
    await store.stop()
  }
})

test('devices whose enums have the same words hold them once, as they are loaded and as they are read again', async () => {
  const store = await startEmbedded()
  const db = await openDb(store.place)
  const mode = { key: 'mode', data_type: 'enum', enum_text: { 1: { zh: '手动', en: 'Manual' } } } as const
  for (const sn of ['E1', 'E2', 'E3']) await makeDevice(db, sn, { points: [mode, { ...mode, key: 'again' }] })
  const fleet = await openFleet(db, (error) => expect(error).toBeUndefined())
  const words = () => [...fleet.all()].flatMap(({ points }) => [...points.values()].map(({ enum_text }) => enum_text))
  try {
    const [first] = words()
    expect(first).toEqual({ 1: { zh: '手动', en: 'Manual' } })
    expect(new Set(words()).size).toBe(1)
    await makeDevice(db, 'E4', { points: [mode] })
    await fleet.reload('E1', 'E2', 'E4')
    expect(words()).toHaveLength(7)
    expect(new Set(words())).toEqual(new Set([first]))
    expect(new Set(words()).size).toBe(1)
  } finally {
    await fleet.close()
    await db.close()
    await store.stop()
  }
})

test('a device that could not be read while the store was busy is read again until it is', async () => {
  const store = await startEmbedded()
  const db = await openDb(store.place)
  await makeDevice(db, 'B1')
  let refusals = 0
  const busy = (): void => {
    if (refusals === 0) return
    refusals -= 1
    throw new DbError('57014', 'the store was busy for 15000 ms')
  }
  const system: typeof db.system = async (work, priority) => {
    busy()
    return db.system(work, priority)
  }
  const errors: unknown[] = []
  const fleet = await openFleet({ ...db, system }, (error) => errors.push(error))
  try {
    await db.system((q) => sql`update device set dev_alias = 'moved' where sn_code = 'B1'`.execute(q))
    refusals = 2
    await fleet.reload('B1')
    expect(fleet.get('B1')?.dev_alias).toBe('moved')
    expect(errors).toHaveLength(2)
  } finally {
    await fleet.close()
    await db.close()
    await store.stop()
  }
})
