import { atom, onMount, type ReadableAtom } from 'nanostores'
import type { Connection } from '../connection/connection.ts'
import type { Unread } from '../contract/message.ts'

/** How much of the user's post is unread; null until it is known. */
export interface UnreadStore extends ReadableAtom<Unread | null> {
  /** Asks now: after the user read or deleted something, which the socket tells a moment later. */
  renew(): Promise<void>
}

const made = new WeakMap<Connection, UnreadStore>()

/** One store a connection, listened for while something shows it: the socket tells each change within seconds. */
export function unreadOf(connection: Connection): UnreadStore {
  const known = made.get(connection)
  if (known) return known
  const { api, realtime, $session } = connection
  const $unread = atom<Unread | null>(null)
  async function renew() {
    if ($session.get() === null) return $unread.set(null)
    // A badge is not worth a word about a server that cannot be reached: what was known stays.
    const counts = await api.message.counts({}).catch(() => null)
    if (counts) $unread.set(counts)
  }
  onMount($unread, () => {
    void renew()
    const stops = [
      realtime.watch('messages', (frame) => {
        if (frame.type === 'message') $unread.set({ inbox: frame.inbox, system: frame.system })
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
