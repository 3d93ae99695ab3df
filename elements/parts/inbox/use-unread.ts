import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent } from 'react'
import type { Unread } from '../../../core/contract/message.ts'
import { unreadOf } from '../../../core/stores/unread.ts'
import { useConnection } from '../../define/index.ts'

/** How many of the user's messages are unread, live; null until it is known. */
export const useUnread = (): Unread | null => useStore(unreadOf(useConnection()))

/** Calls when something came, or was read or deleted elsewhere. */
export function useOnMessage(box: 'inbox' | 'system', onMessage: () => void): void {
  const unread = unreadOf(useConnection())
  const notify = useEffectEvent(onMessage)
  useEffect(
    () =>
      unread.listen((now, before) => {
        if (!now || !before) return
        const newest = `newest_${box}` as const
        if (now[box] !== before[box] || now[newest] !== before[newest]) notify()
      }),
    [unread, box],
  )
}
