import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import {
  BY,
  HIGH,
  heat,
  listen,
  newDevice,
  OPERATOR,
  openAlarmSide,
  placeOf,
  refuse,
  rowsOf,
  send,
} from '../../../tests/server/alarms.ts'
import { makeDevice, openTestSide } from '../../../tests/server/devices.ts'
import { waitingCalls } from '../../../tests/server/waiting-calls.ts'
import { DbError } from '../db/db.ts'
import { openBudgets } from '../limits/rates.ts'
import { alarmAnswers } from './alarm.ts'
import { CONFIRMED_AT_ONCE } from './confirm.ts'
import type { AlarmPlace } from './known-holds.ts'

const { db, side } = await openAlarmSide()

const EARLIER = 2 * CONFIRMED_AT_ONCE + 50

/** An alarm that stands, of which so many occurrences came before. */
async function chattered(count: number) {
  const sn = await newDevice(db, side, [HIGH])
  await send(side, sn, [heat(Date.now(), 95)])
  const [newest] = await rowsOf(db, sn)
  await db.system((q) =>
    sql`insert into alarm (tenant_id, device_id, sn_code, rule_id, key, alarm_level, alarm_name, alarm_info, alarm_time, recover_time,
        next_alarm_id)
      select tenant_id, device_id, sn_code, rule_id, key, alarm_level, alarm_name, alarm_info, alarm_time - n, alarm_time - n, alarm_id
      from alarm, generate_series(1, ${count}::int) n where sn_code = ${sn}`.execute(q),
  )
  return { sn, alarm_id: String(newest?.alarm_id) }
}

/** How many of the device's alarms each transaction wrote last, the most first. */
async function transactionsOf(sn: string): Promise<number[]> {
  const { rows } = await db.system((q) =>
    sql<{ count: number }>`
      select count(*) as count from alarm where sn_code = ${sn} group by xmin order by count(*) desc`.execute(q),
  )
  return rows.map(({ count }) => count)
}

/** Alarms whose earlier occurrences are still to follow. */
const countOfConfirming = async () => {
  const { rows } = await db.system((q) => sql`select from alarm where confirms_earlier is not null`.execute(q))
  return rows.length
}

const confirmers = async (sn: string) => {
  const rows = await rowsOf(db, sn)
  return new Set(rows.map(({ confirm_userName, confirm_time }) => `${confirm_userName} ${confirm_time}`))
}

const confirmedEvents = async (sn: string) => {
  const { rows } = await db.system((q) =>
    sql<{
      count: number
    }>`select count(distinct e.alarm_id) as count from alarm_event e join alarm a using (tenant_id, alarm_id)
      where a.sn_code = ${sn} and e.alarm_type = 3 and e.event_time = a.confirm_time
        and e.user_name = 'operator'`.execute(q),
  )
  return rows[0]?.count
}

test('the earlier occurrences of an alarm that somebody confirms follow in pieces, each in a transaction of its own', async () => {
  const { sn, alarm_id } = await chattered(EARLIER)
  const confirmed = await side.alarms.confirm(1, alarm_id, BY)
  expect(confirmed.confirm_userName).toBe('operator')
  await vi.waitFor(async () => expect(await confirmers(sn)).toEqual(new Set([`operator ${confirmed.confirm_time}`])))
  await vi.waitFor(async () => expect(await confirmedEvents(sn)).toBe(EARLIER + 1))
  // The last one notes at the alarm itself that none is left.
  expect(await transactionsOf(sn)).toEqual([CONFIRMED_AT_ONCE, CONFIRMED_AT_ONCE, EARLIER - 2 * CONFIRMED_AT_ONCE + 1])
})

test('earlier occurrences that were left when the server ended follow after its next start', async () => {
  const { sn, alarm_id } = await chattered(EARLIER)
  // As a server leaves it that ends right after the call.
  await db.system((q) =>
    sql`update alarm set confirm_time = 5, "confirm_userName" = 'operator', confirms_earlier = ${alarm_id} + ${EARLIER}::int
      where alarm_id = ${alarm_id}`.execute(q),
  )
  const next = await openTestSide(db)
  await vi.waitFor(async () => expect(await confirmers(sn)).toEqual(new Set(['operator 5'])))
  await next.close()
  expect(await countOfConfirming()).toBe(0)
})

/** A device of another organisation, and what raises an alarm at it; resolves when the alarm is written. */
async function newOther() {
  const sn = `O${Date.now()}`
  const points = [{ key: 'temperature', data_type: 'number' as const }]
  await makeDevice(db, sn, { tenant_id: 2, points, rules: [HIGH] })
  await side.fleet.reload(sn)
  const value = { point: side.point(sn, 'temperature'), value: 95, quality: 'good' as const }
  return () => side.alarms.evaluate(side.device(sn), [{ data_time: Date.now(), values: [value] }])
}

const SHELVED = { kind: 'SHLVD' as const, end_time: Date.now() + HOUR_MS, is_one_shot: false, reason: '' }

test.each([
  ['confirms an alarm', ({ alarm_id }) => side.alarms.confirm(1, alarm_id, BY)],
  ['comments on an alarm', ({ alarm_id }) => side.alarms.note(1, alarm_id, BY, 'seen')],
  ['shelves an alarm', ({ place }) => side.alarms.holds.put(OPERATOR, place, SHELVED)],
] satisfies [string, (alarm: { alarm_id: string; place: AlarmPlace }) => Promise<unknown>][])(
  'an organisation that %s while its calls wait at the store keeps no alarm of others waiting',
  async (_, act) => {
    const { sn, alarm_id } = await chattered(0)
    const place = await placeOf(db, side, sn)
    const raiseOther = await newOther()
    const calls = waitingCalls(db, 1)
    const acted = act({ alarm_id, place })
    await new Promise((resolve) => setImmediate(resolve))
    await raiseOther()
    expect(calls.left()).toBeGreaterThan(0)
    await Promise.all([acted, calls.all])
  },
)

test('earlier occurrences are confirmed while calls of their organisation wait at the store', async () => {
  const { alarm_id } = await chattered(10)
  const calls = waitingCalls(db, 1)
  let leftAtEnd = 0
  const stop = side.fleet.on('alarm', ({ event }) => {
    if (event === 'moved') leftAtEnd = calls.left()
  })
  await side.alarms.confirm(1, alarm_id, BY)
  await calls.all
  stop()
  expect(leftAtEnd).toBeGreaterThan(0)
})

test('while earlier occurrences are confirmed, people of others have most of the turns at the store', async () => {
  const pieces = 10
  const { sn, alarm_id } = await chattered(pieces * CONFIRMED_AT_ONCE)
  const { events } = listen(side, sn)
  await side.alarms.confirm(1, alarm_id, BY)
  let calls = 0
  while (!events().includes('moved')) {
    await db.tenant(2, (q) => q.selectFrom('device').select('device_id').limit(1).execute())
    calls += 1
  }
  expect(calls).toBeGreaterThan(3 * pieces)
})

test('very many alarms that one call confirms are confirmed some at a time, and weigh as many calls', async () => {
  const { sn, alarm_id } = await chattered(EARLIER)
  const spent: number[] = []
  const alarm_ids = (await rowsOf(db, sn)).map((row) => String(row.alarm_id))
  const caller = { ...OPERATOR, spend: (calls: number) => void spent.push(calls) }
  const { results } = await alarmAnswers({
    db,
    fleet: side.fleet,
    alarms: side.alarms,
    budgets: openBudgets(1),
  }).confirmMany({ alarm_ids: [...alarm_ids, alarm_id] }, caller)
  expect(results).toEqual([...alarm_ids, alarm_id].map((one) => ({ alarm_id: one, code: '100001' })))
  expect(Math.max(...(await transactionsOf(sn)))).toBeLessThanOrEqual(CONFIRMED_AT_ONCE)
  // That no earlier occurrence is left is noted at some of them at a time, too.
  await vi.waitFor(async () => expect(await countOfConfirming()).toBe(0))
  expect((await transactionsOf(sn)).length).toBeLessThan(10)
  expect(spent).toEqual([Math.floor((EARLIER + 1) / 20)])
})

test('a search among alarms weighs as many calls', async () => {
  const spent: number[] = []
  const caller = { ...OPERATOR, spend: (calls: number) => void spent.push(calls) }
  const answers = alarmAnswers({ db, fleet: side.fleet, alarms: side.alarms, budgets: openBudgets(1) })
  await answers.history({ page: 1, page_size: 10 }, caller)
  expect(spent).toEqual([])
  await answers.history({ page: 1, page_size: 10, search: 'hot' }, caller)
  expect(spent).toEqual([10])
})

/** The store refuses transactions of organisations as soon as the device's alarm is confirmed, until the result is called. */
function refuseAfterConfirmed(sn: string): () => void {
  const { tenant } = db
  const { events } = listen(side, sn)
  const spy = vi
    .spyOn(db, 'tenant')
    .mockImplementation((tenant_id, work, priority) =>
      events().includes('confirmed') ? Promise.reject(new DbError('57014', 'busy')) : tenant(tenant_id, work, priority),
    )
  return () => spy.mockRestore()
}

test('earlier occurrences that the store refuses to confirm are confirmed when it writes again', async () => {
  const { sn, alarm_id } = await chattered(3)
  const allow = refuseAfterConfirmed(sn)
  await side.alarms.confirm(1, alarm_id, BY)
  await vi.waitFor(() => expect(side.errors).not.toEqual([]))
  allow()
  await vi.waitFor(async () => expect((await confirmers(sn)).size).toBe(1))
  side.errors.splice(0)
})

test('the earlier occurrences of alarms that a call confirmed follow, though the store refuses the rest of the call', async () => {
  const { sn, alarm_id } = await chattered(3)
  const allow = refuseAfterConfirmed(sn)
  const none = Array.from({ length: CONFIRMED_AT_ONCE }, (_, i) => String(1e9 + i))
  await expect(side.alarms.confirmMany(1, [alarm_id, ...none], BY)).rejects.toThrow()
  allow()
  await vi.waitFor(async () => expect((await confirmers(sn)).size).toBe(1))
  side.errors.splice(0)
})

test('an occurrence that becomes known after a confirmation is not confirmed by it', async () => {
  const { sn, alarm_id } = await chattered(EARLIER)
  // What follows of the confirmation is refused until the occurrence is there.
  const allow = await refuse(db, 'insert on alarm_event')
  await db.system((q) =>
    sql`update alarm set confirm_time = 5, "confirm_userName" = 'operator', confirms_earlier = ${alarm_id} + ${EARLIER}::int
      where alarm_id = ${alarm_id}`.execute(q),
  )
  const next = await openTestSide(db)
  await vi.waitFor(() => expect(next.errors).not.toEqual([]))
  await db.system((q) =>
    sql`insert into alarm (tenant_id, device_id, sn_code, rule_id, key, alarm_level, alarm_name, alarm_info, alarm_time, recover_time,
        next_alarm_id)
      select tenant_id, device_id, sn_code, rule_id, key, alarm_level, alarm_name, alarm_info, 7, 8, alarm_id
      from alarm where alarm_id = ${alarm_id}`.execute(q),
  )
  await allow()
  await vi.waitFor(async () => {
    const { rows } = await db.system((q) => sql`select from alarm where confirms_earlier is not null`.execute(q))
    expect(rows).toEqual([])
  })
  await next.close()
  // The first server may have gone on with it too, and been refused.
  side.errors.splice(0)
  const unconfirmed = (await rowsOf(db, sn)).filter(({ confirm_time }) => confirm_time === null)
  expect(unconfirmed.map(({ alarm_time }) => alarm_time)).toEqual([7])
})

test('screens are notified once when all earlier occurrences of an alarm are confirmed', async () => {
  const { sn, alarm_id } = await chattered(EARLIER)
  const { events, last, until } = listen(side, sn)
  await side.alarms.confirm(1, alarm_id, BY)
  await until('confirmed', 'moved')
  expect(last()).toMatchObject({ alarm_id, state: 'ACKED' })
  expect((await confirmers(sn)).size).toBe(1)
  expect(events()).toEqual(['confirmed', 'moved'])
})
