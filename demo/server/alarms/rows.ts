import { type Kysely, type Selectable, sql } from 'kysely'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { occurrenceState } from '../../../core/rules/alarm-life.ts'
import type { FenceShape } from '../../../core/rules/geofence.ts'
import type { AlarmHoldTable, AlarmRuleTable, AlarmTable } from '../db/alarm-tables.ts'
import { STANDING, type StandingRow } from '../db/alarm-writes.ts'
import type { Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import { noteOf } from './notes.ts'

export type AlarmRow = Selectable<AlarmTable>
export type { StandingRow }

/** What rules are evaluated and announced by: all but texts that only lists of alarms show, which are most of a rule. */
const EVALUATED = [
  ...['tenant_id', 'rule_id', 'template_id', 'device_id', 'key', 'condition', 'threshold', 'threshold_high'],
  ...['no_data_s', 'fence_id', 'dead_band', 'on_delay_s', 'off_delay_s', 'suppress_when', 'channels'],
  ...['alarm_level', 'alarm_name', 'alarm_name_en', 'alarm_text', 'alarm_text_en'],
] as const satisfies (keyof AlarmRuleTable)[]

/** With its geofence, where it has one. */
export type RuleRow = Pick<Selectable<AlarmRuleTable>, (typeof EVALUATED)[number]> & {
  fence: (FenceShape & { fence_name: string }) | null
}

/** Who holds it, and why, stays in the database. */
const HELD = ['tenant_id', 'rule_id', 'device_id', 'kind', 'end_time', 'is_one_shot'] as const
export type HoldRow = Pick<Selectable<AlarmHoldTable>, (typeof HELD)[number]>

/** A row of `alarm` as the contract has it. `end_time`: of its hold, where it has one. */
export function asAlarm(row: AlarmRow, dev_alias: string, end_time: number | null): Alarm {
  const { recover_time, confirm_time, held } = row
  const isConfirmedLast = confirm_time !== null && confirm_time >= (recover_time ?? 0)
  const { note, note_en } = noteOf(row.alarm_note, row.note_code)
  const state = occurrenceState(recover_time === null, confirm_time !== null, held)
  return {
    alarm_id: String(row.alarm_id),
    rule_id: String(row.rule_id),
    sn_code: row.sn_code,
    dev_alias,
    key: row.key,
    alarm_type: isConfirmedLast ? 3 : recover_time !== null ? 2 : 1,
    state,
    alarm_level: row.alarm_level,
    alarm_name: row.alarm_name,
    alarm_name_en: row.alarm_name_en,
    alarm_info: row.alarm_info,
    alarm_info_en: row.alarm_info_en,
    alarm_time: row.alarm_time,
    alarm_value: row.alarm_value,
    recover_time,
    confirm_time,
    confirm_userName: row.confirm_userName,
    alarm_note: note,
    alarm_note_en: note_en,
    repeats: row.repeats,
    is_late: row.is_late,
    held_until: state === 'SHLVD' || state === 'OOSRV' ? end_time : null,
  }
}

/** Some devices of one organisation. */
export type OfDevices = readonly { tenant_id: number; device_id: number; template_id: number | null }[]

const tenantOf = (of: OfDevices) => sql`tenant_id = ${of[0]?.tenant_id ?? 0}`
const isDevice = (of: OfDevices) => sql`device_id = any(${numbers(of.map(({ device_id }) => device_id))}::bigint[])`

/** Whether a row is about one of these devices. */
const isOf = (of: OfDevices) => sql<boolean>`(${tenantOf(of)} and ${isDevice(of)})`
const isRuleOf = (of: OfDevices) => {
  const templates = numbers([...new Set(of.flatMap(({ template_id }) => template_id ?? []))])
  return sql<boolean>`(${tenantOf(of)} and (${isDevice(of)} or template_id = any(${templates}::bigint[])))`
}

/** So many at once: one statement for those of all organisations may take longer than a statement may, and all the memory. */
const AT_ONCE = 5000

/** All rows, of which `read` gives those after the last one. */
async function inPieces<T>(read: (last: T | undefined) => Promise<T[]>): Promise<T[]> {
  const rows: T[] = []
  let last: T | undefined
  do {
    const found = await read(last)
    for (const row of found) rows.push(row)
    last = found[AT_ONCE - 1]
  } while (last)
  return rows
}

/** Enabled rules; all of them, or those of some devices and their templates. */
export async function readRules(q: Kysely<Schema>, of?: OfDevices): Promise<RuleRow[]> {
  const rules = await inPieces((last: Omit<RuleRow, 'fence'> | undefined) =>
    q
      .selectFrom('alarm_rule')
      .select(EVALUATED)
      .where('is_enabled', '=', true)
      .where(sql<boolean>`(tenant_id, rule_id) > (${last?.tenant_id ?? 0}, ${last?.rule_id ?? 0})`)
      .$if(of !== undefined, (some) => some.where(isRuleOf(of ?? [])))
      .orderBy('tenant_id')
      .orderBy('rule_id')
      .limit(AT_ONCE)
      .execute(),
  )
  const fence_ids = [...new Set(rules.flatMap(({ fence_id }) => fence_id ?? []))]
  const fences = new Map<number | null, RuleRow['fence']>()
  if (fence_ids.length > 0)
    for (const { fence_id, ...fence } of await q
      .selectFrom('geofence')
      .select(['fence_id', 'fence_name', 'corners', 'radius_m'])
      .where(sql<boolean>`fence_id = any(${numbers(fence_ids)}::bigint[])`)
      .execute())
      fences.set(fence_id, fence)
  return rules.map((rule) => ({ ...rule, fence: fences.get(rule.fence_id) ?? null }))
}

/** The newest occurrences of some devices that are not over: active, or waiting to be confirmed. */
export const readUnended = (q: Kysely<Schema>, of: OfDevices): Promise<StandingRow[]> =>
  q.selectFrom('alarm').select(STANDING).where('next_alarm_id', 'is', null).where(IS_UNENDED).where(isOf(of)).execute()

/** The same of all devices. */
export const readAllUnended = (q: Kysely<Schema>): Promise<StandingRow[]> =>
  inPieces((last: StandingRow | undefined) =>
    q
      .selectFrom('alarm')
      .select(STANDING)
      .where('next_alarm_id', 'is', null)
      .where(IS_UNENDED)
      .where(sql<boolean>`(tenant_id, alarm_id) > (${last?.tenant_id ?? 0}, ${last?.alarm_id ?? 0})`)
      .orderBy('tenant_id')
      .orderBy('alarm_id')
      .limit(AT_ONCE)
      .execute(),
  )

/** As the index `alarm_standing` has it. */
export const IS_UNENDED = sql<boolean>`(recover_time is null or (confirm_time is null and held is null))`

/** What people keep from operators of some devices. */
export const readHolds = (q: Kysely<Schema>, of: OfDevices): Promise<HoldRow[]> =>
  q.selectFrom('alarm_hold').select(HELD).where(isOf(of)).execute()

/** The same of all devices. */
export const readAllHolds = (q: Kysely<Schema>): Promise<HoldRow[]> =>
  inPieces((last: HoldRow | undefined) =>
    q
      .selectFrom('alarm_hold')
      .select(HELD)
      .where(
        sql<boolean>`(tenant_id, rule_id, device_id) > (${last?.tenant_id ?? 0}, ${last?.rule_id ?? 0}, ${last?.device_id ?? 0})`,
      )
      .orderBy('tenant_id')
      .orderBy('rule_id')
      .orderBy('device_id')
      .limit(AT_ONCE)
      .execute(),
  )

interface LastTime extends Pick<StandingRow, 'tenant_id' | 'rule_id' | 'device_id'> {
  time: number
}

/** The last time at which each rule came or was over at a device, by `placeOf`: the state until then is known. */
export async function readLastTimes(q: Kysely<Schema>): Promise<Map<string, number>> {
  const rows = await inPieces((last: LastTime | undefined) =>
    q
      .selectFrom('alarm')
      .select(['tenant_id', 'rule_id', 'device_id'])
      .select((on) => on.fn.max(sql<number>`greatest(alarm_time, recover_time)`).as('time'))
      .where(
        sql<boolean>`(tenant_id, rule_id, device_id) > (${last?.tenant_id ?? 0}, ${last?.rule_id ?? 0}, ${last?.device_id ?? 0})`,
      )
      .groupBy(['tenant_id', 'rule_id', 'device_id'])
      .orderBy('tenant_id')
      .orderBy('rule_id')
      .orderBy('device_id')
      .limit(AT_ONCE)
      .execute(),
  )
  return new Map(rows.map(({ rule_id, device_id, time }) => [placeOf(rule_id, device_id), time]))
}

/** Occurrences of a rule at a device that were not over at a time, or came after it. */
export const readSince = (
  q: Kysely<Schema>,
  { device, rule }: { device: { tenant_id: number; device_id: number }; rule: { rule_id: number } },
  from: number,
): Promise<AlarmRow[]> =>
  q
    .selectFrom('alarm')
    .selectAll()
    .where('tenant_id', '=', device.tenant_id)
    .where('rule_id', '=', rule.rule_id)
    .where('device_id', '=', device.device_id)
    .where((on) => on.or([on('recover_time', 'is', null), on('recover_time', '>=', from)]))
    .orderBy('alarm_time')
    .execute()

/** A rule at a device, as a key. */
export const placeOf = (rule_id: number, device_id: number): string => `${rule_id}/${device_id}`

type Ended = Pick<AlarmRow, 'rule_id' | 'device_id' | 'is_late' | 'confirm_time'>

/** Alarms of a rule at a device that ended: those that came late or in time, and were confirmed or not, apart. */
export const endedKey = ({ rule_id, device_id, is_late, confirm_time }: Ended): string =>
  `${placeOf(rule_id, device_id)}/${is_late}/${confirm_time !== null}`
