import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openAlarmSide } from '../../../tests/server/alarms.ts'
import { makeDevice } from '../../../tests/server/devices.ts'
import { createStateThinning, STATES_KEPT } from './device-states.ts'

const { db } = await openAlarmSide()

/** A device that no server looks after, and so many of its changes. */
async function changed(sn_code: string, count: number) {
  await makeDevice(db, sn_code, { points: [], rules: [] })
  return db.system(async (q) => {
    const device = await q
      .selectFrom('device')
      .select(['tenant_id', 'device_id'])
      .where('sn_code', '=', sn_code)
      .executeTakeFirstOrThrow()
    await sql`insert into device_state (tenant_id, device_id, since_time, dev_state)
      select ${device.tenant_id}, ${device.device_id}, n, 1 + n % 2 from generate_series(1, ${count}::int) n`.execute(q)
    return device
  })
}

const kept = async ({ device_id }: { device_id: number }) => {
  const { rows } = await db.system((q) =>
    sql<{ count: number; first: number }>`select count(*)::int as count, min(since_time)::int as first from device_state
      where device_id = ${device_id}`.execute(q),
  )
  return rows[0]
}

test('a device that goes and comes all the time keeps the newest of its changes', async () => {
  const most = STATES_KEPT + 5
  const [one, other] = [await changed('COMES1', most), await changed('COMES2', most)]
  const thin = createStateThinning(db)
  await thin(Array.from({ length: STATES_KEPT / 10 - 1 }, () => one))
  expect(await kept(one)).toEqual({ count: most, first: 1 })
  await thin([one, other])
  expect(await kept(one)).toEqual({ count: STATES_KEPT, first: 6 })
  expect(await kept(other)).toEqual({ count: most, first: 1 })
})
