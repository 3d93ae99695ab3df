import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { makeDevice } from '../../../tests/server/devices.ts'
import { countingStatements } from '../../../tests/server/statements.ts'
import { startEmbedded } from '../../../tests/server/stores.ts'
import { type Db, DbError } from '../db/db.ts'
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

test.each(['57P01', '57P03', '53300', '25P03', '40P01', '08006'])(
  'a device is read again where the store ended or refused the connection (%s)',
  async (code) => {
    const store = await startEmbedded()
    const db = await openDb(store.place)
    await makeDevice(db, 'C1')
    let refusals = 0
    const system: Db['system'] = async (work, priority) => {
      if (refusals-- > 0) throw new DbError(code, 'the connection was ended')
      return db.system(work, priority)
    }
    const fleet = await openFleet({ ...db, system }, () => {})
    try {
      await db.system((q) => sql`update device set dev_alias = 'moved' where sn_code = 'C1'`.execute(q))
      refusals = 1
      await fleet.reload('C1')
      expect(fleet.get('C1')?.dev_alias).toBe('moved')
    } finally {
      await fleet.close()
      await db.close()
      await store.stop()
    }
  },
)

/** A fleet whose ordinary readings end only when `open` is called; each has read by then what it will say. */
async function heldFleet(sns: readonly string[]) {
  const store = await startEmbedded()
  const db = await openDb(store.place)
  for (const sn of sns) await makeDevice(db, sn)
  let open = () => {}
  let gate: Promise<void> | null = null
  let read = 0
  const system: Db['system'] = async (work, priority) => {
    const done = await db.system(work, priority)
    read += 1
    await gate
    return done
  }
  const fleet = await openFleet({ ...db, system }, (error) => expect(error).toBeUndefined())
  const rename = (sn: string, name: string) =>
    db.system((q) => sql`update device set dev_alias = ${name} where sn_code = ${sn}`.execute(q))
  return {
    fleet,
    rename,
    /** In the store; gives the group. */
    regroup: (sn: string) =>
      db.system(async (q) => {
        const { tenant_id } = await q
          .selectFrom('device')
          .select('tenant_id')
          .where('sn_code', '=', sn)
          .executeTakeFirstOrThrow()
        const other = { tenant_id, group_name: 'elsewhere', is_default: false }
        const { group_id } = await q
          .insertInto('device_group')
          .values(other)
          .returning('group_id')
          .executeTakeFirstOrThrow()
        await q.updateTable('device').set({ group_id }).where('sn_code', '=', sn).execute()
        return group_id
      }),
    hold() {
      read = 0
      gate = new Promise((resolve) => {
        open = resolve
      })
    },
    isRead: () => read > 0,
    open: () => open(),
    async end() {
      open()
      await fleet.close()
      await db.close()
      await store.stop()
    },
  }
}

test('a device that changed hands is read before all that its organisation has waiting, and an older reading of it counts no more', async () => {
  const sns = Array.from({ length: 250 }, (_, i) => `H${i}`)
  const { fleet, rename, hold, isRead, open, end } = await heldFleet(sns)
  try {
    hold()
    const waiting = fleet.reload(...sns)
    await vi.waitFor(() => expect(isRead()).toBe(true))
    await rename('H0', 'given away')
    await rename('H249', 'given away too')
    const { tenant_id } = fleet.get('H0') as { tenant_id: number }
    await fleet.reloadFirst(tenant_id, 'H0')
    await fleet.reloadFirst(tenant_id, 'H249')
    expect([fleet.get('H0')?.dev_alias, fleet.get('H249')?.dev_alias]).toEqual(['given away', 'given away too'])
    open()
    await waiting
    expect([fleet.get('H0')?.dev_alias, fleet.get('H249')?.dev_alias]).toEqual(['given away', 'given away too'])
  } finally {
    await end()
  }
})

test('a reading that a move has overtaken is made again, with all else that it had to say', async () => {
  const { fleet, rename, hold, isRead, open, end } = await heldFleet(['O1'])
  try {
    const { tenant_id, group_id } = fleet.get('O1') as { tenant_id: number; group_id: number }
    hold()
    await rename('O1', 'given away')
    const reading = fleet.reload('O1')
    await vi.waitFor(() => expect(isRead()).toBe(true))
    fleet.move(tenant_id, ['O1'], group_id + 1)
    open()
    await reading
    expect(fleet.get('O1')?.dev_alias).toBe('given away')
  } finally {
    await end()
  }
})

test('a device is in its other group at once, and an older reading does not put it back', async () => {
  const { fleet, regroup, hold, isRead, open, end } = await heldFleet(['G1'])
  const left: (number | null)[] = []
  fleet.on('left', ({ group_id }) => left.push(group_id))
  try {
    const { tenant_id, group_id } = fleet.get('G1') as { tenant_id: number; group_id: number }
    const before = group_id
    hold()
    const reading = fleet.reload('G1')
    await vi.waitFor(() => expect(isRead()).toBe(true))
    const other = await regroup('G1')
    fleet.move(tenant_id, ['G1'], other)
    expect(fleet.get('G1')?.group_id).toBe(other)
    // Of another organisation by then.
    fleet.move(tenant_id + 1, ['G1'], before)
    open()
    await reading
    expect(fleet.get('G1')?.group_id).toBe(other)
    expect(left).toEqual([before])
  } finally {
    await end()
  }
})

test('devices that are new are read some at a time, by how many points they have', async () => {
  const store = await startEmbedded()
  const db = await openDb(store.place)
  let readings = 0
  const system: Db['system'] = (work, priority) => {
    readings += 1
    return db.system(work, priority)
  }
  const fleet = await openFleet({ ...db, system }, (error) => expect(error).toBeUndefined())
  const sns = Array.from({ length: 12 }, (_, i) => `N${i}`)
  const points = Array.from({ length: 900 }, (_, i) => ({ key: `k${i}`, data_type: 'number' as const }))
  try {
    for (const sn of sns) await makeDevice(db, sn, { points })
    readings = 0
    await fleet.reload(...sns)
    expect(sns.map((sn) => fleet.get(sn)?.points.size)).toEqual(sns.map(() => 900))
    // How large they are, and five, five and two of them.
    expect(readings).toBe(4)
  } finally {
    await fleet.close()
    await db.close()
    await store.stop()
  }
})
