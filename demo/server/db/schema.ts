import type { ColumnType, Generated } from 'kysely'
import type { GuestAction, GuestResources } from '../../../core/contract/embed.ts'

/** jsonb: parsed when read; given as `JSON.stringify(value)`, since drivers take a bare array for a PostgreSQL array. */
export type Json<T = unknown> = ColumnType<T, string, string>
/** Epoch milliseconds UTC. */
type Time = number
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>
/** A column with a default, written or left out. */
type Default<T> = ColumnType<T, T | undefined, T>

export type DataType = 'number' | 'boolean' | 'string' | 'enum'
export type Access = 'r' | 'rw'
export type CommandStatus = 'sent' | 'acknowledged' | 'done' | 'failed' | 'timeout'
export type AlarmCondition = 'above' | 'below' | 'equals'

export interface TenantTable {
  tenant_id: Generated<number>
  name: string
  timezone: Default<string>
  created_time: Time
}

export interface RoleTable {
  tenant_id: number
  role_id: Generated<number>
  role_name: string
  role_type: Default<number>
  permissions: Default<string[]>
  custom_home: Nullable<string>
}

export interface AppUserTable {
  tenant_id: number
  user_id: Generated<number>
  user_name: string
  name: string
  /** 1 administrator, 2 administrator2, 3 sub-user. */
  user_type: number
  role_id: Nullable<number>
  user_tel: Nullable<string>
  email: Nullable<string>
  password_hash: string
  is_active: Default<number>
  failed_logins: Default<number>
  locked_until_time: Nullable<Time>
  created_time: Time
}

export interface UserSettingTable {
  tenant_id: number
  user_id: number
  key: string
  value: Json
}

export interface SessionTable {
  token_hash: Uint8Array
  tenant_id: number
  user_id: number
  public_key: Nullable<string>
  created_time: Time
  last_seen_time: Time
  expires_time: Time
  revoked_time: Nullable<Time>
}

export interface DeviceGroupTable {
  tenant_id: number
  group_id: Generated<number>
  parent_id: Nullable<number>
  group_name: string
  is_default: Default<boolean>
}

export interface DeviceGroupGrantTable {
  tenant_id: number
  user_id: number
  group_id: number
  may_write: Default<boolean>
}

export interface TemplateTable {
  tenant_id: number
  template_id: Generated<number>
  module_name: string
  created_time: Time
}

interface PointColumns {
  key: string
  name: string
  name_en: Nullable<string>
  data_type: DataType
  unit: Nullable<string>
  decimals: Nullable<number>
  access: Default<Access>
  write_min: Nullable<number>
  write_max: Nullable<number>
  enum_text: ColumnType<unknown, string | null | undefined, string | null>
  keep_history: Default<boolean>
  two_step: Default<boolean>
  sort: Default<number>
}

export interface TemplatePointTable extends PointColumns {
  tenant_id: number
  template_id: number
}

export interface DeviceTable {
  tenant_id: number
  device_id: Generated<number>
  sn_code: string
  password_hash: string
  dev_alias: string
  dev_model: Default<string>
  template_id: Nullable<number>
  group_id: number
  /** 1 online, 2 offline, 3 faulty. */
  dev_state: Default<number>
  state_time: Nullable<Time>
  report_time: Nullable<Time>
  report_interval_s: Default<number>
  site_name: Default<string>
  site_address: Default<string>
  deployment_address: Default<string>
  contact_name: Default<string>
  contact_phone: Default<string>
  contact_email: Default<string>
  card_no: Nullable<string>
  video_url: Nullable<string>
  back_end_version: Nullable<string>
  lat: Nullable<number>
  lng: Nullable<number>
  registered_time: Nullable<Time>
  created_time: Time
}

export interface PointTable extends PointColumns {
  tenant_id: number
  point_id: Generated<number>
  device_id: number
  /** False: reported by the device, offered for adding. */
  is_added: Default<boolean>
}

export interface UnregisteredDeviceTable {
  sn_code: string
  password_hash: string
  first_seen_time: Time
  last_seen_time: Time
  reported: ColumnType<unknown, string | undefined, string>
}

export interface LatestValueTable {
  point_id: number
  tenant_id: number
  device_id: number
  data_time: Time
  value: Nullable<number>
  text_value: Nullable<string>
  /** 0 good, 1 uncertain, 2 bad. */
  quality: number
}

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
  threshold: number
  dead_band: Default<number>
  is_enabled: Default<boolean>
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
  alarm_time: Time
  alarm_value: Nullable<number>
  recover_time: Nullable<Time>
  confirm_time: Nullable<Time>
  confirm_user_id: Nullable<number>
  confirm_userName: Nullable<string>
  alarm_note: Nullable<string>
}

export interface AlarmEventTable {
  tenant_id: number
  alarm_id: number
  event_time: Time
  /** 1 produced, 2 recovered, 3 confirmed. */
  alarm_type: number
  user_id: Nullable<number>
}

export interface CommandTable {
  tenant_id: number
  command_id: string
  device_id: number
  sn_code: string
  key: string
  old_value: ColumnType<unknown, string | null | undefined, string | null>
  value: Json
  user_id: number
  user_name: string
  status: CommandStatus
  sent_time: Time
  ack_time: Nullable<Time>
  end_time: Nullable<Time>
  reason: Nullable<string>
}

export interface DeviceLogTable {
  tenant_id: number
  device_id: number
  log_id: Generated<number>
  log_time: Time
  kind: string
  detail: ColumnType<unknown, string | undefined, string>
}

export interface EmbedKeyTable {
  tenant_id: number
  key_id: string
  name: string
  origins: string[]
  without_origin: boolean
  actions: GuestAction[]
  resources: Json<GuestResources>
  secret_version: Default<number>
  /** Until when the version before `secret_version` is taken. */
  previous_until_time: Nullable<Time>
  expires_time: Nullable<Time>
  revoked_time: Nullable<Time>
  created_time: Time
  created_userName: string
}

export interface ServerSettingTable {
  key: string
  value: Json
}

export interface SchemaMigrationTable {
  version: number
  name: string
  checksum: string
  applied_time: Time
}

/** Tables as Kysely sees them. The tlm_ tables are read and written by telemetry/ alone, in SQL. */
export interface Schema {
  tenant: TenantTable
  role: RoleTable
  app_user: AppUserTable
  user_setting: UserSettingTable
  session: SessionTable
  device_group: DeviceGroupTable
  device_group_grant: DeviceGroupGrantTable
  template: TemplateTable
  template_point: TemplatePointTable
  device: DeviceTable
  point: PointTable
  unregistered_device: UnregisteredDeviceTable
  latest_value: LatestValueTable
  alarm_rule: AlarmRuleTable
  alarm: AlarmTable
  alarm_event: AlarmEventTable
  command: CommandTable
  device_log: DeviceLogTable
  embed_key: EmbedKeyTable
  server_setting: ServerSettingTable
  schema_migration: SchemaMigrationTable
}
