import * as z from 'zod/mini'
import { ALARM_PAGES } from '../catalogue/readers.ts'
import { AlarmLevel, PushChannel } from './alarm-rule.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { Line } from './plain-text.ts'

/** How an alarm reaches a person. */
export const PERSON_CHANNELS = ['email', 'sms', 'wechat'] as const
export const PersonChannel = z.enum(PERSON_CHANNELS)
export type PersonChannel = z.infer<typeof PersonChannel>

const MinuteOfDay = z.int().check(z.minimum(0), z.maximum(24 * 60 - 1))
const Minutes = z.int().check(z.minimum(1), z.maximum(24 * 60))
const Id = z.int().check(z.minimum(1))

/** When a person gets no notifications, in the organisation's time zone; those of alarms that are still active come at the end. */
export const QuietHours = z.object({
  /** Minutes of the day. The end is the next day's where it is not after the beginning. */
  from: MinuteOfDay,
  to: MinuteOfDay,
  /** The ISO days on which they begin: 1 Monday to 7 Sunday. */
  days: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.minLength(1), z.maxLength(7)),
  /** Alarms from this level on are sent all the same; null: none is. */
  except_level: z.nullable(AlarmLevel),
})
export type QuietHours = z.infer<typeof QuietHours>

/** What a person wants to be notified of outside the console. */
export const PushSetting = z.object({
  /** From which level on; null: never. */
  email_level: z.nullable(AlarmLevel),
  sms_level: z.nullable(AlarmLevel),
  wechat_level: z.nullable(AlarmLevel),
  /** Also when an alarm that was notified is over. */
  on_recovered: z.boolean(),
  /** In which language. */
  lang: z.enum(['zh', 'en']),
  quiet: z.nullable(QuietHours),
})
export type PushSetting = z.infer<typeof PushSetting>

/** What stands between a person and messages by a channel. */
export const ChannelState = z.object({
  channel: PersonChannel,
  /** `unproved`: kept in the account, but its owner has not confirmed it by a code: nothing goes there. */
  address_state: z.enum(['none', 'unproved', 'ready']),
  /** In part; '' without one, and for WeChat. */
  address: z.string(),
  /** Without a provider messages are kept for the administrator to read. */
  has_provider: z.boolean(),
  /** Null: without limit. */
  limit: z.nullable(z.int()),
  used: z.int(),
})
export type ChannelState = z.infer<typeof ChannelState>

export const OwnPush = z.object({
  setting: PushSetting,
  channels: z.array(ChannelState),
  timezone: z.string(),
})
export type OwnPush = z.infer<typeof OwnPush>

/** What became of a message; see `DeliveredMessage`. */
export const DELIVERY_STATES = ['waiting', 'kept', 'sent', 'failed', 'quota', 'quiet', 'no_address'] as const
export const DeliveryState = z.enum(DELIVERY_STATES)
export type DeliveryState = z.infer<typeof DeliveryState>

/** What people do with an alarm, as webhooks report it. */
export const ALARM_ACTS = ['confirmed', 'shelved', 'unshelved', 'out_of_service', 'in_service'] as const
/** Why a message was sent. `code`: a person asked for a code. `test`: to see whether it arrives. */
export const DELIVERY_REASONS = ['code', 'test', 'alarm', 'escalation', 'recovered', ...ALARM_ACTS] as const
export const DeliveryReason = z.enum(DELIVERY_REASONS)
export type DeliveryReason = z.infer<typeof DeliveryReason>

/** When nobody has confirmed for so long, these people and those of these roles are notified by these channels. */
export const EscalationStep = z.object({
  /** Since the alarm came. */
  after_min: Minutes,
  user_ids: z.array(Id).check(z.maxLength(50)),
  role_ids: z.array(Id).check(z.maxLength(20)),
  channels: z.array(PersonChannel).check(z.minLength(1), z.maxLength(PERSON_CHANNELS.length)),
})
export type EscalationStep = z.infer<typeof EscalationStep>

const escalating = {
  escalation_name: Line(32),
  from_level: AlarmLevel,
  /** A group with all below it; null: all devices. */
  group_id: z.nullable(Id),
  /** In the order of their time. */
  steps: z.array(EscalationStep).check(z.minLength(1), z.maxLength(3)),
  /** How often the last step is repeated until somebody confirms; null: once. */
  repeat_min: z.nullable(Minutes),
  /** Ends also when the alarm recovers; else only when somebody confirms or shelves it. */
  ends_on_recovery: z.boolean(),
  is_enabled: z.boolean(),
}
export const Escalation = z.object({ escalation_id: z.int(), group_name: z.nullable(z.string()), ...escalating })
export type Escalation = z.infer<typeof Escalation>

/** What an address may be: a web address that holds no name and password. */
const isWebAddress = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

const hooking = {
  webhook_name: Line(32),
  /** https; http only to hosts and ports that the server's operator lists (`PRIVATE_HOSTS`). */
  url: z.string().check(z.maxLength(500), z.refine(isWebAddress)),
  from_level: AlarmLevel,
  /** A group with all below it; null: all devices. */
  group_id: z.nullable(Id),
  is_enabled: z.boolean(),
}
/** A program that is notified of alarms whose rule names the channel `webhook`, and of what people do with those. */
export const Webhook = z.object({
  webhook_id: z.int(),
  group_name: z.nullable(z.string()),
  ...hooking,
  /** Who made it, or saved it last; null where that user was deleted. */
  maker: z.nullable(z.string()),
  /** Whether the maker still is an administrator: else nothing is sent until one saves it. */
  has_maker: z.boolean(),
  /** The newest of what it was sent; null before the first. */
  last_time: z.nullable(z.int()),
  last_state: z.nullable(DeliveryState),
  /** Why the newest was not taken; '' where it was. */
  last_error: z.string(),
  /** What it never took, of the last 7 days. */
  failed: z.int(),
})
export type Webhook = z.infer<typeof Webhook>

/** Who was notified of an alarm, and whether it arrived. */
export const Delivery = z.object({
  delivery_time: z.int(),
  channel: PushChannel,
  reason: DeliveryReason,
  /** Which step of an escalation; null for all else. */
  step: z.nullable(z.int()),
  /** The person, or the webhook. */
  name: z.string(),
  state: DeliveryState,
  error: z.string(),
  /** How many alarms the message is about; 0 while it is being gathered. */
  alarms: z.int(),
})
export type Delivery = z.infer<typeof Delivery>

const Named = { name: z.string(), user_name: z.string(), user_id: z.int() }

export const push = {
  setting: endpoint({
    method: 'GET',
    path: '/yun/push/setting',
    needs: 'session',
    ownOnly: true,
    summary: 'Which alarms reach the signed-in user beyond the console, and by what.',
    input: Nothing,
    output: OwnPush,
  }),
  saveSetting: endpoint({
    method: 'PUT',
    path: '/yun/push/setting',
    needs: 'session',
    ownOnly: true,
    summary: 'Changes which alarms reach the signed-in user beyond the console.',
    input: PushSetting,
    output: OwnPush,
  }),
  testMyself: endpoint({
    method: 'POST',
    path: '/yun/push/test',
    needs: 'session',
    ownOnly: true,
    summary: 'Sends the signed-in user a test message, which counts as any other; up to 5 in 10 minutes.',
    input: z.object({ channel: PersonChannel }),
    output: z.object({ state: DeliveryState, error: z.string() }),
    refusals: ['100019', '100024'],
  }),
  ofAlarm: endpoint({
    method: 'GET',
    path: '/rAlarmDev/deliveries',
    needs: ALARM_PAGES,
    summary:
      'Who was notified of an alarm outside the console, when, by which channel, and whether it arrived; the newest first.',
    input: z.object({ alarm_id: z.string().check(z.regex(/^\d{1,15}$/)) }),
    output: z.object({ rows: z.array(Delivery), total: z.int() }),
    refusals: ['100002'],
  }),
  audience: endpoint({
    method: 'GET',
    path: '/yun/push/audience',
    needs: ['administrator'],
    ownOnly: true,
    summary: 'Users, roles and device groups that rules can name.',
    input: Nothing,
    output: z.object({
      users: z.array(z.object(Named)),
      roles: z.array(z.object({ role_id: z.int(), role_name: z.string() })),
      groups: z.array(z.object({ group_id: z.int(), parent_id: z.nullable(z.int()), group_name: z.string() })),
    }),
  }),
  escalations: endpoint({
    method: 'GET',
    path: '/yun/push/escalation',
    needs: ['administrator'],
    ownOnly: true,
    summary: 'Who is notified when nobody confirms an alarm.',
    input: Nothing,
    output: z.object({ rows: z.array(Escalation) }),
  }),
  saveEscalation: endpoint({
    method: 'PUT',
    path: '/yun/push/escalation',
    needs: ['administrator'],
    ownOnly: true,
    summary: 'Makes an escalation, or changes one; alarms that came before go on by its new steps.',
    input: z.object({ escalation_id: z.optional(Id), ...escalating }),
    output: Escalation,
    refusals: ['100002', '100019'],
  }),
  removeEscalation: endpoint({
    method: 'DELETE',
    path: '/yun/push/escalation',
    needs: ['administrator'],
    ownOnly: true,
    summary: 'Deletes an escalation; it notifies nobody any more.',
    input: z.object({ escalation_id: Id }),
    output: Nothing,
    refusals: ['100002'],
  }),
  webhooks: endpoint({
    method: 'GET',
    path: '/yun/push/webhook',
    needs: ['administrator'],
    ownOnly: true,
    summary: 'Programs that are notified of alarms and of what people do with them, without their secrets.',
    input: Nothing,
    output: z.object({ rows: z.array(Webhook) }),
  }),
  saveWebhook: endpoint({
    method: 'PUT',
    path: '/yun/push/webhook',
    needs: ['administrator'],
    ownOnly: true,
    summary:
      'Makes a webhook, whose secret is returned this once, or changes one; `is_renewed` gives it a new secret. Who saves it takes it over.',
    input: z.object({ webhook_id: z.optional(Id), ...hooking, is_renewed: z._default(z.boolean(), false) }),
    output: z.object({ webhook: Webhook, /** Null where it stays as it is. */ secret: z.nullable(z.string()) }),
    refusals: ['100002', '100019'],
  }),
  removeWebhook: endpoint({
    method: 'DELETE',
    path: '/yun/push/webhook',
    needs: ['administrator'],
    ownOnly: true,
    summary: 'Deletes a webhook; what it was sent stays among the delivered messages.',
    input: z.object({ webhook_id: Id }),
    output: Nothing,
    refusals: ['100002'],
  }),
  testWebhook: endpoint({
    method: 'POST',
    path: '/yun/push/webhook/test',
    needs: ['administrator'],
    ownOnly: true,
    summary: 'Sends a webhook a test event and returns its answer; up to 20 in 10 minutes by an organisation.',
    input: z.object({ webhook_id: Id }),
    output: z.object({ /** HTTP status; null without an answer. */ status: z.nullable(z.int()), error: z.string() }),
    refusals: ['100002', '100019'],
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: '/yun/push/again',
    needs: ['administrator'],
    ownOnly: true,
    summary:
      'Tries a message about an alarm once more that no try could deliver. To a person it counts for the quota again: 100019 where that is used up.',
    input: z.object({ message_id: Id }),
    output: Nothing,
    refusals: ['100002', '100019'],
  }),
}
