import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { CommandStatus } from '../../../core/contract/control.ts'
import type { DataType, Point } from '../../../core/contract/device.ts'
import type { AlarmEventTable, AlarmHoldTable, AlarmRuleTable, AlarmTable, GeofenceTable } from './alarm-tables.ts'
import type { Default, Json, Nullable, Time } from './column-kinds.ts'
import type {
  DeviceImportRowTable,
  DeviceImportTable,
  DeviceListingTable,
  DeviceOfferTable,
  DevicePictureTable,
  DeviceShareTable,
  ScreenTable,
  ScreenVersionTable,
  TemplateGroupTable,
  TemplateShareTable,
  TemplateTable,
} from './configuration-tables.ts'
import type {
  DashboardFavouriteTable,
  DashboardGrantTable,
  DashboardTable,
  DashboardVersionTable,
} from './dashboard-tables.ts'
import type {
  MiddlewareTable,
  ResourceCategoryTable,
  ResourceFileTable,
  ResourceTable,
  ResourceUseTable,
  ShareLinkTable,
  ShareViewTable,
} from './gallery-tables.ts'
import type {
  BulletinTable,
  NoticeReceiptTable,
  NoticeTable,
  ShiftEntryTable,
  SystemMessageTable,
} from './message-tables.ts'
import type {
  AppUserTable,
  AuditTable,
  CurveRangeTable,
  CustomMenuTable,
  EmbedKeyTable,
  FamiliarAddressTable,
  OrganisationPictureTable,
  OrganisationSettingTable,
  PermissionItemTable,
  RoleDeviceRightTable,
  RoleItemRightTable,
  RoleTable,
  RoleTemplateRightTable,
  SentCodeTable,
  SessionTable,
  TenantTable,
  UserDeviceRightTable,
  UserGroupTable,
  UserItemRightTable,
  UserQuotaTable,
  UserRoleTable,
  UserTemplateRightTable,
  UserUseTable,
} from './people-tables.ts'
import type {
  DeliveredMessageTable,
  EscalationRunTable,
  EscalationTable,
  PushSettingTable,
  PushTable,
  WebhookTable,
} from './push-tables.ts'

export interface DeviceGroupTable {
  tenant_id: number
  group_id: Generated<number>
  parent_id: Nullable<number>
  group_name: string
  remarks: Default<string>
  is_default: Default<boolean>
}

interface PointColumns {
  key: string
  name: string
  name_en: Nullable<string>
  data_type: DataType
  unit: Nullable<string>
  decimals: Nullable<number>
  access: Default<Point['access']>
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
  item_id: Nullable<number>
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
  tags: Default<string[]>
  /** GB/T 2260, six digits; '' for none. */
  region_code: Default<string>
  region_text: Default<string>
  remarks: Default<string>
  site_name: Default<string>
  site_address: Default<string>
  deployment_address: Default<string>
  contact_name: Default<string>
  contact_phone: Default<string>
  contact_email: Default<string>
  card_no: Nullable<string>
  /** A VPN gateway: templates do not bind to it. */
  is_vpn: Default<boolean>
  /** Worked out of the points of others. */
  is_virtual: Default<boolean>
  /** Of a virtual device, who made it or saved its formulas last; null: an administrator. */
  saved_user_id: Nullable<number>
  /** SN of the Sparkplug node that announced it before it was registered; null once it signed in itself. */
  behind: Nullable<string>
  video_url: Nullable<string>
  back_end_version: Nullable<string>
  lat: Nullable<number>
  lng: Nullable<number>
  registered_time: Nullable<Time>
  /** Since when its registration waits for it to sign in; null once it has. */
  awaited_time: Nullable<Time>
  /** Null, and a user who is gone: administrators. */
  registered_user_id: Nullable<number>
  /** Since when it is nobody's; null while it is registered. */
  deregistered_time: Nullable<Time>
  deregistered_user_id: Nullable<number>
  deregistered_user_name: Nullable<string>
  created_time: Time
}

export interface PointTable extends PointColumns {
  tenant_id: number
  point_id: Generated<number>
  device_id: number
  /** False: reported by the device, offered for adding. */
  is_added: Default<boolean>
  /** What a point of a virtual device is worth. */
  formula: Nullable<string>
  /** Columns that the device says itself, over its template. */
  own_fields: Default<string[]>
  is_hidden: Default<boolean>
  /** Taken away by people, with its history to be put back; `is_added` is false. */
  is_removed: Default<boolean>
}

export interface UnregisteredDeviceTable {
  sn_code: string
  password_hash: string
  /** SN of the Sparkplug node that announced it; null where it signed in itself. */
  behind: Nullable<string>
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
  /** Who acted as that user. */
  by_user_id: Nullable<number>
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

export interface DeviceStateTable {
  tenant_id: number
  device_id: number
  since_time: Time
  dev_state: number
}

export interface ServerRunTable {
  start_time: Time
  seen_time: Time
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

export interface InstallationQuotaTable {
  quota: string
  most: number | null
  settable: number | null
}

export interface HistorySizeTable {
  tenant_id: number
  quota: string
  day: number
  bytes: number
}

export interface PointCountTable {
  tenant_id: number
  points: number
  enum_bytes: number
}

/** Tables as Kysely sees them. The tlm_ tables are read and written by telemetry/ alone, in SQL. */
export interface Schema {
  installation_quota: InstallationQuotaTable
  history_size: HistorySizeTable
  point_count: PointCountTable
  tenant: TenantTable
  user_group: UserGroupTable
  role: RoleTable
  role_device_right: RoleDeviceRightTable
  role_template_right: RoleTemplateRightTable
  role_item_right: RoleItemRightTable
  app_user: AppUserTable
  user_role: UserRoleTable
  user_device_right: UserDeviceRightTable
  user_template_right: UserTemplateRightTable
  user_item_right: UserItemRightTable
  user_quota: UserQuotaTable
  user_use: UserUseTable
  curve_range: CurveRangeTable
  session: SessionTable
  sent_code: SentCodeTable
  familiar_address: FamiliarAddressTable
  delivered_message: DeliveredMessageTable
  push_setting: PushSettingTable
  webhook: WebhookTable
  push: PushTable
  escalation: EscalationTable
  escalation_run: EscalationRunTable
  audit: AuditTable
  permission_item: PermissionItemTable
  device_group: DeviceGroupTable
  template_group: TemplateGroupTable
  template: TemplateTable
  template_share: TemplateShareTable
  screen: ScreenTable
  screen_version: ScreenVersionTable
  dashboard: DashboardTable
  dashboard_version: DashboardVersionTable
  dashboard_grant: DashboardGrantTable
  dashboard_favourite: DashboardFavouriteTable
  template_point: TemplatePointTable
  device: DeviceTable
  device_import: DeviceImportTable
  device_import_row: DeviceImportRowTable
  device_picture: DevicePictureTable
  device_share: DeviceShareTable
  device_listing: DeviceListingTable
  device_offer: DeviceOfferTable
  point: PointTable
  unregistered_device: UnregisteredDeviceTable
  latest_value: LatestValueTable
  alarm_rule: AlarmRuleTable
  geofence: GeofenceTable
  alarm: AlarmTable
  alarm_event: AlarmEventTable
  alarm_hold: AlarmHoldTable
  command: CommandTable
  device_log: DeviceLogTable
  device_state: DeviceStateTable
  server_run: ServerRunTable
  embed_key: EmbedKeyTable
  resource_category: ResourceCategoryTable
  resource: ResourceTable
  resource_file: ResourceFileTable
  resource_use: ResourceUseTable
  share_link: ShareLinkTable
  organisation_setting: OrganisationSettingTable
  custom_menu: CustomMenuTable
  organisation_picture: OrganisationPictureTable
  share_view: ShareViewTable
  middleware: MiddlewareTable
  notice: NoticeTable
  notice_receipt: NoticeReceiptTable
  system_message: SystemMessageTable
  bulletin: BulletinTable
  shift_entry: ShiftEntryTable
  server_setting: ServerSettingTable
  schema_migration: SchemaMigrationTable
}

/** A row as it is read, and as it is written; code that needs a part of one picks it, and types no column again. */
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>
export type NewRow<Table extends keyof Schema> = Insertable<Schema[Table]>
