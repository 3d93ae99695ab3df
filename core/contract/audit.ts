import * as z from 'zod/mini'
import { PushChannel } from './alarm-rule.ts'
import { endpoint } from './endpoint.ts'
import { Paging, pageOf } from './paging.ts'
import { DeliveryReason, DeliveryState } from './push.ts'
import { byKey } from './telemetry.ts'
import { Timestamp } from './timestamp.ts'

/** What is recorded: every change but those that have a record of their own, as an alarm's events and a screen's versions. */
export const AUDIT_ACTIONS = [
  'sign-in',
  'sign-out',
  'sign-in-refused',
  'simulate',
  'sessions-end',
  'register',
  'password',
  'password-reset',
  'recover',
  'bind',
  'unbind',
  'close',
  'profile',
  'user-create',
  'user-edit',
  'user-move',
  'user-lock',
  'user-activate',
  'user-delete',
  'quota',
  'role-create',
  'role-edit',
  'role-delete',
  'rights',
  'rights-reset',
  'group-create',
  'group-edit',
  'group-delete',
  'rule',
  'key-create',
  'key-edit',
  'key-rotate',
  'key-revoke',
  'template-share',
  'template-transfer',
  'template-items',
  'template-publish',
  'template-unpublish',
  'template-delete',
  'screen-delete',
  'alarm-rules',
  'share-create',
  'share-edit',
  'share-revoke',
  'history-load',
  'alarm-out-of-service',
  'alarm-in-service',
  'virtual-device-create',
  'virtual-device-edit',
  'virtual-device-delete',
  'device-create',
  'device-import',
  'device-register',
  'device-edit',
  'device-points',
  'device-password',
  'device-deregister',
  'device-restore',
  'device-delete',
  'alarm-delete',
  'audit-delete',
  'device-share',
  'device-recycle',
  'device-leave',
  'device-list',
  'device-unlist',
  'device-offer',
  'device-offer-end',
  'device-transfer',
  'device-group-create',
  'device-group-edit',
  'device-group-delete',
  'fence-create',
  'fence-edit',
  'fence-delete',
  'template-create',
  'template-edit',
  'template-bind',
  'screen-create',
  'screen-edit',
  'dashboard-create',
  'dashboard-edit',
  'dashboard-save',
  'dashboard-delete',
  'dashboard-grant',
  'template-group-create',
  'template-group-edit',
  'template-group-delete',
  'resource-create',
  'resource-edit',
  'resource-delete',
  'category-create',
  'category-edit',
  'category-delete',
  'source-create',
  'source-edit',
  'source-delete',
  'bulletin-create',
  'bulletin-edit',
  'bulletin-delete',
  'bulletin-restore',
  'shift-log-correct',
  'escalation-edit',
  'escalation-delete',
  'webhook-edit',
  'webhook-delete',
  'organisation-settings',
  'custom-menu',
] as const
export const AuditAction = z.enum(AUDIT_ACTIONS)
export type AuditAction = z.infer<typeof AuditAction>

/** Of a line's detail as JSON. What is larger is kept as a count of each field's entries. */
export const AUDIT_DETAIL_BYTES = 16 * 1024

/** One change to an account or a right. */
export const AuditLine = z.object({
  audit_id: z.int(),
  audit_time: z.int(),
  /** As whom it was done; 0 where nobody was signed in. */
  user_id: z.int(),
  user_name: z.string(),
  /** Who really did it, in a simulated session. */
  by_user_id: z.nullable(z.int()),
  by_user_name: z.nullable(z.string()),
  action: AuditAction,
  /** What it was done to, as it was called then. */
  target: z.string(),
  /**
   * What changed, by field: `{before, after}`. Holds no password and no token. One that was too large has `shortened`,
   * `{bytes}` of the whole, and `{entries}` in the place of each large value: how many there were, or characters of a text.
   */
  detail: byKey(z.unknown()),
  address: z.string(),
})
export type AuditLine = z.infer<typeof AuditLine>

/** A message that the product sent to a person or a program, or would have sent. */
export const DeliveredMessage = z.object({
  message_id: z.int(),
  message_time: z.int(),
  channel: PushChannel,
  reason: DeliveryReason,
  /** To whom; '' where there is no address. */
  address: z.string(),
  /** The user or the webhook; '' for who has no account. */
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  /**
   * `kept`: read here only. `sent`: a provider took it. `failed`: it did not, at the last of its tries. Never sent: `quota`,
   * the user's is used up; `quiet`, it came in quiet hours; `no_address`, the account has none that is confirmed.
   */
  state: DeliveryState,
  error: z.string(),
  tries: z.int(),
  /** When it is tried next; null when nothing is left to do. */
  due_time: z.nullable(z.int()),
  /** How many alarms it is about. */
  alarms: z.int(),
  /** The worst of those; null for none. */
  alarm_id: z.nullable(z.string()),
  alarm_name: z.nullable(z.string()),
  alarm_name_en: z.nullable(z.string()),
  alarm_level: z.nullable(z.int()),
})
export type DeliveredMessage = z.infer<typeof DeliveredMessage>

const period = { start: z.optional(Timestamp), end: z.optional(Timestamp) }

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/user/audit',
    needs: ['P55000'],
    summary:
      'Changes to accounts and rights, newest first; an administrator2 sees those of the own subtree. Filters and searches look at 100,000 of the range at most: the newest.',
    input: z.object({
      ...Paging,
      ...period,
      action: z.optional(z.array(AuditAction).check(z.maxLength(AUDIT_ACTIONS.length))),
      search: z.optional(z.string().check(z.maxLength(64))),
    }),
    output: pageOf(AuditLine),
  }),
  delivered: endpoint({
    method: 'GET',
    path: '/yun/message/delivered',
    // Among them are codes with which a password is set.
    needs: ['administrator'],
    ownOnly: true,
    summary:
      'What the organisation’s people and programs were sent in 90 days, or were not and why; newest first. Of events for webhooks the newest 100,000 are kept; a search reads the newest 20,000 messages.',
    input: z.object({
      ...Paging,
      ...period,
      channel: z.optional(DeliveredMessage.shape.channel),
      reason: z.optional(DeliveryReason),
      state: z.optional(DeliveryState),
      search: z.optional(z.string().check(z.maxLength(64))),
    }),
    output: pageOf(DeliveredMessage),
  }),
}
