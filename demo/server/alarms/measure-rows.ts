import { type Kysely, sql } from 'kysely'
import type { AlarmOf } from '../../../core/contract/alarm-measure.ts'
import type { HoldEvent } from '../../../core/rules/alarm-measure/holds.ts'
import { LOOK_BACK_MS, type MeasuredAlarm } from '../../../core/rules/alarm-measure/measure.ts'
import type { Schema } from '../db/schema.ts'

/** Devices by id; null for all of the tenant. */
export type Devices = readonly number[] | null

/** Numbers alarms as the measures count them: one rule at one device is one alarm, each time it comes. */
export function numbered() {
  const numbers = new Map<string, number>()
  const named: { rule_id: number; device_id: number }[] = []
  return {
    of(rule_id: number, device_id: number): number {
      const key = `${rule_id}/${device_id}`
      const known = numbers.get(key)
      if (known !== undefined) return known
      numbers.set(key, named.length)
      return named.push({ rule_id, device_id }) - 1
    },
    named: (alarm: number) => named[alarm] as { rule_id: number; device_id: number },
  }
}
export type Numbered = ReturnType<typeof numbered>

const ofDevices = (devices: Devices, column = sql.ref('device_id')) =>
  devices === null ? sql<boolean>`true` : sql<boolean>`${column} = any(${devices}::bigint[])`

/**
 * Since when alarms of these devices would be known: since the first of them was registered, or an alarm of theirs came
 * before, late ones aside; null where there is no device.
 */
export async function knownSince(q: Kysely<Schema>, devices: Devices): Promise<number | null> {
  const alarms = q.selectFrom('alarm').where('is_late', '=', false).where(ofDevices(devices))
  const registered = q.selectFrom('device').where(ofDevices(devices))
  const { alarm_time } = await alarms.select((on) => on.fn.min('alarm_time').as('alarm_time')).executeTakeFirstOrThrow()
  const { time } = await registered
    .select((on) => on.fn.min(on.fn.coalesce('registered_time', 'created_time')).as('time'))
    .executeTakeFirstOrThrow()
  const times = [alarm_time, time].filter((one) => one !== null)
  return times.length > 0 ? Math.min(...times) : null
}

interface Window {
  start: number
  end: number
  devices: Devices
}

/** Rows that are read at once: readings that wait for the store go between. */
const PAGE = 4000

/** What measures need of alarms that came or stood in a window, in the order of time; `most` at the utmost. */
export async function measuredAlarms(
  read: <T>(work: (q: Kysely<Schema>) => Promise<T>) => Promise<T>,
  { start, end, devices }: Window,
  most: number,
  numbers: Numbered,
): Promise<MeasuredAlarm[]> {
  const alarms: MeasuredAlarm[] = []
  let after = { alarm_time: Number.MIN_SAFE_INTEGER, alarm_id: 0 }
  while (alarms.length < most) {
    const limit = Math.min(PAGE, most - alarms.length)
    const rows = await read((q) =>
      q
        .selectFrom('alarm')
        .select(['alarm_id', 'rule_id', 'device_id', 'alarm_level', 'alarm_time', 'recover_time', 'confirm_time'])
        .select('is_late')
        .where('alarm_time', '<', end)
        .where((on) =>
          on.or([
            on('alarm_time', '>=', start - LOOK_BACK_MS),
            on('recover_time', 'is', null),
            on('recover_time', '>', start),
          ]),
        )
        .where(ofDevices(devices))
        .where(sql<boolean>`(alarm_time, alarm_id) > (${after.alarm_time}, ${after.alarm_id})`)
        .orderBy('alarm_time')
        .orderBy('alarm_id')
        .limit(limit)
        .execute(),
    )
    for (const { alarm_id, rule_id, device_id, ...row } of rows)
      alarms.push({ ...row, alarm_id: String(alarm_id), alarm: numbers.of(rule_id, device_id) })
    const last = rows.at(-1)
    if (!last || rows.length < limit) break
    after = last
  }
  return alarms
}

/** What began and ended holds until the end of a window, in the order of time: of what was before it, what matters still. */
export async function holdEvents(
  q: Kysely<Schema>,
  { start, end, devices }: Window,
  most: number,
  numbers: Numbered,
): Promise<HoldEvent[]> {
  const from = start - LOOK_BACK_MS
  const events = q
    .selectFrom('alarm_event')
    .select(['rule_id', 'device_id', 'event_time', 'alarm_type', 'event_id'])
    .where('alarm_type', '>=', 4)
    .where('alarm_type', '<=', 9)
    .where(ofDevices(devices))
  const before = await events
    // Types come in pairs of a beginning and its end.
    .distinctOn(['rule_id', 'device_id', sql`alarm_type / 2`])
    .where('event_time', '<', from)
    .orderBy('rule_id')
    .orderBy('device_id')
    .orderBy(sql`alarm_type / 2`)
    .orderBy('event_time', 'desc')
    .orderBy('event_id', 'desc')
    .limit(most)
    .execute()
  const within = await events
    .where('event_time', '>=', from)
    .where('event_time', '<', end)
    .orderBy('event_time')
    .orderBy('event_id')
    .limit(most)
    .execute()
  return [...before.sort((a, b) => a.event_time - b.event_time || a.event_id - b.event_id), ...within].map(
    ({ rule_id, device_id, event_time, alarm_type }) => ({
      alarm: numbers.of(rule_id, device_id),
      event_time,
      alarm_type,
    }),
  )
}

/** What people call these alarms: as each was called when it came last. */
export async function namesOf(
  q: Kysely<Schema>,
  alarms: readonly { rule_id: number; device_id: number }[],
): Promise<(AlarmOf & { device_id: number })[]> {
  if (alarms.length === 0) return []
  const rows = await q
    .selectFrom('alarm as a')
    .innerJoin('device as d', (join) =>
      join.onRef('d.tenant_id', '=', 'a.tenant_id').onRef('d.device_id', '=', 'a.device_id'),
    )
    .distinctOn(['a.rule_id', 'a.device_id'])
    .select([
      'a.rule_id',
      'a.device_id',
      'a.alarm_name',
      'a.alarm_name_en',
      'a.alarm_level',
      'd.sn_code',
      'd.dev_alias',
    ])
    .where(
      sql<boolean>`(a.rule_id, a.device_id) in (select * from unnest(
        ${alarms.map(({ rule_id }) => rule_id)}::bigint[], ${alarms.map(({ device_id }) => device_id)}::bigint[]))`,
    )
    .orderBy('a.rule_id')
    .orderBy('a.device_id')
    .orderBy('a.alarm_time', 'desc')
    .orderBy('a.alarm_id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, rule_id: String(row.rule_id) }))
}
