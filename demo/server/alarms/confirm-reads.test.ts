import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { BY, HIGH, heat, newDevice, openAlarmSide, rowsOf, send } from '../../../tests/server/alarms.ts'
import { rowsRead } from '../../../tests/server/rows-read.ts'

const { db, side } = await openAlarmSide()

const KEPT = 5000
const CONFIRMED = 50

/** A device of which so many alarms stand, and their numbers. */
async function alarmed() {
  const rules = Array.from({ length: CONFIRMED }, (_, i) => ({ ...HIGH, alarm_name: `high ${i}` }))
  const sn = await newDevice(db, side, rules)
  await send(side, sn, [heat(Date.now(), 95)])
  const rows = await rowsOf(db, sn)
  expect(rows).toHaveLength(CONFIRMED)
  return { sn, ids: rows.map(({ alarm_id }) => String(alarm_id)) }
}

test('alarms that are confirmed are found one by one, however many others nobody has confirmed', async () => {
  // How rows are found the store may keep from when they were few.
  const few = await alarmed()
  await side.alarms.confirmMany(1, few.ids, BY)
  const { sn, ids } = await alarmed()
  await db.system(
    (q) =>
      sql`insert into alarm (tenant_id, device_id, sn_code, rule_id, key, alarm_level, alarm_name, alarm_info, alarm_time, recover_time,
          push_state)
        select tenant_id, device_id, sn_code, rule_id, key, alarm_level, alarm_name, alarm_info, alarm_time - n, alarm_time - n, 2
        from (select * from alarm where sn_code = ${sn} limit 1) a, generate_series(1, ${KEPT}::int) n`.execute(q),
    'reports',
  )
  const before = await rowsRead(db, 'alarm')
  const codes = await side.alarms.confirmMany(1, ids, BY)
  expect([...codes.values()]).toEqual(ids.map(() => '100001'))
  // All are looked through once, and not for each one that is confirmed, nor for each of its events.
  expect((await rowsRead(db, 'alarm')) - before).toBeLessThan(KEPT * 5)
})
