import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { countingStatements } from '../../../tests/server/statements.ts'
import { dropAlarmsOf } from './drop.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('alarms of a device that is to go are dropped a few at a time, and no others', async () => {
  const { db, fleet } = server
  const [one, other] = fleet.all()
  if (!one || !other) throw new Error('no devices')
  const count = 2 * LIMITS.alarmsDroppedAtOnce + 1
  await db.system(async (q) => {
    await q.deleteFrom('alarm').execute()
    for (const { tenant_id, device_id, sn_code } of [one, other])
      await q
        .insertInto('alarm')
        .values(
          Array.from({ length: count }, (_, i) => {
            const what = { key: 'temperature', alarm_level: 3, alarm_name: 'hot', alarm_time: 1000 + i }
            return { tenant_id, device_id, sn_code, rule_id: 1000 + i, ...what }
          }),
        )
        .execute()
  })
  const counting = countingStatements(db)
  await dropAlarmsOf(counting.db, one)
  expect(counting.count()).toBe(3)
  expect(counting.most()).toBe(1)
  const left = await db.system((q) => q.selectFrom('alarm').select('device_id').execute())
  expect(left).toHaveLength(count)
  expect(new Set(left.map(({ device_id }) => device_id))).toEqual(new Set([other.device_id]))
})
