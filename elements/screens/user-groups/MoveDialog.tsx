import { useState } from 'react'
import { mayMoveBelow } from '../../../core/rules/tree.ts'
import { words } from '../../../core/text/words.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import type { GroupTree } from '../../parts/user-group-picker/group-options.ts'
import { UserGroupPicker } from '../../parts/user-group-picker/UserGroupPicker.tsx'
import type { Group } from './group-form.ts'
import { text } from './text.ts'

interface MoveDialogProps {
  tree: GroupTree
  /** Kept while the dialog closes. */
  group: Group
  isOpen: boolean
  mayTop: boolean
  onMove: (group: Group, parent_id: number | null) => void
  onClose: () => void
}

/** Moves a group without dragging it. */
export function MoveDialog({ tree, group, isOpen, mayTop, onMove, onClose }: MoveDialogProps) {
  const t = useText(text)
  const { cancel } = useText(words)
  const now = tree.parents.get(group.id) ?? null
  const [chosen, setChosen] = useState(now)
  return (
    <Dialog
      title={t.moveTitle({ name: group.group_name })}
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button
            look="primary"
            isDisabled={!mayMoveBelow(tree, group.id, chosen) || (chosen === null && !mayTop)}
            onPress={() => {
              onClose()
              onMove(group, chosen)
            }}
          >
            {t.move}
          </Button>
        </>
      }
    >
      <div className="user-group-move">
        <UserGroupPicker
          label={t.parent}
          tree={tree}
          value={chosen}
          onChange={setChosen}
          noneLabel={mayTop || now === null ? t.top : null}
          mayChoose={(id) => id === now || mayMoveBelow(tree, group.id, id)}
        />
        <p className="user-group-quiet">{t.moveWhy}</p>
      </div>
    </Dialog>
  )
}
