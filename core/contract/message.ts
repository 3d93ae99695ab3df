import * as z from 'zod/mini'
import { LIMITS } from '../catalogue/limits.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { Paging, pageOf } from './paging.ts'
import { Line, TextBody } from './plain-text.ts'
import { SystemMessage } from './system-message.ts'

const mayWrite = ['P71000'] as const

const ids = (most: number) => z._default(z.array(z.int()).check(z.maxLength(most)), [])

/** Whom a notice goes to: each who is meant by any of these gets it once, the sender never. */
export const Targets = z.object({
  /** All whom the sender oversees: for an administrator, the organisation. */
  everybody: z._default(z.boolean(), false),
  /** Those who run the sender's part of the organisation: its administrators, and those of the groups above. */
  administrators: z._default(z.boolean(), false),
  user_ids: ids(500),
  /** With those of all groups below. */
  user_group_ids: ids(100),
  role_ids: ids(100),
})
export type Targets = z.infer<typeof Targets>

const writing = { title: Line(LIMITS.noticeTitle), body: TextBody(LIMITS.noticeBody), targets: Targets }

const Person = z.object({ user_id: z.int(), user_name: z.string(), name: z.string() })
const Group = z.object({ user_group_id: z.int(), group_name: z.string() })
const Role = z.object({ role_id: z.int(), role_name: z.string() })

/** A notice as its sender sees it. */
export const OwnNotice = z.object({
  notice_id: z.int(),
  title: z.string(),
  body: z.string(),
  /** What of its targets is still there, by name. */
  targets: z.object({
    everybody: z.boolean(),
    administrators: z.boolean(),
    users: z.array(Person),
    user_groups: z.array(Group),
    roles: z.array(Role),
  }),
  created_time: z.int(),
  changed_time: z.int(),
  /** Null while unsent. */
  sent_time: z.nullable(z.int()),
  /** How many received it, and how many of them have read it. */
  receivers: z.int(),
  readers: z.int(),
})
export type OwnNotice = z.infer<typeof OwnNotice>

/** A notice as a receiver sees it. */
export const ReceivedNotice = z.object({
  notice_id: z.int(),
  title: z.string(),
  body: z.string(),
  /** Who sent it. */
  user_id: z.int(),
  user_name: z.string(),
  name: z.string(),
  /** Meant for this user alone or by name, not for a group, a role or everybody. */
  is_direct: z.boolean(),
  /** The sender is still there and can be answered. */
  may_answer: z.boolean(),
  sent_time: z.int(),
  /** Null while unread. */
  read_time: z.nullable(z.int()),
})
export type ReceivedNotice = z.infer<typeof ReceivedNotice>

/** How many of the user's messages are unread; `LIMITS.unreadCounted` stands for so many or more. */
export const Unread = z.object({
  inbox: z.int(),
  system: z.int(),
  /** `notice_id` of the newest notice in the inbox, read or not: it changes where the number does not. */
  newest_inbox: z.nullable(z.int()),
  /** `message_id` of the newest system message, read or not. */
  newest_system: z.nullable(z.int()),
})
export type Unread = z.infer<typeof Unread>

const listing = { ...Paging, search: z.optional(z.string().check(z.maxLength(64))) }
const noticeIds = z.array(z.int()).check(z.minLength(1), z.maxLength(500))
const Marking = { is_read: z._default(z.boolean(), true) }
/** How many were changed: what is not the caller's, or is so already, is passed over. */
const Changed = z.object({ changed: z.int() })

/** Messages between users, and of the product to a user. Nobody reads another's, whatever rights he has. */
export const message = {
  counts: endpoint({
    method: 'GET',
    path: '/yun/message/counts',
    needs: 'session',
    summary:
      "How many notices and system messages the caller has not read, up to 1,000, and the newest of each. None in another user's name.",
    input: Nothing,
    output: Unread,
  }),
  inbox: endpoint({
    method: 'GET',
    path: '/yun/messageCenter/receive',
    needs: mayWrite,
    ownOnly: true,
    summary: 'Notices that the caller received, newest first; unread ones before read ones with `sort=read_time`.',
    input: z.object({ ...listing, unread: z.optional(z.boolean()), is_direct: z.optional(z.boolean()) }),
    output: pageOf(ReceivedNotice),
  }),
  read: endpoint({
    method: 'PUT',
    path: '/yun/message/receive/read',
    needs: mayWrite,
    ownOnly: true,
    summary: 'Marks received notices as read or unread; without `notice_ids`, all of them.',
    input: z.object({ notice_ids: z.optional(noticeIds), ...Marking }),
    output: Changed,
  }),
  removeReceived: endpoint({
    method: 'DELETE',
    path: '/yun/messageCenter/receive',
    needs: mayWrite,
    ownOnly: true,
    summary: 'Takes notices out of the inbox; `restoreReceived` brings them back for a day.',
    input: z.object({ notice_ids: noticeIds }),
    output: Changed,
  }),
  restoreReceived: endpoint({
    method: 'PUT',
    path: '/yun/messageCenter/receive/restore',
    needs: mayWrite,
    ownOnly: true,
    summary: 'Puts notices back into the inbox.',
    input: z.object({ notice_ids: noticeIds }),
    output: Changed,
  }),
  reachable: endpoint({
    method: 'GET',
    path: '/yun/messageCenter/reachable',
    needs: mayWrite,
    ownOnly: true,
    summary:
      'Whom the caller may write to. Who may see users: those overseen, their groups and roles; everybody: the own administrators, unnamed, and whoever wrote to him.',
    input: z.object({ search: z.optional(z.string().check(z.maxLength(64))) }),
    output: z.object({
      /** How many `everybody` is; null for who may not see users. */
      everybody: z.nullable(z.int()),
      administrators: z.int(),
      /** At most 50, by name, those that match `search`. */
      users: z.array(Person),
      user_groups: z.array(z.object({ ...Group.shape, parent_id: z.nullable(z.int()) })),
      roles: z.array(Role),
    }),
  }),
  outbox: endpoint({
    method: 'GET',
    path: '/yun/messageCenter/send',
    needs: mayWrite,
    ownOnly: true,
    summary: "The caller's own notices, sent and unsent, changed last first.",
    input: z.object({ ...listing, is_sent: z.optional(z.boolean()) }),
    output: pageOf(OwnNotice),
  }),
  create: endpoint({
    method: 'POST',
    path: '/yun/messageCenter/send',
    needs: mayWrite,
    ownOnly: true,
    summary: 'Writes a notice: kept unsent, or sent at once.',
    input: z.object({ ...writing, is_sent: z._default(z.boolean(), false) }),
    output: OwnNotice,
    refusals: ['100014', '117803', '117804', '202001'],
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/yun/messageCenter/send',
    needs: mayWrite,
    ownOnly: true,
    summary: 'Changes a notice that is not sent yet.',
    input: z.object({ notice_id: z.int(), ...writing }),
    output: OwnNotice,
    refusals: ['100014', '117801', '117802', '202001'],
  }),
  send: endpoint({
    method: 'POST',
    path: '/yun/message/send',
    needs: mayWrite,
    ownOnly: true,
    summary: 'Sends an unsent notice, once: who receives it is settled now.',
    input: z.object({ notice_id: z.int() }),
    output: OwnNotice,
    refusals: ['117801', '117802', '117803', '117804'],
  }),
  readers: endpoint({
    method: 'GET',
    path: '/yun/messageCenter/send/readers',
    needs: mayWrite,
    ownOnly: true,
    summary: 'Who received a notice of the caller and when each read it, unread ones first.',
    input: z.object({ ...Paging, notice_id: z.int() }),
    output: pageOf(
      z.object({
        /** Null for an administrator whom the sender may not know by name. */
        user_name: z.nullable(z.string()),
        read_time: z.nullable(z.int()),
      }),
    ),
    refusals: ['117801'],
  }),
  removeSent: endpoint({
    method: 'DELETE',
    path: '/yun/messageCenter/send',
    needs: mayWrite,
    ownOnly: true,
    summary: 'Takes notices out of the outbox; who received one keeps it.',
    input: z.object({ notice_ids: noticeIds }),
    output: Changed,
  }),
  restoreSent: endpoint({
    method: 'PUT',
    path: '/yun/messageCenter/send/restore',
    needs: mayWrite,
    ownOnly: true,
    summary: 'Puts notices back into the outbox.',
    input: z.object({ notice_ids: noticeIds }),
    output: Changed,
  }),
  system: endpoint({
    method: 'GET',
    path: '/yun/message/system',
    needs: 'session',
    ownOnly: true,
    summary: 'System messages of the caller, newest first; unread before read with `sort=read_time`.',
    input: z.object({
      ...listing,
      /** The language whose words are searched; the caller's where it is left out. */
      lang: z.optional(z.enum(['zh', 'en'])),
      unread: z.optional(z.boolean()),
    }),
    output: pageOf(SystemMessage),
  }),
  readSystem: endpoint({
    method: 'PUT',
    path: '/yun/message/system/read',
    needs: 'session',
    ownOnly: true,
    summary: 'Marks system messages as read or unread; without `message_ids`, all of them.',
    input: z.object({ message_ids: z.optional(noticeIds), ...Marking }),
    output: Changed,
  }),
  removeSystem: endpoint({
    method: 'DELETE',
    path: '/yun/message/system',
    needs: 'session',
    ownOnly: true,
    summary: 'Deletes system messages; `restoreSystem` brings them back for a day.',
    input: z.object({ message_ids: noticeIds }),
    output: Changed,
  }),
  restoreSystem: endpoint({
    method: 'PUT',
    path: '/yun/message/system/restore',
    needs: 'session',
    ownOnly: true,
    summary: 'Brings deleted system messages back.',
    input: z.object({ message_ids: noticeIds }),
    output: Changed,
  }),
}
