import type { Generated } from 'kysely'
import type { Targets } from '../../../core/contract/message.ts'
import type { Default, Json, Nullable, Time } from './column-kinds.ts'

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
