import type { User } from '../../../core/contract/user.ts'
import { useText } from '../../define/index.ts'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { text } from './panel-text.ts'
import { nameOf } from './UserMarks.tsx'

/** More are counted, not named. */
const NAMED = 8

interface DeleteDialogProps {
  /** Kept while the dialog closes. */
  users: readonly User[]
  isWithoutOneself: boolean
  isOpen: boolean
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Names who goes, and what goes with them. */
export function DeleteDialog({ users, isWithoutOneself, ...rest }: DeleteDialogProps) {
  const t = useText(text)
  const count = users.length
  return (
    <ConfirmDialog
      {...rest}
      title={t.deleteTitle({ count })}
      explanation={
        <div className="users-lost">
          <ul>
            {users.slice(0, NAMED).map((user) => (
              <li key={user.user_id}>
                {nameOf(user)} <span className="user-quiet">{user.user_name}</span>
              </li>
            ))}
            {count > NAMED && <li>{t.andMore({ count: count - NAMED })}</li>}
          </ul>
          {isWithoutOneself && <p>{t.withoutYou}</p>}
          <p>{t.deleteWhy}</p>
        </div>
      }
      confirmLabel={t.deleteUsers({ count })}
      isDanger
    />
  )
}
