import type { ColumnType, Generated } from 'kysely'
import type { GuestAction, GuestResources } from '../../../core/contract/embed.ts'
import type { PictureKind } from '../../../core/contract/organisation-settings.ts'
import type { PasswordRule } from '../../../core/contract/person.ts'
import type { WeekStart } from '../../../core/contract/week-start.ts'
import type { Default, Json, Nullable, Time } from './column-kinds.ts'

export interface TenantTable {
  tenant_id: Generated<number>
  name: string
  timezone: Default<string>
  week_start: Default<WeekStart>
  created_time: Time
  password_rule: ColumnType<PasswordRule | null, string | null | undefined, string | null>
  one_session: Default<boolean>
  closed_time: Nullable<Time>
  /** Its passwords are known to everybody. */
  is_demo: Default<boolean>
  /** When the newest of the alarms came that storage limits dropped; null for none. */
  alarms_dropped_time: Nullable<Time>
  /** The same of the history's hours, and of their roll-ups. */
  history_dropped_time: Nullable<Time>
  rollups_dropped_time: Nullable<Time>
}

export interface OrganisationSettingTable {
  tenant_id: number
  settings: Json
  version: number
  changed_time: Time
  user_name: string
  policy_id: Nullable<string>
}

export interface CustomMenuTable {
  tenant_id: number
  menu: Json
  /** The dashboard of the custom page. */
  home_dashboard_id: Nullable<number>
  version: number
  changed_time: Time
  user_name: string
}

export interface OrganisationPictureTable {
  tenant_id: number
  picture_id: string
  kind: PictureKind
  mime: string
  width: Nullable<number>
  height: Nullable<number>
  content: Uint8Array
  created_time: Time
}

export interface UserGroupTable {
  tenant_id: number
  user_group_id: Generated<number>
  parent_id: Nullable<number>
  group_name: string
  remarks: Default<string>
}

export interface RoleTable {
  tenant_id: number
  role_id: Generated<number>
  role_name: string
  role_type: Default<number>
  permissions: Default<string[]>
  custom_home: Nullable<string>
  home_dashboard_id: Nullable<number>
  remarks: Default<string>
  dashboard_full_screen: Default<boolean>
  /** Whose administrator2 made it; null for roles of the whole organisation. */
  user_group_id: Nullable<number>
  created_time: Default<Time>
}

export interface UserRoleTable {
  tenant_id: number
  user_id: number
  role_id: number
}

export interface RoleDeviceRightTable {
  tenant_id: number
  role_id: number
  group_id: number
  may_write: boolean
}

export interface RoleTemplateRightTable {
  tenant_id: number
  role_id: number
  template_id: number
  may_write: boolean
}

export interface UserTemplateRightTable {
  tenant_id: number
  user_id: number
  template_id: number
  may_write: boolean
}

export interface PermissionItemTable {
  tenant_id: number
  template_id: number
  item_id: Generated<number>
  item_name: string
}

export interface RoleItemRightTable {
  tenant_id: number
  role_id: number
  item_id: number
}

export interface UserItemRightTable {
  tenant_id: number
  user_id: number
  item_id: number
}

export interface AppUserTable {
  tenant_id: number
  user_id: Generated<number>
  user_name: string
  name: string
  /** As records keep it; '' where it is not known. */
  full_name: Default<string>
  /** 1 administrator, 2 administrator2, 3 sub-user. */
  user_type: number
  user_group_id: Nullable<number>
  /** Held beside those of the roles. */
  permissions: Default<string[]>
  user_tel: Nullable<string>
  email: Nullable<string>
  is_tel_verified: Default<boolean>
  is_email_verified: Default<boolean>
  wechat_openid: Nullable<string>
  password_hash: string
  /** Somebody else set it: nothing else is done before its user has changed it. */
  must_change_password: Default<boolean>
  is_active: Default<number>
  is_experience: Default<boolean>
  last_seen_time: Nullable<Time>
  created_time: Time
}

export interface UserQuotaTable {
  tenant_id: number
  user_id: number
  quota: string
  limit_value: Nullable<number>
}

export interface UserUseTable {
  tenant_id: number
  user_id: number
  quota: string
  used: number
}

/** What a user saved of a device's curves. */
export interface CurveRangeTable {
  tenant_id: number
  user_id: number
  device_id: number
  range_id: Generated<number>
  ranges: Json
  changed_time: Time
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
  session_id: string
  address: Default<string>
  agent: Default<string>
  /** Who acts as this user; null for the user himself. */
  by_user_id: Nullable<number>
  by_user_name: Nullable<string>
  end_reason: Nullable<string>
}

export interface AuditTable {
  tenant_id: number
  audit_id: Generated<number>
  audit_time: Time
  user_id: number
  user_name: string
  by_user_id: Nullable<number>
  by_user_name: Nullable<string>
  action: string
  target: Default<string>
  target_user_id: Nullable<number>
  detail: ColumnType<unknown, string | undefined, never>
  address: Default<string>
}

export interface SentCodeTable {
  purpose: 'register' | 'recover' | 'bind'
  address: string
  /** The session's user for `bind`, else empty. */
  owner: string
  code_hash: Uint8Array
  sent_time: Time
  expires_time: Time
  tries: Default<number>
}

/** Held beside those of the roles. */
export interface UserDeviceRightTable {
  tenant_id: number
  user_id: number
  group_id: number
  may_write: Default<boolean>
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

export interface FamiliarAddressTable {
  tenant_id: number
  user_id: number
  address: string
  last_time: Time
}
