import { words } from '../../../core/text/words.ts'
import { useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { text as groupText } from '../../parts/group-tree/text.ts'
import type { GroupTree } from '../../parts/user-group-picker/group-options.ts'
import type { Group } from './group-form.ts'
import { text } from './text.ts'

interface InUseDialogProps {
  tree: GroupTree
  /** Kept while the dialog closes. */
  group: Group
  isOpen: boolean
  onShowUsers?: (() => void) | undefined
  onClose: () => void
}

/** Why a group stays, and what to do first. */
export function InUseDialog({ tree, group, isOpen, onShowUsers, onClose }: InUseDialogProps) {
  const t = { ...useText(groupText), ...useText(text) }
  const { close } = useText(words)
  const { locale } = useElement()
  const groups = tree.children.get(group.id)?.length ?? 0
  const what = [
    ...(group.user_count > 0 ? [t.usersOf({ count: group.user_count })] : []),
    ...(groups > 0 ? [t.groupsOf({ count: groups })] : []),
  ]
  return (
    <Dialog
      title={t.inUse({ name: group.group_name })}
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      actions={
        <>
          {onShowUsers && (
            <Button
              onPress={() => {
                onClose()
                onShowUsers()
              }}
            >
              {t.showUsers}
            </Button>
          )}
          <Button look="primary" onPress={onClose} isAutoFocus>
            {close}
          </Button>
        </>
      }
    >
      {what.length > 0 && <p>{t.inUseBy({ what: new Intl.ListFormat(locale).format(what) })}</p>}
      <p>{t.inUseWhy}</p>
    </Dialog>
  )
}
