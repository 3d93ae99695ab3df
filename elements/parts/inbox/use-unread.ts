import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent } from 'react'
import type { Unread } from '../../../core/contract/message.ts'
import { unreadOf } from '../../../core/stores/unread.ts'
import { useConnection } from '../../define/index.ts'

/** How much of the user's post is unread, live; null until it is known. */
export const useUnread = (): Unread | null => useStore(unreadOf(useConnection()))

/** Calls when other things are unread than before: something came, or was read or deleted elsewhere. */
export function useOnPost(box: keyof Unread, onPost: () => void): void {
  const unread = unreadOf(useConnection())
  const tell = useEffectEvent(onPost)
  useEffect(
    () =>
      unread.listen((now, before) => {
        if (now && before && now[box] !== before[box]) tell()
      }),
    [unread, box],
  )
}
