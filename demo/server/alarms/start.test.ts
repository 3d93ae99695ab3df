import { type Kysely, type KyselyPlugin, sql } from 'kysely'
import { expect, test } from 'vitest'
import { BY, HIGH, heat, listen, newDevice, openAlarmSide, rowsOf, send } from '../../../tests/server/alarms.ts'
import { openTestSide } from '../../../tests/server/devices.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'

const { db, side } = await openAlarmSide()

/** The same store, with the rows of each answer that the owner had. */
function reading(of: Db) {
  const answers: object[][] = []
  const reader: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      answers.push(result.rows)
      return result
    },
  }
  const read =
    <T>(work: (q: Kysely<Schema>) => Promise<T>) =>
    (q: Kysely<Schema>) =>
      work(q.withPlugin(reader))
  const system: Db['system'] = (work, priority) => of.system(read(work), priority)
  return { db: { ...of, system }, answers }
}

test('a start reads alarms in pieces, and neither their texts nor those of what people shelve', async () => {
  const sn = await newDevice(db, side, [HIGH])
  await send(side, sn, [heat(Date.now(), 95)])
  await db.system(async (q) => {
    await sql`insert into alarm (tenant_id, device_id, sn_code, rule_id, key, alarm_level, alarm_name, alarm_info, alarm_time, recover_time)
      select tenant_id, device_id, sn_code, 1000000 + n, key, alarm_level, alarm_name, alarm_info, alarm_time, alarm_time
      from alarm, generate_series(1, 5001) n where sn_code = ${sn}`.execute(q)
    await sql`insert into alarm_hold (tenant_id, rule_id, device_id, kind, start_time, end_time, reason, user_id, user_name)
      select tenant_id, rule_id, device_id, 'OOSRV', 0, ${Date.now() * 2}, 'repair', 1, 'somebody'
      from alarm where sn_code = ${sn} and recover_time is null`.execute(q)
  })
  const { db: read, answers } = reading(db)
  const second = await openTestSide(read)
  await second.close()
  expect(Math.max(...answers.map((rows) => rows.length))).toBe(5000)
  const columns = new Set(answers.flatMap((rows) => Object.keys(rows[0] ?? {})))
  for (const text of ['alarm_info', 'alarm_note', 'confirm_userName', 'reason']) expect(columns).not.toContain(text)
  await db.system((q) => sql`delete from alarm where sn_code = ${sn}`.execute(q))
})

test('an alarm of before a start is announced with its text when it recovers', async () => {
  const sn = await newDevice(db, side, [HIGH])
  const time = Date.now() - 1000
  await send(side, sn, [heat(time, 95)])
  const [row] = await rowsOf(db, sn)
  expect(row?.alarm_info).not.toBe('')
  const second = await openTestSide(db)
  const { heard } = listen(second, sn)
  await send(second, sn, [heat(time + 500, 20)])
  await second.close()
  expect(heard.map(({ alarm: { alarm_id, alarm_info } }) => ({ alarm_id, alarm_info }))).toEqual([
    { alarm_id: String(row?.alarm_id), alarm_info: row?.alarm_info },
  ])
})

test('the newest occurrence is announced with its text when an earlier one of before a start is confirmed', async () => {
  const sn = await newDevice(db, side, [HIGH])
  const time = Date.now() - 1000
  await send(side, sn, [heat(time, 95), heat(time + 100, 20), heat(time + 200, 99)])
  const [first, newest] = await rowsOf(db, sn)
  const second = await openTestSide(db)
  const { heard } = listen(second, sn)
  await second.alarms.confirm(second.device(sn).tenant_id, String(first?.alarm_id), BY)
  await second.close()
  expect(heard.map(({ alarm: { alarm_id, alarm_info } }) => ({ alarm_id, alarm_info }))).toEqual([
    { alarm_id: String(newest?.alarm_id), alarm_info: newest?.alarm_info },
  ])
})
