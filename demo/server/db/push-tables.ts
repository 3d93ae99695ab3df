import type { Generated } from 'kysely'
import type { DeliveredMessage } from '../../../core/contract/audit.ts'
import type { EscalationStep, PersonChannel } from '../../../core/contract/push.ts'
import type { Default, DefaultJson, Json, Nullable, Time } from './column-kinds.ts'

export interface PushSettingTable {
  tenant_id: number
  user_id: number
  lang: 'zh' | 'en'
  /** From which level on; null: never. */
  email_level: Nullable<number>
  sms_level: Nullable<number>
  wechat_level: Nullable<number>
  on_recovered: Default<boolean>
  /** Minutes of the day in the tenant's time zone. */
  quiet_from: Nullable<number>
  quiet_to: Nullable<number>
  /** ISO days on which quiet hours begin; 1 is Monday. */
  quiet_days: DefaultJson<number[]>
  quiet_except_level: Nullable<number>
}

export interface WebhookTable {
  tenant_id: number
  webhook_id: Generated<number>
  webhook_name: string
  url: string
  secret: string
  from_level: number
  /** A group with all below it; null: all devices. */
  group_id: Nullable<number>
  is_enabled: Default<boolean>
  /** Who made it, or saved it last; null where that user was deleted. */
  user_id: Nullable<number>
}

export interface DeliveredMessageTable {
  tenant_id: Nullable<number>
  message_id: Generated<number>
  message_time: Time
  channel: DeliveredMessage['channel']
  address: string
  subject: Default<string>
  body: string
  state: DeliveredMessage['state']
  error: Default<string>
  reason: Default<DeliveredMessage['reason']>
  user_id: Nullable<number>
  webhook_id: Nullable<number>
  /** The worst of the alarms that it is about. */
  alarm_id: Nullable<number>
  /** How many it is about. */
  alarms: Default<number>
  tries: Default<number>
  /** When it is tried next; null when nothing is left to do. */
  due_time: Nullable<Time>
}

/** One alarm for one person by one channel. */
export interface PushTable {
  tenant_id: number
  push_id: Generated<number>
  alarm_id: number
  user_id: number
  channel: PersonChannel
  reason: 'alarm' | 'escalation' | 'recovered'
  /** Of an escalation: which of its steps, from 1. */
  step: Nullable<number>
  /** Of an escalation: for how long nobody had confirmed. */
  waited_min: Nullable<number>
  alarm_level: number
  push_time: Time
  due_time: Time
  /** Came in quiet hours, and is sent when they end if it is still active. */
  is_later: Default<boolean>
  /** In which message it went; null while it waits. */
  message_id: Nullable<number>
}

export interface EscalationTable {
  tenant_id: number
  escalation_id: Generated<number>
  escalation_name: string
  from_level: number
  group_id: Nullable<number>
  steps: Json<EscalationStep[]>
  repeat_min: Nullable<number>
  ends_on_recovery: Default<boolean>
  is_enabled: Default<boolean>
}

export interface EscalationRunTable {
  tenant_id: number
  escalation_id: number
  alarm_id: number
  /** When the alarm came; steps are counted from here. */
  start_time: Time
  /** The next one, from 0. */
  step: Default<number>
  due_time: Time
}
