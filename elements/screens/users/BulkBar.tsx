import type { User } from '../../../core/contract/user.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { SelectionBar } from '../../parts/list/SelectionBar.tsx'
import { text } from './panel-text.ts'
import type { Change } from './use-user-changes.ts'

interface BulkBarProps {
  users: readonly User[]
  holds: Readonly<Record<'move' | 'lock' | 'delete', boolean>>
  /** The viewer, who is not deleted. */
  user_id: number | null
  pending: Change | null
  onChange: (change: Change, users: readonly User[]) => void
  onClear: () => void
}

/** What can be done with the selected users; a refusal is shown for each. */
export function BulkBar({ users, holds, user_id, pending, onChange, onClear }: BulkBarProps) {
  const t = useText(text)
  const count = users.length
  const lost = users.filter((user) => user.user_id !== user_id).length
  const press = (change: Change) => () => onChange(change, users)
  return (
    <SelectionBar label={t.bulk} selected={t.selected({ count })} onClear={onClear}>
      {holds.move && <Button onPress={press('move')}>{t.moveTo}</Button>}
      {holds.lock && (
        <>
          <Button onPress={press('activate')} isPending={pending === 'activate'}>
            {t.activate}
          </Button>
          <Button onPress={press('lock')} isPending={pending === 'lock'}>
            {t.lock}
          </Button>
        </>
      )}
      {holds.delete && (
        <Button look="danger" isDisabled={lost === 0} onPress={press('delete')}>
          {t.deleteUsers({ count: lost })}
        </Button>
      )}
    </SelectionBar>
  )
}
