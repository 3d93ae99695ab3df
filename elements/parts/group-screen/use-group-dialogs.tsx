import { Fragment, type ReactNode, useState } from 'react'
import { mayMoveBelow, type Tree } from '../../../core/rules/tree.ts'
import type { Group } from '../group-tree/group.ts'
import { MoveDialog } from '../group-tree/MoveDialog.tsx'
import type { useGroupMoves } from '../group-tree/use-group-moves.ts'
import type { GroupWords } from './words.ts'

interface RemovalAsked<G> {
  /** Kept while the dialog closes. */
  group: G
  isOpen: boolean
  onClose: () => void
  onRemoved: () => void
  /** Opens it again, if it was closed meanwhile: it says why. */
  onRefused: () => void
}

export interface GroupDialogsProps<G extends Group> {
  words: GroupWords
  tree: Tree<{ readonly object: G }>
  changes: Pick<ReturnType<typeof useGroupMoves>, 'move'>
  /** Whether one may stand at the top. */
  mayTop: boolean
  /** False for a place that a group may not be moved to; where it stands and below itself it never may. */
  mayMoveTo?: (id: number, parent_id: number | null) => boolean
  removeDialog: (asked: RemovalAsked<G>) => ReactNode
}

/** What a dialog asks about, and still says while it closes. */
type DialogState<G> = { what: 'move' | 'delete'; group: G; isOpen: boolean; round: number }

/** Asks where a group goes, and before it is deleted. */
export function useGroupDialogs<G extends Group>(props: GroupDialogsProps<G>, onRemoved: (group: G) => void) {
  const { words: t, tree, changes, mayTop, mayMoveTo = () => true, removeDialog } = props
  const [dialogState, setDialogState] = useState<DialogState<G> | null>(null)
  const ask = (what: DialogState<G>['what'], group: G) =>
    setDialogState((before) => ({ what, group, isOpen: true, round: (before?.round ?? 0) + 1 }))
  const setOpen = (isOpen: boolean) => setDialogState((before) => before && { ...before, isOpen })
  const close = () => setOpen(false)
  if (!dialogState) return { ask, dialogs: null }

  const { what, group, isOpen, round } = dialogState
  const place = tree.parents.get(group.id) ?? null
  const dialogs = (
    <Fragment key={round}>
      <MoveDialog
        title={t.moveTitle({ name: group.group_name })}
        label={t.parent}
        explanation={t.moveWhy}
        tree={tree}
        first={place}
        noneLabel={mayTop || place === null ? t.top : null}
        mayMoveTo={(id) => mayMoveBelow(tree, group.id, id) && (id === null ? mayTop : mayMoveTo(group.id, id))}
        isOpen={isOpen && what === 'move'}
        onMove={(parent_id) => {
          close()
          void changes.move(group, parent_id)
        }}
        onClose={close}
      />
      {removeDialog({
        group,
        isOpen: isOpen && what === 'delete',
        onClose: close,
        onRefused: () => setOpen(true),
        onRemoved: () => {
          close()
          onRemoved(group)
        },
      })}
    </Fragment>
  )
  return { ask, dialogs }
}
