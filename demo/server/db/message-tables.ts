import type { ColumnType, Generated } from 'kysely'
import type { Targets } from '../../../core/contract/message.ts'
import type { OpenNow, ShiftEntry } from '../../../core/contract/shift-log.ts'
import type { Default, DefaultJson, Json, Nullable, Time } from './column-kinds.ts'

export interface NoticeTable {
  tenant_id: number
  notice_id: Generated<number>
  user_id: number
  user_name: string
  title: string
  body: string
  targets: Json<Targets>
  created_time: Time
  changed_time: Time
  sent_time: Nullable<Time>
  /** Taken out of the sender's outbox. */
  removed_time: Nullable<Time>
}

export interface NoticeReceiptTable {
  tenant_id: number
  notice_id: number
  user_id: number
  user_name: string
  /** The sender may know who it is. */
  is_named: boolean
  /** Meant by name, not as one of many. */
  is_direct: boolean
  sent_time: Time
  read_time: Nullable<Time>
  removed_time: Nullable<Time>
}

export interface SystemMessageTable {
  tenant_id: number
  message_id: Generated<number>
  user_id: number
  kind: string
  params: Json<Record<string, unknown>>
  message_time: Time
  read_time: Nullable<Time>
  removed_time: Nullable<Time>
}

/** What is stored of what a handover lists. */
export interface StoredOpen extends Omit<OpenNow, 'shelved' | 'offline'> {
  shelved: (OpenNow['shelved'][number] & { device_id: number })[]
  offline: (OpenNow['offline'][number] & { device_id: number })[]
}

export interface ShiftEntryTable {
  tenant_id: number
  entry_id: Generated<number>
  kind: ShiftEntry['kind']
  body: string
  /** What it said before each correction, the newest first. */
  before: DefaultJson<ShiftEntry['before']>
  entry_time: Time
  changed_time: Time
  user_id: number
  user_name: string
  device_id: Nullable<number>
  sn_code: Nullable<string>
  group_id: Nullable<number>
  /** What the device or the group was called. */
  about: Nullable<string>
  open: ColumnType<StoredOpen | null, string | null, never>
  taken_by: Nullable<string>
  taken_time: Nullable<Time>
}

export interface BulletinTable {
  tenant_id: number
  bulletin_id: Generated<number>
  title: string
  body: string
  is_pinned: Default<boolean>
  from_time: Time
  until_time: Nullable<Time>
  created_time: Time
  changed_time: Time
  user_id: number
  user_name: string
  removed_time: Nullable<Time>
}
