import { hasRight } from '../../../core/catalogue/held-rights.ts'
import type { Unread } from '../../../core/contract/message.ts'
import type { ServerFrame } from '../../../core/contract/realtime.ts'
import type { Caller } from '../http/caller.ts'

/** How many messages these users have not read, and the newest ones, in their order. */
export type AskUnread = (users: readonly { tenant_id: number; user_id: number }[]) => Promise<Announced[]>
/** With how often the settings of the user's organisation were saved, and when its shift log was changed last. */
export type Announced = Unread & { settings?: number | null; shift_log?: number | null }

/** Whether the caller has messages of their own: no guest, and nobody who is signed in as another. */
export const hasInbox = ({ by, guest, user_id, is_experience }: Caller): boolean =>
  by === null && guest === null && user_id !== 0 && !is_experience

/** Whether the caller hears of own messages, or of the shift log, which is everybody's who may read it. */
export const mayHearMessages = (caller: Caller): boolean =>
  hasInbox(caller) || (caller.guest === null && caller.user_id !== 0 && hasRight(caller.roles, 'P73500'))

/** What this caller sees: notices are the inbox's, which needs a right of its own, and so does the shift log. */
export const unreadFor = <Counts extends Announced>(caller: Caller, unread: Counts): Counts => ({
  ...unread,
  ...(!(hasInbox(caller) && hasRight(caller.roles, 'P71000')) && { inbox: 0, newest_inbox: null }),
  ...(!hasInbox(caller) && { system: 0, newest_system: null }),
  ...(!hasRight(caller.roles, 'P73500') && { shift_log: null }),
})

/** How soon an open page hears of a message. */
const TURN_MS = 2000

/** Users who are counted in one query. */
const USERS_AT_ONCE = 500
/** Organisations that are counted at the same time. */
const ORGANISATIONS_AT_ONCE = 4

interface Listener {
  caller: Caller | null
}

interface Counted<L> {
  caller: Caller
  listeners: L[]
}
/** The users of an organisation by their ids. */
type Users<L> = Map<number, Counted<L>>

/**
 * Sends listeners how many of their messages are unread, when that changes or a message came. The store is polled, the users of an
 * organisation in one query: whoever writes a message needs to know of no socket, and it may be written on another node.
 */
export function createUnread<L extends Listener>(
  ask: AskUnread | undefined,
  send: (listener: L, frame: ServerFrame) => void,
) {
  /** What each got last. */
  const sent = new Map<L, string>()
  /** Those who came and have got nothing yet. */
  const fresh = new Set<L>()
  let isCounting = false
  let isCountingFresh = false

  function tell(listener: L, unread: Announced): void {
    const before = sent.get(listener)
    if (before === undefined || !listener.caller) return
    const shown = unreadFor(listener.caller, unread)
    const text = JSON.stringify(shown)
    if (text === before) return
    sent.set(listener, text)
    send(listener, { type: 'message', channel: 'messages', ...shown })
  }

  /** Counts for these listeners, each user once, those of an organisation together. */
  async function count(listeners: Iterable<L>): Promise<void> {
    const byTenant = new Map<number, Users<L>>()
    for (const listener of listeners) {
      const { caller } = listener
      if (!caller) continue
      const users = byTenant.get(caller.tenant_id) ?? new Map()
      byTenant.set(caller.tenant_id, users)
      const user = users.get(caller.user_id) ?? { caller, listeners: [] }
      users.set(caller.user_id, user)
      user.listeners.push(listener)
    }
    const organisations = byTenant.values()
    const countSome = async () => {
      for (const users of organisations) await countUsers([...users.values()])
    }
    await Promise.all(Array.from({ length: ORGANISATIONS_AT_ONCE }, countSome))
  }

  async function countUsers(all: readonly Counted<L>[]): Promise<void> {
    for (let i = 0; i < all.length; i += USERS_AT_ONCE) {
      const some = all.slice(i, i + USERS_AT_ONCE)
      // Without an answer the next turn asks again.
      const counts = await ask?.(some.map(({ caller }) => caller)).catch(() => [])
      for (const [place, user] of some.entries()) {
        const unread = counts?.[place]
        if (unread) for (const listener of user.listeners) tell(listener, unread)
      }
    }
  }

  async function countAll(): Promise<void> {
    if (!ask || isCounting) return
    isCounting = true
    await count(sent.keys())
    isCounting = false
  }

  /** Those who come do not wait for a count of all; those who come during it are counted together. */
  async function countFresh(): Promise<void> {
    if (!ask || isCountingFresh) return
    isCountingFresh = true
    while (fresh.size > 0) {
      const listeners = [...fresh]
      fresh.clear()
      await count(listeners)
    }
    isCountingFresh = false
  }

  const timer = setInterval(() => void countAll(), TURN_MS)
  return {
    join(listener: L): void {
      sent.set(listener, '')
      fresh.add(listener)
      void countFresh()
    },
    leave(listener: L): void {
      sent.delete(listener)
      fresh.delete(listener)
    },
    close: () => clearInterval(timer),
  }
}
