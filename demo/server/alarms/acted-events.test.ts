import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ApiError } from '../../../core/contract/api-error.ts'
import { HIGH, heat, newDevice, OPERATOR, openAlarmSide, rowsOf, send } from '../../../tests/server/alarms.ts'
import { EVENTS_KEPT } from '../db/alarm-writes.ts'
import { openBudgets, RATES } from '../limits/rates.ts'
import { alarmAnswers } from './alarm.ts'

const { db, side } = await openAlarmSide()
const answers = alarmAnswers({ db, fleet: side.fleet, alarms: side.alarms, budgets: openBudgets(1) })
const HOLD = { minutes: 60, is_out_of_service: false, is_one_shot: false, reason: 'repair' }

const eventsOf = async (sn: string) => {
  const { device_id } = side.device(sn)
  const rows = await db.system((q) =>
    q
      .selectFrom('alarm_event')
      .select(['event_id', 'alarm_type', 'event_time'])
      .where('device_id', '=', device_id)
      .orderBy('event_time')
      .orderBy('event_id')
      .execute(),
  )
  return rows
}

/** As many shelvings that are over as an alarm, or a rule at a device without one, has events at most. */
const insertActs = (sn: string, { alarm_id, is_told }: { alarm_id: number | null; is_told: boolean }) =>
  db.system((q) =>
    sql`insert into alarm_event (tenant_id, alarm_id, rule_id, device_id, event_time, alarm_type, is_told)
      select d.tenant_id, ${alarm_id}, r.rule_id, d.device_id, n, 4 + n % 2, ${is_told}
      from device d join alarm_rule r using (tenant_id, device_id), generate_series(1, ${EVENTS_KEPT + 50}::int) n
      where d.sn_code = ${sn}`.execute(q),
  )

const shelve = (sn: string, rule_id: number) =>
  answers.hold({ sn_code: sn, rule_id: String(rule_id), ...HOLD }, { ...OPERATOR, roles: ['P73200'] } as never)
const ruleOf = async (sn: string) => {
  const { device_id } = side.device(sn)
  const { rule_id } = await db.system((q) =>
    q.selectFrom('alarm_rule').select('rule_id').where('device_id', '=', device_id).executeTakeFirstOrThrow(),
  )
  return rule_id
}

test('an alarm keeps its first event and the newest, however often it is shelved', async () => {
  const sn = await newDevice(db, side, [HIGH])
  await send(side, sn, [heat(Date.now(), 95)])
  const [alarm] = await rowsOf(db, sn)
  await db.system((q) => sql`update alarm_event set event_time = 0 where alarm_id = ${alarm?.alarm_id}`.execute(q))
  await insertActs(sn, { alarm_id: alarm?.alarm_id as number, is_told: true })
  await shelve(sn, await ruleOf(sn))
  const events = await eventsOf(sn)
  expect(events).toHaveLength(EVENTS_KEPT + 1)
  expect(events[0]).toMatchObject({ alarm_type: 1, event_time: 0 })
  expect(events[1]).toMatchObject({ event_time: 52 })
  expect(events.at(-1)).toMatchObject({ alarm_type: 4 })
})

test('an event that programs are to be notified of yet is not deleted before that', async () => {
  const sn = await newDevice(db, side, [HIGH])
  await send(side, sn, [heat(Date.now(), 95)])
  const [alarm] = await rowsOf(db, sn)
  await insertActs(sn, { alarm_id: alarm?.alarm_id as number, is_told: false })
  await shelve(sn, await ruleOf(sn))
  expect(await eventsOf(sn)).toHaveLength(EVENTS_KEPT + 50 + 2)
})

test('a rule that is shelved again and again while nothing is wrong keeps its newest events', async () => {
  const sn = await newDevice(db, side, [HIGH])
  await insertActs(sn, { alarm_id: null, is_told: false })
  await shelve(sn, await ruleOf(sn))
  const events = await eventsOf(sn)
  expect(events).toHaveLength(EVENTS_KEPT)
  expect(events[0]).toMatchObject({ event_time: 52 })
})

test('acts on alarms have a rate by the number of alarms, and who exceeds it is told how long to wait', async () => {
  const sn = await newDevice(db, side, [HIGH])
  await send(side, sn, [heat(Date.now(), 95)])
  const [alarm] = await rowsOf(db, sn)
  const alarm_id = String(alarm?.alarm_id)
  const budgets = openBudgets(2 / RATES.alarmActs.most, () => 0)
  const limited = alarmAnswers({ db, fleet: side.fleet, alarms: side.alarms, budgets })
  const caller = { ...OPERATOR, roles: ['P73200'] } as typeof OPERATOR
  const note = () => limited.note({ alarm_id, alarm_note: 'seen' }, caller)
  await note()
  await limited.shelve({ alarm_ids: [alarm_id], ...HOLD }, caller)
  for (const act of [note, () => limited.unshelve({ alarm_ids: [alarm_id] }, caller)])
    await expect(act()).rejects.toEqual(new ApiError('100019', { status: 429, wait_s: 1800 }))
})
