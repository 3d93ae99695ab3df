import { messageOf } from '../../../core/catalogue/codes.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { unreadOf } from '../../../core/stores/unread.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { text as formText } from '../form/text.ts'
import { isCallFailure } from '../use-call.ts'
import { useUndoToasts } from '../user-group-picker/use-undo-toasts.ts'
import { text } from './text.ts'

type Ids = readonly number[]

interface PostCalls {
  /** Without ids: all. */
  read?: (ids: Ids | null, is_read: boolean) => Promise<unknown>
  remove: (ids: Ids) => Promise<unknown>
  restore: (ids: Ids) => Promise<unknown>
  /** After each change, also one that was refused. */
  onChanged: () => void
}

/** Reading and deleting messages: done at once, what was deleted can be brought back, and badges follow. */
export function usePostChanges({ read, remove, restore, onChanged }: PostCalls) {
  const t = useText(text)
  const { unreachable } = useText(formText)
  const { lang } = useElement()
  const connection = useConnection()
  const { given, done, refused } = useUndoToasts()

  async function run(change: () => Promise<unknown>, said?: () => void): Promise<void> {
    try {
      await change()
      said?.()
    } catch (error) {
      // A defect goes on.
      if (!isCallFailure(error)) throw error
      refused(error instanceof ApiError ? messageOf(error.code, lang) : unreachable)
    }
    onChanged()
    void unreadOf(connection).renew()
  }

  const bringBack = (ids: Ids) => () =>
    void run(
      () => restore(ids),
      () => done(t.restored),
    )
  return {
    toasts: given,
    told: done,
    refused,
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
