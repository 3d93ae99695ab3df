import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { makeDevice } from '../../../tests/server/devices.ts'
import { watchRows } from '../../../tests/server/rows-returned.ts'
import { startEmbedded } from '../../../tests/server/stores.ts'
import { openDb } from '../db/open.ts'
import { loadDevices, POINTS_READ_AT_ONCE } from './load.ts'

test('a start reads points some at a time, and each device has all of its own in their order', async () => {
  const store = await startEmbedded()
  const db = await openDb(store.place)
  onTestFinished(async () => {
    await db.close()
    await store.stop()
  })
  await makeDevice(db, 'MANY1')
  await makeDevice(db, 'MANY2', { tenant_id: 2 })
  const each = POINTS_READ_AT_ONCE + 7
  await db.system(async (q) => {
    await sql`delete from point`.execute(q)
    await sql`insert into point (tenant_id, device_id, key, name, data_type, sort)
      select d.tenant_id, d.device_id, 'k' || n, 'k', 'number', ${each} - n
        from device d, generate_series(1, ${each}) n where d.sn_code in ('MANY1', 'MANY2')`.execute(q)
  })
  const watched = watchRows(db)
  const devices = await watched.db.system((q) => loadDevices(q))
  expect(watched.most()).toBe(POINTS_READ_AT_ONCE)
  for (const sn_code of ['MANY1', 'MANY2']) {
    const keys = [...(devices.find((device) => device.sn_code === sn_code)?.points.keys() ?? [])]
    expect([keys.length, keys[0], keys.at(-1)]).toEqual([each, `k${each}`, 'k1'])
  }
})
