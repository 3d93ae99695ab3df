import { useState } from 'react'
import type { UserGroupNode } from '../../../core/contract/user-group.ts'
import type { Tree } from '../../../core/rules/tree.ts'
import { useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog, NoticeDialog } from '../../kit/Dialog.tsx'
import { text as groupText } from '../../parts/group-tree/text.ts'
import { text } from './text.ts'
import type { Removal } from './use-group-changes.ts'

type Group = UserGroupNode['object']

interface RemoveDialogProps {
  tree: Tree<UserGroupNode>
  /** Kept while the dialog closes. */
  group: Group
  isOpen: boolean
  isPending: boolean
  onRemove: (group: Group) => Promise<Removal>
  onRemoved: () => void
  onRefused: () => void
  onShowUsers?: (() => void) | undefined
  onClose: () => void
}

/** Deletes a group; of one that is in use it says why it stays, and what to do first. */
export function RemoveDialog(props: RemoveDialogProps) {
  const { tree, group, isOpen, isPending, onRemove, onRemoved, onRefused, onShowUsers, onClose } = props
  const t = { ...useText(groupText), ...useText(text) }
  const { locale } = useElement()
  const groups = tree.children.get(group.id)?.length ?? 0
  const [isInUse, setInUse] = useState(group.user_count > 0 || groups > 0)
  const what = [
    ...(group.user_count > 0 ? [t.usersOf({ count: group.user_count })] : []),
    ...(groups > 0 ? [t.groupsOf({ count: groups })] : []),
  ]

  async function remove() {
    const outcome = await onRemove(group)
    setInUse(outcome === 'in-use')
    if (outcome === 'in-use') onRefused()
    else if (outcome === 'deleted') onRemoved()
    else onClose()
  }

  return (
    <>
      <ConfirmDialog
        title={t.deleteTitle({ name: group.group_name })}
        explanation={t.deleteWhy}
        confirmLabel={t.deleteIt({ name: group.group_name })}
        isDanger
        isOpen={isOpen && !isInUse}
        isPending={isPending}
        onConfirm={() => void remove()}
        onClose={onClose}
      />
      <NoticeDialog
        title={t.inUse({ name: group.group_name })}
        isOpen={isOpen && isInUse}
        onClose={onClose}
        other={
          onShowUsers && (
            <Button
              onPress={() => {
                onClose()
                onShowUsers()
              }}
            >
              {t.showUsers}
            </Button>
          )
        }
      >
        {what.length > 0 && <p>{t.inUseBy({ what: new Intl.ListFormat(locale).format(what) })}</p>}
        <p>{t.inUseWhy}</p>
      </NoticeDialog>
    </>
  )
}
