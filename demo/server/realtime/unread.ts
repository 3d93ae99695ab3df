import { hasRight } from '../../../core/catalogue/held-rights.ts'
import type { Unread } from '../../../core/contract/message.ts'
import type { ServerFrame } from '../../../core/contract/realtime.ts'
import type { Caller } from '../http/caller.ts'

/** What of their post these users have not read, in their order. */
export type AskUnread = (users: readonly { tenant_id: number; user_id: number }[]) => Promise<Unread[]>

/** Whether this is somebody with post of his own: not a guest, and not who acts as another. */
export const hasInbox = ({ by, guest, user_id, is_experience }: Caller): boolean =>
  by === null && guest === null && user_id !== 0 && !is_experience

/** What of it this caller is told: notices are the inbox's, which has a right of its own. */
export const unreadFor = ({ roles }: Caller, unread: Unread): Unread =>
  hasRight(roles, 'P71000') ? unread : { ...unread, inbox: 0 }

/** How soon an open page hears of a message. */
const TURN_MS = 2000

interface Listener {
  caller: Caller | null
}

/**
 * Tells those who listen how much of their post is unread, when that changes. The store is asked, all users in one
 * question: whoever writes a message needs to know of no socket, and it may be written on another node.
 */
export function createUnread<L extends Listener>(
  ask: AskUnread | undefined,
  tell: (listener: L, frame: ServerFrame) => void,
) {
  /** What each was told last. */
  const told = new Map<L, string>()
  let isAsking = false

  async function turn() {
    if (!ask || isAsking || told.size === 0) return
    isAsking = true
    const callers = new Map<number, Caller>()
    for (const { caller } of told.keys()) if (caller) callers.set(caller.user_id, caller)
    const users = [...callers.values()]
    // Without an answer the next turn asks again.
    const counts = await ask(users).catch((): Unread[] => [])
    isAsking = false
    const byUser = new Map(users.map(({ user_id }, i) => [user_id, counts[i]]))
    for (const [listener, before] of told) {
      const unread = byUser.get(listener.caller?.user_id ?? 0)
      if (!unread || !listener.caller) continue
      const shown = unreadFor(listener.caller, unread)
      const text = JSON.stringify(shown)
      if (text === before) continue
      told.set(listener, text)
      tell(listener, { type: 'message', channel: 'messages', ...shown })
    }
  }

  const timer = setInterval(turn, TURN_MS)
  return {
    join(listener: L): void {
      told.set(listener, '')
      void turn()
    },
    leave: (listener: L): void => void told.delete(listener),
    close: () => clearInterval(timer),
  }
}
