import { useState } from 'react'
import { mayMoveBelow } from '../../../core/rules/tree.ts'
import { words } from '../../../core/text/words.ts'
import { useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { GroupPicker } from './GroupPicker.tsx'
import type { Group, NamedTree } from './group.ts'
import sheet from './group-dialog.css?sheet'
import { text } from './text.ts'

interface MoveGroupDialogProps {
  tree: NamedTree
  /** Kept while the dialog closes. */
  group: Omit<Group, 'remarks'>
  /** The field that names what it is below. */
  label: string
  /** What goes with it. */
  explanation: string
  isOpen: boolean
  mayTop: boolean
  /** False for a place that it may not be moved to; itself and what is below it are never offered. */
  mayChoose?: (id: number) => boolean
  onMove: (parent_id: number | null) => void
  onClose: () => void
}

/** Moves a group without dragging it. */
export function MoveGroupDialog({
  tree,
  group,
  label,
  explanation,
  isOpen,
  mayTop,
  mayChoose = () => true,
  onMove,
  onClose,
}: MoveGroupDialogProps) {
  const t = useText(text)
  const { cancel } = useText(words)
  useSheet(sheet)
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
              onMove(chosen)
            }}
          >
            {t.move}
          </Button>
        </>
      }
    >
      <div className="group-dialog">
        <GroupPicker
          label={label}
          tree={tree}
          value={chosen}
          onChange={setChosen}
          noneLabel={mayTop || now === null ? t.top : null}
          mayChoose={(id) => id === now || (mayMoveBelow(tree, group.id, id) && mayChoose(id))}
        />
        <p className="group-dialog-quiet">{explanation}</p>
      </div>
    </Dialog>
  )
}
