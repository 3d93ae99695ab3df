import { atom, onMount, type ReadableAtom } from 'nanostores'
import type { Connection } from '../connection/connection.ts'
import type { Unread } from '../contract/message.ts'

/** How many of the user's messages are unread; null until it is known. */
export interface UnreadStore extends ReadableAtom<Unread | null> {
  /** Reads the counts now: after the user read or deleted something, which the socket reports a little later. */
  renew(): Promise<void>
}

const made = new WeakMap<Connection, UnreadStore>()

/** One store a connection, subscribed while something shows it: the socket reports each change within seconds. */
export function unreadOf(connection: Connection): UnreadStore {
  const known = made.get(connection)
  if (known) return known
  const { api, realtime, $session } = connection
  const $unread = atom<Unread | null>(null)
  async function renew() {
    if ($session.get() === null) return $unread.set(null)
    // A badge is not worth an error message when the server cannot be reached: the last counts stay.
    const counts = await api.message.counts({}).catch(() => null)
    if (counts) $unread.set(counts)
  }
  onMount($unread, () => {
    void renew()
    const stops = [
      realtime.watch('messages', (frame) => {
        if (frame.type !== 'message') return
        const { inbox, system, newest_inbox, newest_system } = frame
        $unread.set({ inbox, system, newest_inbox, newest_system })
      }),
      $session.listen(() => {
        $unread.set(null)
        void renew()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      $unread.set(null)
    }
  })
  const store = Object.assign($unread, { renew })
  made.set(connection, store)
  return store
}
