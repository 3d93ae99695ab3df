import { hasRight } from '../../../core/catalogue/held-rights.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Unread } from '../../../core/contract/message.ts'
import type { Caller } from '../caller.ts'
import { inboxAnswers, type MessageParts } from './message-inbox.ts'
import { outboxAnswers } from './message-outbox.ts'
import { systemMessageAnswers } from './message-system.ts'
import { unreadOf } from './message-unread.ts'

const NOTHING: Unread = { inbox: 0, system: 0 }

/** Whether this is somebody with post of his own: not a guest, and not who acts as another. */
export const hasPost = ({ by, guest, user_id, is_experience }: Caller): boolean =>
  by === null && guest === null && user_id !== 0 && !is_experience

/** What of it this caller is told: notices are the inbox's, which has a right of its own. */
export const unreadFor = ({ roles }: Caller, unread: Unread): Unread =>
  hasRight(roles, 'P71000') ? unread : { ...unread, inbox: 0 }

export const messageAnswers = (parts: MessageParts): Answers<Contract['message'], Caller> => ({
  ...inboxAnswers(parts),
  ...outboxAnswers(parts),
  ...systemMessageAnswers(parts),

  async counts(_input, caller) {
    if (!hasPost(caller)) return NOTHING
    const [unread = NOTHING] = await parts.db.tenant(caller.tenant_id, (q) => unreadOf(q, [caller]))
    return unreadFor(caller, unread)
  },
})
