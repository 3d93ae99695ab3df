import { type Kysely, type Selectable, sql } from 'kysely'
import type { Alarm } from '../../../core/contract/alarm.ts'
import type { AlarmRuleTable, AlarmTable, Schema } from '../db/schema.ts'

export type AlarmRow = Selectable<AlarmTable>
export type RuleRow = Selectable<AlarmRuleTable>

/** A row of `alarm` as the contract has it. Its type is the newest of its events. */
export function asAlarm(row: AlarmRow, dev_alias: string): Alarm {
  const { recover_time, confirm_time } = row
  const isConfirmedLast = confirm_time !== null && confirm_time >= (recover_time ?? 0)
  return {
    alarm_id: String(row.alarm_id),
    sn_code: row.sn_code,
    dev_alias,
    key: row.key,
    alarm_type: isConfirmedLast ? 3 : recover_time !== null ? 2 : 1,
    alarm_level: row.alarm_level,
    alarm_name: row.alarm_name,
    alarm_name_en: row.alarm_name_en,
    alarm_info: row.alarm_info,
    alarm_time: row.alarm_time,
    alarm_value: row.alarm_value,
    recover_time,
    confirm_time,
    confirm_userName: row.confirm_userName,
    alarm_note: row.alarm_note,
  }
}

/** Enabled rules; all of them, or those of one device and its template. */
export const readRules = (
  q: Kysely<Schema>,
  of?: { tenant_id: number; device_id: number; template_id: number | null },
): Promise<RuleRow[]> =>
  q
    .selectFrom('alarm_rule')
    .selectAll()
    .where('is_enabled', '=', true)
    .$if(of !== undefined, (some) =>
      some
        .where('tenant_id', '=', of?.tenant_id ?? 0)
        .where(sql<boolean>`(device_id = ${of?.device_id ?? null} or template_id = ${of?.template_id ?? null})`),
    )
    .orderBy('rule_id')
    .execute()

/** Alarms that are produced and not recovered; all of them, or those of one device. */
export const readOpen = (q: Kysely<Schema>, device_id?: number): Promise<AlarmRow[]> =>
  q
    .selectFrom('alarm')
    .selectAll()
    .where('recover_time', 'is', null)
    .$if(device_id !== undefined, (some) => some.where('device_id', '=', device_id ?? 0))
    .execute()
