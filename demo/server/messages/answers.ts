import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Unread } from '../../../core/contract/message.ts'
import type { Caller } from '../http/caller.ts'
import { hasInbox, unreadFor } from '../realtime/unread.ts'
import { inboxAnswers, type MessageParts } from './inbox.ts'
import { outboxAnswers } from './outbox.ts'
import { systemMessageAnswers } from './system-inbox.ts'
import { unreadOf } from './unread.ts'

const NOTHING: Unread = { inbox: 0, system: 0, newest_inbox: null, newest_system: null }

export const messageAnswers = (parts: MessageParts): Answers<Contract['message'], Caller> => ({
  ...inboxAnswers(parts),
  ...outboxAnswers(parts),
  ...systemMessageAnswers(parts),

  async counts(_input, caller) {
    if (!hasInbox(caller)) return NOTHING
    const [unread = NOTHING] = await parts.db.tenant(caller.tenant_id, (q) => unreadOf(q, [caller]))
    return unreadFor(caller, unread)
  },
})
