import { type ReactNode, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import type { IconName } from '../../kit/icons.ts'
import { PausedSearch } from '../../kit/PausedSearch.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { Tree } from '../../kit/tree/Tree.tsx'
import { EmptyElement } from '../EmptyElement.tsx'
import { Failure } from '../Failure.tsx'
import type { Group } from '../group-tree/group.ts'
import { type GroupRights, useGroupMenu } from '../group-tree/use-group-menu.ts'
import type { useGroupMoves } from '../group-tree/use-group-moves.ts'
import { useMatches } from '../group-tree/use-matches.ts'
import { ListPage } from '../ListPage.tsx'
import { LoadingState } from '../LoadingState.tsx'
import { StaleNote } from '../StaleNote.tsx'
import type { Called } from '../use-call.ts'
import { useUnsaved } from '../use-unsaved.tsx'
import { useView } from '../use-view.ts'
import { useFocusBack } from '../user-group-picker/use-focus-back.ts'
import { GroupForm, type GroupSending } from './GroupForm.tsx'
import { GroupPanel, type GroupSaying } from './GroupPanel.tsx'
import { type GroupDialogsProps, useGroupDialogs } from './use-group-dialogs.tsx'

type Node<G> = { readonly object: G }

interface View {
  search: string
  group: number | null
}

interface GroupScreenProps<G extends Group> extends GroupSending<G>, GroupDialogsProps<G> {
  icon: IconName
  emptyWhy: string
  search: string
  /** The chosen one. */
  group: number | null | undefined
  onViewChange: (view: View) => void
  called: Called<unknown>
  nodes: readonly Node<G>[] | null
  changes: Pick<ReturnType<typeof useGroupMoves>, 'toasts' | 'done' | 'move'>
  /** Whether any group may be edited. */
  mayEdit: boolean
  rights: GroupRights<G>
  noteOf: (group: G) => readonly [shown: ReactNode, said: string]
  sayingOf: (group: G) => GroupSaying
}

/** A form beside the tree; else the chosen group is. */
type Form<G> = { editing: G | null; parent_id: number | null } | null

/** Groups as a tree, with search and the chosen one beside it: made, renamed, moved (dragged, or by the menu), deleted. */
export function GroupScreen<G extends Group>(props: GroupScreenProps<G>) {
  const { words: t, called, nodes, tree, changes, mayEdit, mayTop, rights, mayMoveTo = () => true } = props
  const [view, change] = useView<View>({ search: props.search, group: props.group ?? null }, props.onViewChange)
  const [form, setForm] = useState<Form<G>>(null)
  const { setUnsaved, leave, dialog } = useUnsaved()
  const wanted = view.search.trim()
  const matches = useMatches(wanted)

  const chosen = view.group === null ? undefined : tree.byId.get(view.group)?.object
  useFocusBack(form !== null || chosen !== undefined, '[role=treeitem][tabindex="0"]')
  const find = (sought: string) => change({ search: sought })
  const show = (id: number | null) =>
    leave(() => {
      setForm(null)
      change({ group: id })
    })
  const write = (next: Form<G>) => leave(() => setForm(next))
  const { ask, dialogs } = useGroupDialogs(props, ({ id }) => {
    if (view.group === id) show(null)
  })
  const actions = useGroupMenu<G>({
    words: t,
    rights,
    edit: (editing) => write({ editing, parent_id: null }),
    createBelow: ({ id }) => write({ editing: null, parent_id: id }),
    move: (group) => ask('move', group),
    remove: (group) => ask('delete', group),
  })

  function panel() {
    if (form)
      return (
        <GroupForm
          key={form.editing ? form.editing.id : `below ${form.parent_id}`}
          words={t}
          tree={tree}
          {...form}
          mayTop={mayTop}
          mayTake={rights.mayCreateBelow}
          placeHelp={props.placeHelp}
          send={props.send}
          fieldOf={props.fieldOf}
          onUnsaved={setUnsaved}
          onClose={() => write(null)}
          onDone={(id, name) => {
            changes.done((form.editing ? t.saved : t.made)({ name }))
            setUnsaved(false)
            setForm(null)
            change({ group: id })
          }}
        />
      )
    if (!chosen) return null
    return (
      <GroupPanel
        key={chosen.id}
        words={t}
        tree={tree}
        group={chosen}
        actions={mayEdit ? actions : null}
        rights={rights}
        saying={props.sayingOf(chosen)}
        onClose={() => show(null)}
      />
    )
  }

  const isEmpty = nodes?.length === 0
  const places = nodes?.filter(({ object }) => rights.mayCreateBelow(object)) ?? []
  const firstPlace =
    chosen && rights.mayCreateBelow(chosen) ? chosen.id : mayTop ? null : (places[0]?.object.id ?? null)
  const create = mayEdit && (mayTop || places.length > 0) && (
    <Button look="primary" icon="plus" onPress={() => write({ editing: null, parent_id: firstPlace })}>
      {t.create}
    </Button>
  )
  const list = () => {
    if (!nodes) return called.failure ? <Failure failure={called.failure} onRetry={called.reload} /> : <Waiting />
    if (isEmpty) return <EmptyElement icon={props.icon} title={t.empty} explanation={props.emptyWhy} action={create} />
    if (matches && !nodes.some(matches))
      return (
        <EmptyElement
          icon="search"
          title={t.noMatch}
          explanation={t.noMatchWhy}
          action={<Button onPress={() => find('')}>{t.clearSearch}</Button>}
        />
      )
    return (
      <Tree<Node<G>>
        label={t.title}
        nodes={nodes}
        nameOf={({ object }) => object.group_name}
        noteOf={({ object }) => props.noteOf(object)}
        matches={matches}
        selected={view.group}
        onSelect={({ object }) => show(object.id)}
        {...(mayEdit && {
          menuOf: ({ object }) => actions.menuOf(object),
          onMove: ({ object }, parent) => void changes.move(object, parent?.object.id ?? null),
          mayMove: ({ object }) => rights.mayMove(object),
          mayDrop: ({ object }, parent) => mayMoveTo(object.id, parent?.object.id ?? null),
        })}
        topLabel={mayTop ? t.dropTop : undefined}
      />
    )
  }

  return (
    <div className="group-screen">
      <ListPage
        title={t.title}
        count={nodes && !isEmpty ? t.counted({ count: nodes.length }) : undefined}
        actions={!isEmpty && create}
        filters={!isEmpty && <PausedSearch label={t.search} value={view.search} onChange={find} />}
        chips={wanted ? [{ id: 'search', label: t.searchChip({ search: wanted }), onRemove: () => find('') }] : []}
        side={panel()}
      >
        <StaleNote called={called} />
        {list()}
      </ListPage>
      {dialogs}
      {dialog}
      <Toasts {...changes.toasts} />
    </div>
  )
}

function Waiting() {
  return (
    <>
      <LoadingState />
      <Skeleton rows={8} />
    </>
  )
}
