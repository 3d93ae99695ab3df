import { useState } from 'react'
import type { User } from '../../../core/contract/user.ts'
import { words } from '../../../core/text/words.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import type { GroupTree } from '../../parts/user-group-picker/group-options.ts'
import { UserGroupPicker } from '../../parts/user-group-picker/UserGroupPicker.tsx'
import { text as panelText } from './panel-text.ts'
import { text } from './text.ts'

interface MoveDialogProps {
  /** Kept while the dialog closes. */
  users: readonly User[]
  tree: GroupTree
  mayGroupless: boolean
  isOpen: boolean
  onMove: (user_group_id: number | null) => void
  onClose: () => void
}

/** Where some users go. */
export function MoveDialog({ users, tree, mayGroupless, isOpen, onMove, onClose }: MoveDialogProps) {
  const t = useText(text)
  const p = useText(panelText)
  const { cancel } = useText(words)
  const [chosen, setChosen] = useState<number | null | undefined>(undefined)
  return (
    <Dialog
      title={p.moveUsers({ count: users.length })}
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button
            look="primary"
            isDisabled={chosen === undefined}
            onPress={() => {
              onClose()
              if (chosen !== undefined) onMove(chosen)
            }}
          >
            {p.move}
          </Button>
        </>
      }
    >
      <div className="user-form">
        <UserGroupPicker
          label={t.group}
          tree={tree}
          value={chosen}
          onChange={setChosen}
          noneLabel={mayGroupless ? t.noGroup : null}
          placeholder={t.chooseGroup}
        />
        <p className="user-quiet">{p.moveWhy}</p>
      </div>
    </Dialog>
  )
}
