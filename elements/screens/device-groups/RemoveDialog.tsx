import { useState } from 'react'
import { words } from '../../../core/text/words.ts'
import { useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog, NoticeDialog } from '../../kit/Dialog.tsx'
import { GroupPicker } from '../../parts/group-tree/GroupPicker.tsx'
import sheet from '../../parts/group-tree/group-dialog.css?sheet'
import { text as groupText } from '../../parts/group-tree/text.ts'
import type { Group, GroupTree } from './group-tree.ts'
import { text } from './text.ts'

interface RemoveDialogProps {
  tree: GroupTree
  /** Kept while the dialog closes. */
  group: Group
  isOpen: boolean
  isPending: boolean
  /** Answers what the server said against it; null when it is done. */
  onRemove: (group: Group, devices_to: number | null) => Promise<string | null>
  onRemoved: () => void
  onRefused: () => void
  onClose: () => void
}

/** Deletes a group, and asks where its devices go. One with groups below it stays, and why is said. */
export function RemoveDialog(props: RemoveDialogProps) {
  const { tree, group, isOpen, isPending, onRemove, onRemoved, onRefused, onClose } = props
  const t = { ...useText(groupText), ...useText(text) }
  const { cancel } = useText(words)
  useSheet(sheet)
  const mayTake = (id: number) => id !== group.id && tree.byId.get(id)?.object.may_edit === true
  const parent = tree.parents.get(group.id) ?? null
  const first = parent ?? [...tree.byId.values()].find(({ object }) => object.is_default)?.object.id
  const [chosen, setChosen] = useState<number | undefined>(first !== undefined && mayTake(first) ? first : undefined)
  const [refused, setRefused] = useState<string | null>(null)
  const below = tree.children.get(group.id)?.length ?? 0
  const name = group.group_name
  const count = group.device_count

  async function remove() {
    const why = await onRemove(group, count > 0 ? (chosen ?? null) : null)
    setRefused(why)
    if (why === null) onRemoved()
    else onRefused()
  }

  if (below > 0)
    return (
      <NoticeDialog title={t.inUse({ name })} isOpen={isOpen} onClose={onClose}>
        <p>{t.inUseBy({ what: t.groupsOf({ count: below }) })}</p>
      </NoticeDialog>
    )
  return (
    <Dialog
      title={t.deleteTitle({ name })}
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      actions={
        <>
          <Button onPress={onClose} isAutoFocus>
            {cancel}
          </Button>
          <Button
            look="danger"
            isPending={isPending}
            isDisabled={count > 0 && chosen === undefined}
            onPress={() => void remove()}
          >
            {count > 0 ? t.deleteAndMove : t.deleteIt({ name })}
          </Button>
        </>
      }
    >
      <div className="group-dialog">
        {count > 0 && (
          <GroupPicker
            label={t.devicesTo({ count })}
            tree={tree}
            value={chosen}
            onChange={(id) => setChosen(id ?? undefined)}
            noneLabel={null}
            mayChoose={mayTake}
          />
        )}
        <p className="group-dialog-quiet">{t.deleteWhy}</p>
        {refused !== null && (
          <p className="field-error" role="alert">
            {refused}
          </p>
        )}
      </div>
    </Dialog>
  )
}
