import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { BY, eventsOf, HIGH, listen, newDevice, openAlarmSide, rowsOf } from '../../../tests/server/alarms.ts'
import type { CheckedReading } from '../fleet/fleet.ts'
import { OF_DEVICE } from './repeats.ts'

const { db, side } = await openAlarmSide({ gathers: true })

const RULES = 30
/** In one message: more than the device may have written of all its rules. */
const SWINGS = 80
const rulesOf = (suppress_when = '') =>
  Array.from({ length: RULES }, (_, i) => ({ ...HIGH, key: 'fleeting', alarm_name: `high ${i}`, suppress_when }))

/** A value that swings across the limit, each time within 20 ms, and ends below it. */
function swinging(sn_code: string, from: number, swings: number): CheckedReading[] {
  const point = side.point(sn_code, 'fleeting')
  return Array.from({ length: 2 * swings + 1 }, (_, i) => ({
    data_time: from + i * 10,
    values: [{ point, value: i % 2 === 1 ? 95 : 20, quality: 'good' }],
  }))
}
const switching = (sn_code: string, data_time: number, value: boolean): CheckedReading => ({
  data_time,
  values: [{ point: side.point(sn_code, 'running'), value, quality: 'good' }],
})
const evaluate = (sn: string, readings: readonly CheckedReading[]) => side.alarms.evaluate(side.device(sn), readings)

/** What a device may have written since a time. */
const mostSince = (time: number) => RULES + OF_DEVICE.most + (OF_DEVICE.most * (Date.now() - time)) / HOUR_MS

/** How often the alarms of each rule came, by the rows that count for those before them. */
const cameOf = (rows: Awaited<ReturnType<typeof rowsOf>>): number[] => {
  const came = new Map<number, number>()
  for (const { rule_id, next_alarm_id, repeats } of rows)
    if (next_alarm_id === null) came.set(rule_id, (came.get(rule_id) ?? 0) + repeats + 1)
  return [...came.values()]
}

test('late readings that swing are a limited number of alarms an hour, and the last late one counts the others', async () => {
  const [startTime, sn] = [Date.now(), await newDevice(db, side, rulesOf())]
  await evaluate(sn, swinging(sn, Date.now(), 0))
  await evaluate(sn, swinging(sn, Date.now() - 3 * HOUR_MS, SWINGS))
  await evaluate(sn, swinging(sn, Date.now() - 2 * HOUR_MS, SWINGS))
  const rows = await rowsOf(db, sn)
  expect(rows.length).toBeGreaterThanOrEqual(OF_DEVICE.most)
  expect(rows.length).toBeLessThanOrEqual(mostSince(startTime))
  expect(rows.filter((row) => !row.is_late || row.recover_time === null)).toEqual([])
  expect(cameOf(rows)).toEqual(rulesOf().map(() => 2 * SWINGS))
  expect(side.device(sn).open_alarms).toBe(0)
})

test('suppressed alarms that swing are a limited number of alarms an hour, and the last suppressed one counts the others', async () => {
  const [startTime, sn] = [Date.now(), await newDevice(db, side, rulesOf('fleeting > -1'))]
  const from = Date.now() - HOUR_MS
  await evaluate(sn, swinging(sn, from, SWINGS))
  for (let message = 1; message <= 10; message++) await evaluate(sn, swinging(sn, from + message * MINUTE_MS, 1))
  const rows = await rowsOf(db, sn)
  expect(rows.length).toBeLessThanOrEqual(mostSince(startTime))
  expect(rows.filter(({ held, recover_time }) => held !== 'DSUPR' || recover_time === null)).toEqual([])
  // Each row that was written by itself stands for one occurrence.
  expect(rows.reduce((came, { repeats }) => came + repeats + 1, 0)).toBe(RULES * (SWINGS + 10))
})

test('an alarm that is suppressed and swings again and again goes on, and people are notified when it is not suppressed', async () => {
  const [startTime, sn] = [Date.now(), await newDevice(db, side, rulesOf('running == 0'))]
  const from = Date.now() - HOUR_MS
  await evaluate(sn, swinging(sn, from, SWINGS))
  const { heard } = listen(side, sn)
  for (let message = 1; message <= 10; message++) {
    const time = from + message * MINUTE_MS
    await evaluate(sn, [switching(sn, time, false), ...swinging(sn, time + 1000, 1)])
    await evaluate(sn, [switching(sn, time + 30_000, true), ...swinging(sn, time + 31_000, 1)])
  }
  // All of them were decided: those that were over while they were suppressed are not notified.
  await db.system((q) => sql`update alarm set push_state = 2`.execute(q))
  const time = from + 20 * MINUTE_MS
  await evaluate(sn, [switching(sn, time, false), ...swinging(sn, time + 1000, 1), switching(sn, time + 2000, true)])
  heard.length = 0
  await evaluate(sn, swinging(sn, time + 3000, 1).slice(0, 2))
  const rows = await rowsOf(db, sn)
  expect(rows.length).toBeLessThanOrEqual(mostSince(startTime))
  const standing = rows.filter(({ recover_time }) => recover_time === null)
  expect(standing.map(({ held, confirm_time }) => [held, confirm_time])).toEqual(rulesOf().map(() => [null, null]))
  expect(side.device(sn).open_alarms).toBe(RULES)
  expect(heard.map(({ event, alarm }) => [event, alarm.state])).toEqual(rulesOf().map(() => ['produced', 'UNACK']))
  const { rows: waiting } = await db.system((q) =>
    sql<{ rule_id: number }>`select rule_id from alarm where sn_code = ${sn} and push_state = 0`.execute(q),
  )
  expect(waiting).toHaveLength(RULES)
})

test('an alarm that its design suppresses again and again has a limited number of events, and is suppressed as the last says', async () => {
  const [startTime, sn] = [Date.now(), await newDevice(db, side, rulesOf('running == 0'))]
  const from = Date.now() - HOUR_MS
  const turns = Array.from({ length: 2 * SWINGS }, (_, i) => i % 2 === 1)
  for (let message = 0; message < 3; message++)
    await evaluate(
      sn,
      turns.map((isRunning, i) => switching(sn, from + message * MINUTE_MS + i * 10, isRunning)),
    )
  const events = await eventsOf(db, sn)
  const [suppressed, unsuppressed] = [6, 7].map((type) => events.filter((one) => one === type).length)
  expect(suppressed).toBeLessThanOrEqual(mostSince(startTime))
  expect(unsuppressed).toBe(suppressed)
  const time = from + 10 * MINUTE_MS
  await evaluate(sn, [switching(sn, time, false), ...swinging(sn, time + 1000, 1)])
  expect((await rowsOf(db, sn)).map(({ held }) => held)).toEqual(rulesOf().map(() => 'DSUPR'))
  await evaluate(sn, [switching(sn, time + 2000, true), ...swinging(sn, time + 3000, 1)])
  expect((await rowsOf(db, sn)).map(({ held }) => held).sort()).toEqual([
    ...rulesOf().map(() => 'DSUPR'),
    ...rulesOf().map(() => null),
  ])
})

test('an alarm that people confirm and that swings again and again comes back as itself, to be confirmed anew', async () => {
  const [startTime, sn] = [Date.now(), await newDevice(db, side, rulesOf())]
  const from = Date.now() - HOUR_MS
  await evaluate(sn, swinging(sn, from, SWINGS))
  const unconfirmed = async () => (await rowsOf(db, sn)).filter((row) => row.confirm_time === null)
  for (let message = 1; message <= 2; message++) {
    const ids = (await unconfirmed()).map(({ alarm_id }) => String(alarm_id))
    await side.alarms.confirmMany(1, ids, BY)
    await vi.waitFor(async () => expect(await unconfirmed()).toEqual([]))
    const { heard } = listen(side, sn)
    await evaluate(sn, swinging(sn, from + message * MINUTE_MS, 2).slice(0, message % 2 === 0 ? 5 : 4))
    const produced = heard.filter(({ event }) => event === 'produced')
    expect(new Set(produced.map(({ alarm }) => alarm.rule_id)).size).toBe(RULES)
  }
  const rows = await rowsOf(db, sn)
  expect(rows.length).toBeLessThanOrEqual(mostSince(startTime))
  // Those that were confirmed do not count.
  expect(cameOf(await unconfirmed())).toEqual(rulesOf().map(() => 2))
  expect((await unconfirmed()).filter(({ alarm_time }) => alarm_time < from + 2 * MINUTE_MS)).toEqual([])
  const confirmations = (await eventsOf(db, sn)).filter((type) => type === 3)
  expect(confirmations.length).toBeGreaterThan(rows.length - (await unconfirmed()).length)
})
