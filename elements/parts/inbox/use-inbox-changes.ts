import { unreadOf } from '../../../core/stores/unread.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { refusalText } from '../form/refusal.ts'
import { useUndoToasts } from '../user-group-picker/use-undo-toasts.ts'
import { text } from './text.ts'

type Ids = readonly number[]

export interface InboxCalls {
  /** Without ids: all. Left out where nothing is read or unread. */
  read?: (ids: Ids | null, is_read: boolean) => Promise<unknown>
  remove: (ids: Ids) => Promise<unknown>
  restore: (ids: Ids) => Promise<unknown>
}

/**
 * Reading and deleting messages: done at once, what was deleted can be brought back, and badges follow. `changed` is called
 * after each, also one that was refused.
 */
export function useInboxChanges({ read, remove, restore }: InboxCalls, changed: () => void) {
  const t = useText(text)
  const { lang } = useElement()
  const connection = useConnection()
  const { toastProps, done, refused } = useUndoToasts()

  async function run(change: () => Promise<unknown>, said?: () => void): Promise<void> {
    try {
      await change()
      said?.()
    } catch (error) {
      // A defect goes on.
      refused(refusalText(error, lang))
    }
    changed()
    void unreadOf(connection).renew()
  }

  const bringBack = (ids: Ids) => () =>
    void run(
      () => restore(ids),
      () => done(t.restored),
    )
  return {
    toasts: toastProps,
    isReadable: read !== undefined,
    read: (ids: Ids, is_read = true) => run(async () => read?.(ids, is_read)),
    readAll: () =>
      run(
        async () => read?.(null, true),
        () => done(t.allRead),
      ),
    remove: (ids: Ids) =>
      run(
        () => remove(ids),
        () => done(t.deleted({ count: ids.length }), bringBack(ids)),
      ),
  }
}
