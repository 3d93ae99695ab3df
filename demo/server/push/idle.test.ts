import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { openPushServer, type PushServer } from '../../../tests/server/push.ts'
import { rowsRead } from '../../../tests/server/rows-read.ts'
import { escalate } from './escalate.ts'
import { queueActs } from './queue-acts.ts'
import { passEnded, queueNew, queueRecovered } from './queue-alarms.ts'
import type { Step } from './waiting.ts'

let server: PushServer
beforeAll(async () => {
  server = await openPushServer({}, Date.parse('2026-11-21T10:00:00+08:00'))
})
afterAll(() => server.close())

const ALARMS = 3000

/** Rows of alarms and their events that were read until now. */
const read = () => rowsRead(server.db, 'alarm', 'alarm_event')

test('a round with nothing to push reads none of the alarms that came since the statistics were made', async () => {
  await server.turn()
  await server.db.maintain()
  const device = sql`(select tenant_id, device_id, sn_code from device where sn_code = 'TS0001') d`
  const numbers = sql`generate_series(1, ${sql.lit(ALARMS)}) number`
  await server.db.system((q) =>
    sql`insert into alarm (tenant_id, alarm_id, device_id, sn_code, rule_id, key, alarm_level, alarm_name, alarm_time,
        recover_time, push_state)
      select tenant_id, 100000 + number, device_id, sn_code, number, 'level', 3, 'high', number, number, 2
        from ${numbers}, ${device}`.execute(q),
  )
  await server.db.system((q) =>
    sql`insert into alarm_event (tenant_id, alarm_id, rule_id, device_id, event_time, alarm_type)
      select tenant_id, 100000 + number, number, device_id, number, type
        from ${numbers}, generate_series(1, 2) type, ${device}`.execute(q),
  )
  const before = await read()
  await server.turn()
  expect((await read()) - before).toBeLessThan(100)
})

/** So many alarms of one device; `columns` and `values` as in SQL. */
const insertAlarms = (count: number, from: number, columns: string, values: string) =>
  server.db.system(
    (q) =>
      sql`insert into alarm (tenant_id, alarm_id, device_id, sn_code, rule_id, key, alarm_level, alarm_name, alarm_time, ${sql.raw(columns)})
      select tenant_id, ${sql.lit(from)} + number, device_id, sn_code, ${sql.lit(from)} + number, 'level', 3, 'high',
        number, ${sql.raw(values)}
      from generate_series(1, ${sql.lit(count)}) number, device where sn_code = 'TS0001'`.execute(q),
    'reports',
  )

const FLOOD = 5000
/** A batch's own rows, which are found, read, checked for what people did, and written. */
const ROWS_A_BATCH = 500 * 6

/** Organisations of which something waits for a step. */
const waitingFor = (step: Step) => server.db.system((q) => step.waiting(q, server.now()))

/** One transaction of a step for the user's organisation; whether more may be waiting. */
const decide = (step: Step, user_name = 'admin') => {
  const { tenant_id } = server.userOf(user_name)
  return server.db.system((q) => step.decide(q, { tenant_id, now: server.now(), addedEvents: () => {} }))
}

const STEPS = { queueNew, queueRecovered, queueActs, passEnded }

/** Rows that a step reads to find who waits, and in one transaction, while so many wait. */
async function readBy(step: Step): Promise<number> {
  const before = await read()
  expect(await waitingFor(step)).toContain(server.userOf('admin').tenant_id)
  expect(await decide(step)).toBe(true)
  return (await read()) - before
}

test('a batch of alarms to push reads as many rows as it decides, however many wait', async () => {
  await insertAlarms(FLOOD, 200_000, 'push_state', '0')
  await insertAlarms(FLOOD, 300_000, 'push_state, recover_time', '1, number')
  await insertAlarms(FLOOD, 400_000, 'push_state, held, recover_time', `0, 'SHLVD', number`)
  await server.db.system(
    (q) =>
      sql`insert into alarm_event (tenant_id, alarm_id, rule_id, device_id, event_time, alarm_type)
      select tenant_id, alarm_id, rule_id, device_id, alarm_time, 3 from alarm where alarm_id > 300000`.execute(q),
    'reports',
  )
  for (const [name, step] of Object.entries(STEPS)) expect(await readBy(step), name).toBeLessThan(ROWS_A_BATCH)
  // The statistics say that all of them wait.
  await server.db.system((q) => sql`analyze alarm, alarm_event`.execute(q), 'reports')
  for (const [name, step] of Object.entries(STEPS)) expect(await readBy(step), name).toBeLessThan(ROWS_A_BATCH)
})

test('a batch of alarms reads as many rows as it decides, however many rules raise them and whatever the statistics say', async () => {
  await server.db.system((q) => sql`delete from alarm`.execute(q), 'reports')
  await server.db.maintain()
  const some = sql`(select r.* from alarm_rule r join device using (tenant_id, template_id)
    where sn_code = 'TS0001' order by rule_id limit 1)`
  await server.db.system(async (q) => {
    await sql`insert into alarm_rule select (jsonb_populate_record(r::alarm_rule,
      jsonb_build_object('rule_id', 500000 + number, 'sort', number))).*
      from ${some} r, generate_series(1, 1000) number`.execute(q)
    await sql`insert into alarm (tenant_id, alarm_id, device_id, sn_code, rule_id, key, alarm_level, alarm_name,
        alarm_time, recover_time)
      select tenant_id, 1000000 + number, device_id, sn_code, 500001 + number % 1000, 'level', 3, 'high', number, number
        from generate_series(1, ${sql.lit(4 * FLOOD)}) number, device where sn_code = 'TS0001'`.execute(q)
  }, 'reports')
  // As often as a statement comes until its plan is made for all.
  for (let turn = 0; turn < 8; turn++) expect(await readBy(queueNew)).toBeLessThan(ROWS_A_BATCH)
  await server.db.system((q) => sql`analyze alarm`.execute(q), 'reports')
  for (let turn = 0; turn < 8; turn++) expect(await readBy(queueNew)).toBeLessThan(ROWS_A_BATCH)
  await server.db.system((q) => sql`update alarm set push_state = 1`.execute(q), 'reports')
  for (let turn = 0; turn < 8; turn++) expect(await readBy(queueRecovered)).toBeLessThan(ROWS_A_BATCH)
  await server.db.system((q) => sql`delete from alarm_rule where rule_id > 500000`.execute(q), 'reports')
})

test('organisations take turns in what is pushed, and those that are kept from operators or closed are not read', async () => {
  await server.db.system((q) => sql`update alarm set push_state = 2`.execute(q))
  await server.db.system((q) => sql`update alarm_event set is_told = true`.execute(q))
  await insertAlarms(FLOOD, 500_000, 'push_state, held', `0, 'SHLVD'`)
  const before = await read()
  expect(await waitingFor(queueNew)).toEqual([])
  expect(await decide(queueNew)).toBe(false)
  expect((await read()) - before).toBeLessThan(100)
  await insertAlarms(1000, 600_000, 'push_state', '0')
  await server.alarm({ sn_code: 'RV0001' })
  const [admin, rival] = ['admin', 'rival'].map((name) => server.userOf(name).tenant_id)
  expect(await waitingFor(queueNew)).toEqual([admin, rival])
  expect(await decide(queueNew)).toBe(true)
  expect(await decide(queueNew, 'rival')).toBe(false)
  expect(await waitingFor(queueNew)).toEqual([admin])
})

/** Escalations of so many alarms that wait for their first step, which nobody is to be told. */
const insertRuns = (count: number, from: number) =>
  server.db.system(async (q) => {
    await sql`insert into escalation (tenant_id, escalation_name, from_level, steps, ends_on_recovery)
      select tenant_id, 'night', 1, '[{"after_min": 5, "user_ids": [], "role_ids": [], "channels": ["sms"]}]', true
        from device where sn_code = 'TS0001'`.execute(q)
    await sql`insert into escalation_run (tenant_id, escalation_id, alarm_id, start_time, due_time)
      select a.tenant_id, e.escalation_id, a.alarm_id, 0, number
        from generate_series(1, ${sql.lit(count)}) number
          join alarm a on a.alarm_id = ${sql.lit(from)} + number
          join escalation e on e.tenant_id = a.tenant_id`.execute(q)
  }, 'reports')

test('a batch of escalations reads as many as it decides, and none of a closed organisation', async () => {
  await insertAlarms(FLOOD, 700_000, 'push_state, recover_time', '2, number')
  await insertRuns(FLOOD, 700_000)
  const runsRead = () => rowsRead(server.db, 'escalation_run')
  let before = await runsRead()
  expect(await waitingFor(escalate)).toHaveLength(1)
  expect(await decide(escalate)).toBe(true)
  expect((await runsRead()) - before).toBeLessThan(200 * 6)
  const { tenant_id } = server.userOf('admin')
  const close = (closed_time: number | null) =>
    server.db.system((q) => q.updateTable('tenant').set({ closed_time }).where('tenant_id', '=', tenant_id).execute())
  await close(1)
  before = await runsRead()
  expect(await waitingFor(escalate)).toEqual([])
  expect((await runsRead()) - before).toBeLessThan(10)
  await close(null)
  await server.db.system((q) => q.deleteFrom('escalation').execute(), 'reports')
})

const pushesRead = () => rowsRead(server.db, 'push')

/** What waits for a user by SMS since now. */
const insertPushes = (count: number, level: number) =>
  server.db.system((q) => {
    const { tenant_id, user_id } = server.userOf('admin')
    return sql`insert into push (tenant_id, alarm_id, user_id, channel, reason, alarm_level, push_time, due_time)
      select tenant_id, alarm_id, ${user_id}, 'sms', 'alarm', ${level}, ${server.now()}, ${server.now()}
        from alarm where tenant_id = ${tenant_id} and alarm_id > 700000 limit ${sql.lit(count)}`.execute(q)
  }, 'reports')

test('what waits for the next message of a person is not read until then, and of a flood a bounded number', async () => {
  await server.reach('admin', { user_tel: '+86 13800000001' })
  await insertPushes(1, 3)
  await server.turn()
  for (const _ of [1, 2]) await insertPushes(FLOOD, 3)
  const before = await pushesRead()
  await server.turn()
  await server.turn()
  expect((await pushesRead()) - before).toBeLessThan(20)
  server.later(MINUTE_MS)
  await server.turn()
  server.later(MINUTE_MS)
  await server.turn()
  expect((await server.keptFor('admin')).map(({ reason, alarms }) => [reason, alarms])).toEqual([
    ['alarm', 1],
    ['alarm', FLOOD],
    ['alarm', FLOOD],
  ])
})

test('what waits to be recorded in quiet hours is read once, and holds up nothing that is to be sent', async () => {
  server.later(5 * MINUTE_MS)
  await server.wish('admin', { sms_level: 1, quiet: { from: 0, to: 0, days: [1, 2, 3, 4, 5, 6, 7], except_level: 5 } })
  await insertPushes(1, 3)
  await server.turn()
  await insertPushes(2000, 3)
  await server.turn()
  const before = await pushesRead()
  await server.turn()
  expect((await pushesRead()) - before).toBeLessThan(20)
  await insertPushes(1, 5)
  await server.turn()
  expect((await server.keptFor('admin')).slice(3).map(({ state, alarms }) => [state, alarms])).toEqual([
    ['quiet', 1],
    ['kept', 1],
  ])
})

test('a flood is gathered by its keys, however much waits beside it and whatever the statistics say', async () => {
  await server.wish('admin', { sms_level: 1, quiet: null })
  await server.db.system(async (q) => {
    for (const table of ['push', 'alarm_event', 'alarm', 'delivered_message'] as const)
      await q.deleteFrom(table).execute()
  }, 'reports')
  await server.db.maintain()
  await insertAlarms(FLOOD, 900_000, 'push_state', '1')
  await insertPushes(FLOOD, 3)
  await server.db.system((q) => {
    const { tenant_id, user_id } = server.userOf('operator')
    return sql`insert into push (tenant_id, alarm_id, user_id, channel, reason, alarm_level, push_time, due_time)
      select tenant_id, alarm_id, ${user_id}, 'sms', 'alarm', 3, ${server.now()}, ${server.now() + 8 * HOUR_MS}
        from alarm, generate_series(1, 8) where tenant_id = ${tenant_id}`.execute(q)
  }, 'reports')
  server.later(5 * MINUTE_MS)
  const tables = ['alarm', 'push', 'device', 'alarm_rule', 'point', 'delivered_message']
  const before = await rowsRead(server.db, ...tables)
  await server.turn()
  expect((await rowsRead(server.db, ...tables)) - before).toBeLessThan(FLOOD * 12)
  expect((await server.keptFor('admin')).map(({ alarms }) => alarms)).toEqual([FLOOD])
})
