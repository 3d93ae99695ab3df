import type { Generated } from 'kysely'
import type { AlarmCondition, PushChannel } from '../../../core/contract/alarm-rule.ts'
import type { Default, DefaultJson, Json, Nullable, Time } from './column-kinds.ts'

export interface AlarmRuleTable {
  tenant_id: number
  rule_id: Generated<number>
  template_id: Nullable<number>
  device_id: Nullable<number>
  key: string
  alarm_name: string
  alarm_name_en: Nullable<string>
  alarm_level: number
  condition: AlarmCondition
  threshold: Nullable<number>
  threshold_high: Nullable<number>
  no_data_s: Nullable<number>
  fence_id: Nullable<number>
  dead_band: Default<number>
  on_delay_s: Default<number>
  off_delay_s: Default<number>
  alarm_text: Default<string>
  alarm_text_en: Default<string>
  cause: Default<string>
  cause_en: Default<string>
  consequence: Default<string>
  consequence_en: Default<string>
  response: Default<string>
  response_en: Default<string>
  suppress_when: Default<string>
  channels: DefaultJson<PushChannel[]>
  is_enabled: Default<boolean>
  /** Its place in the list that people see. */
  sort: Default<number>
}

export interface GeofenceTable {
  tenant_id: number
  fence_id: Generated<number>
  fence_name: string
  /** Whose: null for everybody's. */
  group_id: Nullable<number>
  corners: Json<{ lat: number; lng: number }[]>
  /** Of a circle about its one corner. */
  radius_m: Nullable<number>
  /** How often it was changed. */
  version: Default<number>
  changed_time: Time
}

export interface AlarmTable {
  tenant_id: number
  alarm_id: Generated<number>
  device_id: number
  sn_code: string
  rule_id: number
  key: string
  alarm_level: number
  alarm_name: string
  alarm_name_en: Nullable<string>
  alarm_info: Default<string>
  alarm_info_en: Nullable<string>
  alarm_time: Time
  alarm_value: Nullable<number>
  recover_time: Nullable<Time>
  confirm_time: Nullable<Time>
  confirm_user_id: Nullable<number>
  confirm_userName: Nullable<string>
  confirm_by_user_id: Nullable<number>
  alarm_note: Nullable<string>
  /** The product's own note, see `alarms/notes.ts`; a person's note is shown in its place. */
  note_code: Nullable<string>
  /** Why it is kept from operators; null while it is not. */
  held: Nullable<'SHLVD' | 'DSUPR' | 'OOSRV'>
  /** The same alarm came again before anybody confirmed this one. */
  next_alarm_id: Nullable<number>
  repeats: Default<number>
  is_late: Default<boolean>
}

export interface AlarmEventTable {
  tenant_id: number
  event_id: Generated<number>
  /** Null where a hold began or ended while nothing was wrong. */
  alarm_id: Nullable<number>
  rule_id: number
  device_id: number
  event_time: Time
  /** See `AlarmEvent` of the contract. */
  alarm_type: number
  user_id: Nullable<number>
  user_name: Nullable<string>
  /** Who acted as that user. */
  by_user_id: Nullable<number>
  note: Nullable<string>
  /** What the product says of it; see `alarms/notes.ts`. */
  note_code: Nullable<string>
  /** All that comes of it was decided: which programs are notified, and whether an escalation waits for it. */
  is_told: Default<boolean>
}

export interface AlarmHoldTable {
  tenant_id: number
  rule_id: number
  device_id: number
  kind: 'SHLVD' | 'OOSRV'
  start_time: Time
  end_time: Time
  is_one_shot: Default<boolean>
  reason: string
  user_id: number
  user_name: string
  by_user_id: Nullable<number>
}
