import { useState } from 'react'
import type { User } from '../../../core/contract/user.ts'
import { useConnection, useText } from '../../define/index.ts'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { MoveDialog } from '../../parts/group-tree/MoveDialog.tsx'
import type { GroupTree } from '../../parts/user-group-picker/group-options.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { text as panelText } from './panel-text.ts'
import { text } from './text.ts'
import { nameOf } from './UserMarks.tsx'
import type { Change, useUserChanges } from './use-user-changes.ts'
import type { UserViewer } from './use-viewer.ts'

type What = 'move' | 'delete' | 'simulate'

interface AskingOptions {
  changes: ReturnType<typeof useUserChanges>
  tree: GroupTree
  viewer: UserViewer
  onDeleted: (users: readonly User[]) => void
  onSimulated: (user: User) => void
}

/** Questions before an action: where users are moved, who is deleted, as whom to sign in. */
export function useAsking({ changes, tree, viewer, onDeleted, onSimulated }: AskingOptions) {
  const t = { ...useText(text), ...useText(panelText) }
  const connection = useConnection()
  // What it is about stays while a dialog closes.
  const [about, setAbout] = useState<{ what: What; users: readonly User[]; round: number }>({
    what: 'move',
    users: [],
    round: 0,
  })
  const [isOpen, setOpen] = useState(false)
  const [isEntering, setEntering] = useState(false)
  const ask = (what: What, users: readonly User[]) => {
    setAbout(({ round }) => ({ what, users, round: round + 1 }))
    setOpen(true)
  }
  const close = () => setOpen(false)
  const { what, users, round } = about
  const [first] = users
  const others = users.filter(({ user_id }) => user_id !== viewer.user_id)

  async function remove() {
    const gone = await changes.remove(others)
    close()
    onDeleted(gone)
  }

  async function simulate(user: User) {
    setEntering(true)
    try {
      await connection.simulate(user.user_id)
      onSimulated(user)
    } catch (error) {
      changes.refused(error, (why) => t.simulateRefused({ why }))
    } finally {
      setEntering(false)
      close()
    }
  }

  return {
    ask,
    /** At once where it can be undone and nothing more has to be known. */
    begin(change: Change, some: readonly User[]) {
      if (change === 'activate' || change === 'lock') return void changes[change](some)
      ask(change, some)
    },
    dialogs: (
      <>
        <MoveDialog
          key={round}
          title={t.moveUsers({ count: users.length })}
          label={t.group}
          explanation={t.moveWhy}
          tree={tree}
          noneLabel={viewer.isAdministrator ? t.noGroup : null}
          placeholder={t.chooseGroup}
          isOpen={isOpen && what === 'move'}
          onMove={(user_group_id) => {
            close()
            void changes.move(users, user_group_id)
          }}
          onClose={close}
        />
        <DeleteDialog
          users={others}
          isWithoutOneself={others.length < users.length}
          isOpen={isOpen && what === 'delete'}
          isPending={changes.pending === 'delete'}
          onConfirm={() => void remove()}
          onClose={close}
        />
        {first && (
          <ConfirmDialog
            title={t.simulateTitle({ name: nameOf(first) })}
            explanation={t.simulateWhy}
            confirmLabel={t.simulateIt}
            isOpen={isOpen && what === 'simulate'}
            isPending={isEntering}
            onConfirm={() => void simulate(first)}
            onClose={close}
          />
        )}
      </>
    ),
  }
}
