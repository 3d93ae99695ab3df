import type { ColumnType, Generated } from 'kysely'
import type { ScreenVersion } from '../../../core/contract/screen.ts'
import type { ModuleType, VideoSetting } from '../../../core/contract/template.ts'
import type { Default, DefaultJson, Json, Nullable, Time } from './column-kinds.ts'

export interface TemplateGroupTable {
  tenant_id: number
  group_id: Generated<number>
  group_name: string
  remarks: Default<string>
}

export interface TemplateTable {
  tenant_id: number
  template_id: Generated<number>
  module_name: string
  module_type: Default<ModuleType>
  description: Default<string>
  group_id: Nullable<number>
  is_public: Default<boolean>
  /** Null while its screens are hidden from devices. */
  published_time: Nullable<Time>
  /** Who did, with whose rights its screens act unasked; null where nobody is known. */
  published_user_id: Nullable<number>
  created_time: Time
  changed_time: Default<Time>
  created_user_id: Nullable<number>
  videos: DefaultJson<VideoSetting[]>
}

export interface TemplateShareTable {
  tenant_id: number
  template_id: number
  user_id: number
  /** Whose quota of shares it counts against. */
  by_user_id: number
  shared_time: Time
}

export interface DeviceListingTable {
  tenant_id: number
  sn_code: string
  password_hash: string | null
  listed_time: Time
  listed_user_name: string
}

export interface DeviceOfferTable {
  tenant_id: number
  offer_id: Generated<number>
  device_id: number
  by_user_id: number
  to_name: string
  /** A name was typed: who has it is not for the offerer to know. */
  is_named: boolean
  to_tenant_id: number | null
  to_user_id: number | null
  with_history: boolean
  /** What comes along to another organisation, as it was when it was offered. */
  history_bytes: number | null
  offered_time: Time
}

export interface DeviceImportTable {
  tenant_id: number
  import_id: Generated<number>
  user_id: number
  /** Who started it, as records keep it. */
  actor: Json
  file_name: string
  heading: Json<string[]>
  state: 'preparing' | 'running' | 'done' | 'cancelled' | 'failed'
  /** SHA-256 of the key that opens the passwords that the server made. */
  key_hash: Buffer
  rows: number
  /** What its rows were stored with. */
  bytes: Default<number>
  done: Default<number>
  created: Default<number>
  updated: Default<number>
  same: Default<number>
  wrong: Default<number>
  created_time: Time
  end_time: Nullable<Time>
  claimed_by: Nullable<string>
  claimed_until: Default<Time>
}

export interface DeviceImportRowTable {
  tenant_id: number
  import_id: number
  row_no: number
  cells: Json<string[]>
  /** What is still to be done, with its password; null once it is done. */
  input: ColumnType<unknown, string | null, string | null>
  /** SN of the device whose password the server makes. */
  made_for: Nullable<string>
  outcome: Nullable<'created' | 'updated' | 'same' | 'wrong'>
  message: Default<string>
}

export interface DevicePictureTable {
  tenant_id: number
  device_id: number
  mime: string
  width: number
  height: number
  content: Buffer
  tag: string
  changed_time: Time
}

export interface DeviceShareTable {
  tenant_id: number
  device_id: number
  user_id: number
  /** On whose right it stands, and whose quota of shares it counts against. */
  by_user_id: number
  may_write: boolean
  until_time: number | null
  remarks: Default<string>
  shared_time: Time
}

export interface ScreenTable {
  tenant_id: number
  template_id: number
  screen_id: Generated<number>
  screen_name: string
  variant: 'desktop' | 'mobile'
  is_start: Default<boolean>
  sort: number
  width: number
  height: number
  revision: Default<number>
  /** JSON of the newest revision. */
  document: string
  /** A data URL; `thumbnail_tag` changes with it. */
  thumbnail: Nullable<string>
  thumbnail_tag: Nullable<string>
  published_revision: Nullable<number>
  published_version_id: Nullable<number>
  created_user_id: number
  created_time: Time
  changed_time: Time
  changed_by: string
}

export interface ScreenVersionTable {
  tenant_id: number
  screen_id: number
  version_id: Generated<number>
  revision: number
  kind: ScreenVersion['kind']
  note: Default<string>
  document: string
  thumbnail: Nullable<string>
  thumbnail_tag: Nullable<string>
  created_time: Time
  user_name: string
  /** As `sn/key`. Null: visitors of share links read all that the document binds. */
  visitor_points: Nullable<string[]>
  summary: Nullable<string>
  points: Nullable<string>
  guards: Nullable<string>
}
