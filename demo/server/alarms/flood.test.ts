import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { BY, eventsOf, HIGH, newDevice, openAlarmSide } from '../../../tests/server/alarms.ts'
import { makeDevice } from '../../../tests/server/devices.ts'
import type { CheckedReading } from '../fleet/fleet.ts'
import { MESSAGE_MOST, OCCURRENCES_MOST } from './occurrences.ts'
import { OF_DEVICE } from './repeats.ts'
import { BATCH } from './writer.ts'

const { db, side } = await openAlarmSide({ gathers: true })

const RULES = 20
const rules = Array.from({ length: RULES }, (_, i) => ({ ...HIGH, alarm_name: `high ${i}` }))

const few = rules.slice(0, 6)

/** A value that swings across the limit at every reading, and ends above it or below. */
function swinging(sn_code: string, count: number, from = Date.now() - count * 10): CheckedReading[] {
  const point = side.point(sn_code, 'temperature')
  return Array.from({ length: count }, (_, i) => ({
    data_time: from + i * 10,
    values: [{ point, value: i % 2 === 0 ? 95 : 20, quality: 'good' }],
  }))
}
/** A device of another organisation, with one rule. */
async function newDeviceOf2(name: string): Promise<string> {
  const sn = `${name}${Date.now()}`
  await makeDevice(db, sn, {
    tenant_id: 2,
    points: [{ key: 'temperature', data_type: 'number' }],
    rules: [{ ...HIGH }],
  })
  await side.fleet.reload(sn)
  return sn
}

const rowsOf = (sn_code: string) =>
  db.system((q) =>
    q
      .selectFrom('alarm')
      .select(['rule_id', 'alarm_time', 'recover_time', 'repeats'])
      .where('sn_code', '=', sn_code)
      .orderBy('rule_id')
      .orderBy('alarm_id')
      .execute(),
  )

test.each([
  ['over', 2000],
  ['standing', 2001],
])(
  'a value that swings thousands of times in one message is a few alarms, the last %s and with the others as repeats',
  async (end, count) => {
    const startTime = Date.now()
    const sn = await newDevice(db, side, rules)
    const readings = swinging(sn, count, Date.now() - HOUR_MS)
    let turns = 0
    const evaluated = side.alarms.evaluate(side.device(sn), readings)
    let isEvaluated = false
    evaluated.finally(() => {
      isEvaluated = true
    })
    while (!isEvaluated) {
      turns++
      await new Promise((resolve) => setImmediate(resolve))
    }
    await evaluated
    const rows = await rowsOf(sn)
    expect(rows).toHaveLength(RULES * OCCURRENCES_MOST)
    const its = rows.slice(0, OCCURRENCES_MOST)
    const last = its.at(-1)
    expect(last?.repeats).toBe(Math.ceil(count / 2) - 1)
    expect(last?.recover_time).toBe(end === 'over' ? readings.at(-1)?.data_time : null)
    expect(side.device(sn).open_alarms).toBe(end === 'over' ? 0 : RULES)
    // Everything else had its turn meanwhile.
    expect(turns).toBeGreaterThan(5)

    // The device has its share of this hour: what comes in further messages are repeats too, and how they end is known.
    const [further, isOver] = end === 'over' ? [61, false] : [60, true]
    const next = swinging(sn, further, Date.now() - HOUR_MS / 2)
    for (const reading of next) await side.alarms.evaluate(side.device(sn), [reading])
    const all = await rowsOf(sn)
    const refilled = (OF_DEVICE.most * (Date.now() - startTime)) / HOUR_MS
    expect(all.length).toBeLessThanOrEqual(RULES + OF_DEVICE.most + refilled)
    const newest = new Map(all.map((row) => [row.rule_id, row]))
    expect([...newest.values()].map(({ repeats }) => repeats)).toEqual(rules.map(() => 1000 + 30 - (isOver ? 1 : 0)))
    expect(side.device(sn).open_alarms).toBe(isOver ? 0 : RULES)
    expect((await eventsOf(db, sn)).filter((type) => type === 1)).toHaveLength(all.length)
    const over = all.filter(({ recover_time }) => recover_time !== null)
    expect((await eventsOf(db, sn)).filter((type) => type === 2)).toHaveLength(over.length)
  },
)

test('a message that swings many rules writes a limited number of alarms for all of them, and further ones as repeats', async () => {
  const swung = Array.from({ length: 60 }, (_, i) => ({ ...HIGH, alarm_name: `swung ${i}` }))
  const sn = await newDevice(db, side, swung)
  await side.alarms.evaluate(side.device(sn), swinging(sn, 2 * OCCURRENCES_MOST))
  const rows = await rowsOf(sn)
  expect(rows.length).toBeGreaterThanOrEqual(MESSAGE_MOST)
  expect(rows.length).toBeLessThan(MESSAGE_MOST + swung.length)
  expect(new Set(rows.map(({ rule_id }) => rule_id)).size).toBe(swung.length)
  // A row counts what came before it.
  const last = new Map(rows.map(({ rule_id, repeats }) => [rule_id, repeats]))
  expect([...last.values()]).toEqual(swung.map(() => OCCURRENCES_MOST - 1))
  expect(rows.filter(({ recover_time }) => recover_time === null)).toEqual([])
})

test('messages of one device are evaluated one after the other, however long the first is', async () => {
  const sn = await newDevice(db, side, few)
  const readings = swinging(sn, 501)
  const [last] = readings.splice(-1)
  await Promise.all([
    side.alarms.evaluate(side.device(sn), readings),
    side.alarms.evaluate(side.device(sn), last ? [last] : []),
  ])
  const rows = await rowsOf(sn)
  expect(rows.filter(({ recover_time }) => recover_time === null)).toHaveLength(few.length)
  expect(Math.max(...rows.map(({ alarm_time }) => alarm_time))).toBe(last?.data_time)
})

test('a burst of alarms is written in small transactions, so that people have their turns between them', async () => {
  const sn = await newDevice(db, side, rules)
  await side.alarms.evaluate(side.device(sn), swinging(sn, 50))
  const { device_id } = side.device(sn)
  const { rows } = await db.system((q) =>
    sql<{ count: number }>`
      select count(*) as count from alarm_event where device_id = ${device_id} group by xmin order by 1 desc`.execute(
      q,
    ),
  )
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(RULES * 50)
  expect(rows[0]?.count).toBe(BATCH)
})

test('what is done in one organisation does not wait until all alarms of another are written', async () => {
  const other = await newDeviceOf2('WORKS')
  await side.alarms.evaluate(side.device(other), swinging(other, 1))
  const [row] = await db.system((q) => q.selectFrom('alarm').select('alarm_id').where('sn_code', '=', other).execute())
  const sn = await newDevice(db, side, few)
  const ended: string[] = []
  const flood = side.alarms.evaluate(side.device(sn), swinging(sn, 100)).then(() => void ended.push('flood'))
  await vi.waitFor(async () => expect((await rowsOf(sn)).length).toBeGreaterThan(0))
  await side.alarms.confirm(2, String(row?.alarm_id), BY)
  ended.push('confirmed')
  await flood
  expect(ended).toEqual(['confirmed', 'flood'])
})

test('an alarm of one organisation does not wait until all alarms of another are written', async () => {
  const many = await Promise.all(Array.from({ length: 2 }, () => newDevice(db, side, few)))
  const other = await newDeviceOf2('OTHER')
  const ended: string[] = []
  const evaluate = async (sn: string, count: number) => {
    await side.alarms.evaluate(side.device(sn), swinging(sn, count))
    ended.push(sn)
  }
  await Promise.all([...many.map((sn) => evaluate(sn, 40)), evaluate(other, 1)])
  expect(ended.indexOf(other)).toBe(0)
  expect(await rowsOf(other)).toHaveLength(1)
})
