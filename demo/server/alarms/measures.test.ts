import { expect, test } from 'vitest'
import { OPERATOR, openAlarmSide } from '../../../tests/server/alarms.ts'
import { openGate } from '../../../tests/server/gate.ts'
import type { Db } from '../db/db.ts'
import { alarmMeasureAnswers } from './measures.ts'

const { db, side } = await openAlarmSide()
await db.system((q) =>
  q.insertInto('tenant').values({ tenant_id: OPERATOR.tenant_id, name: 'ours', created_time: 0 }).execute(),
)

test('what a guest has measured keeps nothing out that a user of the organisation has measured', async () => {
  const ended = openGate()
  let isSlow = true
  const slow: Db['tenant'] = async (...work) => {
    if (isSlow) await ended.promise
    return db.tenant(...work)
  }
  const { measure } = alarmMeasureAnswers({ db: { ...db, tenant: slow }, fleet: side.fleet })
  const input = { start: Date.now() - 1000, positions: 1, bucket: 'day' as const }
  const guest = { ...OPERATOR, user_id: 0, guest: { key_id: 'key', actions: [] } }
  const refused: unknown[] = []
  const ofGuest = Array.from({ length: 50 }, () => measure(input, guest).catch((error) => refused.push(error)))
  await new Promise((resolve) => setImmediate(resolve))
  isSlow = false
  expect(await measure(input, OPERATOR)).toMatchObject({ positions: 1 })
  ended.resolve()
  await Promise.all(ofGuest)
  expect(refused.length).toBeGreaterThan(0)
})
