import { hasRight } from '../../../core/catalogue/held-rights.ts'
import type { Unread } from '../../../core/contract/message.ts'
import type { ServerFrame } from '../../../core/contract/realtime.ts'
import type { Caller } from '../http/caller.ts'

/** How many messages these users have not read, in their order. */
export type AskUnread = (users: readonly { tenant_id: number; user_id: number }[]) => Promise<Unread[]>

/** Whether the caller has messages of their own: no guest, and nobody who is signed in as another. */
export const hasInbox = ({ by, guest, user_id, is_experience }: Caller): boolean =>
  by === null && guest === null && user_id !== 0 && !is_experience

/** The counts that this caller sees: notices are the inbox's, which needs a right of its own. */
export const unreadFor = ({ roles }: Caller, unread: Unread): Unread =>
  hasRight(roles, 'P71000') ? unread : { ...unread, inbox: 0 }

/** How soon an open page hears of a message. */
const TURN_MS = 2000

interface Listener {
  caller: Caller | null
}

/**
 * Sends listeners how many of their messages are unread, when that changes. The store is polled, all users in one query:
 * whoever writes a message needs to know of no socket, and it may be written on another node.
 */
export function createUnread<L extends Listener>(
  ask: AskUnread | undefined,
  send: (listener: L, frame: ServerFrame) => void,
) {
  /** What each got last. */
  const sent = new Map<L, string>()
  let isAsking = false

  async function turn() {
    if (!ask || isAsking || sent.size === 0) return
    isAsking = true
    const callers = new Map<number, Caller>()
    for (const { caller } of sent.keys()) if (caller) callers.set(caller.user_id, caller)
    const users = [...callers.values()]
    // Without an answer the next turn asks again.
    const counts = await ask(users).catch((): Unread[] => [])
    isAsking = false
    const byUser = new Map(users.map(({ user_id }, i) => [user_id, counts[i]]))
    for (const [listener, before] of sent) {
      const unread = byUser.get(listener.caller?.user_id ?? 0)
      if (!unread || !listener.caller) continue
      const shown = unreadFor(listener.caller, unread)
      const text = JSON.stringify(shown)
      if (text === before) continue
      sent.set(listener, text)
      send(listener, { type: 'message', channel: 'messages', ...shown })
    }
  }

  const timer = setInterval(turn, TURN_MS)
  return {
    join(listener: L): void {
      sent.set(listener, '')
      void turn()
    },
    leave: (listener: L): void => void sent.delete(listener),
    close: () => clearInterval(timer),
  }
}
