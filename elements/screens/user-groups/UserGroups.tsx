import { useState } from 'react'
import type { UserGroupNode } from '../../../core/contract/user-group.ts'
import { whoAmI } from '../../../core/stores/collections/people.ts'
import { type ElementProps, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { PausedSearch } from '../../kit/PausedSearch.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { Tree } from '../../kit/tree/Tree.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { MoveGroupDialog } from '../../parts/group-tree/MoveGroupDialog.tsx'
import { text as groupText } from '../../parts/group-tree/text.ts'
import { useGroupMenu } from '../../parts/group-tree/use-group-menu.ts'
import { useMatches } from '../../parts/group-tree/use-matches.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCollection } from '../../parts/use-collection.ts'
import { useRights } from '../../parts/use-rights.ts'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import { useView } from '../../parts/use-view.ts'
import { useFocusBack } from '../../parts/user-group-picker/use-focus-back.ts'
import { useUserGroups } from '../../parts/user-group-picker/use-user-groups.ts'
import type { api, UserGroupsView } from './api.ts'
import { GroupForm } from './GroupForm.tsx'
import { GroupPanel } from './GroupPanel.tsx'
import type { Group } from './group-form.ts'
import { InUseDialog } from './InUseDialog.tsx'
import { text } from './text.ts'
import { useGroupChanges } from './use-group-changes.ts'

/** A form beside the tree; else the chosen group is. */
type Form = { editing: Group | null; parent_id: number | null } | null
/** What a dialog asks about, and still says while it closes. */
type DialogState = { what: 'move' | 'delete' | 'in-use'; group: Group; isOpen: boolean; round: number }

export function UserGroups({ search, group, onViewChange, onNavigate }: ElementProps<typeof api>) {
  const t = { ...useText(groupText), ...useText(text) }
  const holds = useRights()
  const who = useCollection(whoAmI).data
  // What may be changed depends on who looks.
  const mayEdit = holds('P51100') && who !== null && who.simulated_by === null && !who.is_experience
  const mayTop = mayEdit && who.user_type === 1
  const [view, change] = useView<UserGroupsView>({ search, group: group ?? null }, onViewChange)
  const { called, nodes, tree } = useUserGroups()
  const changes = useGroupChanges(called)
  const [form, setForm] = useState<Form>(null)
  const [dialogState, setDialogState] = useState<DialogState | null>(null)
  const { setUnsaved, leave, dialog } = useUnsaved()
  const wanted = view.search.trim()
  const matches = useMatches(wanted)

  const chosen = view.group === null ? undefined : tree.byId.get(view.group)?.object
  useFocusBack(form !== null || chosen !== undefined, '[role=treeitem][tabindex="0"]')
  const find = (sought: string) => change({ search: sought })
  const isOwn = ({ id }: Group) => who?.user_type !== 1 && (tree.parents.get(id) ?? null) === null
  const show = (id: number | null) =>
    leave(() => {
      setForm(null)
      change({ group: id })
    })
  const write = (next: Form) => leave(() => setForm(next))
  const ask = (what: DialogState['what'], one: Group) =>
    setDialogState((before) => ({ what, group: one, isOpen: true, round: (before?.round ?? 0) + 1 }))
  const closeAsked = () => setDialogState((before) => before && { ...before, isOpen: false })
  const showUsersOf = ({ id }: Group) =>
    holds('P53000') ? () => void onNavigate({ path: `/team/user?group=${id}` }) : undefined
  const isInUse = ({ id, user_count }: Group) => user_count > 0 || tree.children.has(id)
  const actions = useGroupMenu<Group>({
    words: t,
    edit: (editing) => write({ editing, parent_id: null }),
    createBelow: ({ id }) => write({ editing: null, parent_id: id }),
    move: (one) => ask('move', one),
    remove: (one) => ask(isInUse(one) ? 'in-use' : 'delete', one),
    mayCreateBelow: () => true,
    mayEdit: (one) => !isOwn(one),
    mayMove: (one) => !isOwn(one),
  })

  async function remove(one: Group) {
    const outcome = await changes.remove(one)
    if (outcome === 'in-use') return ask('in-use', one)
    closeAsked()
    if (outcome === 'deleted' && view.group === one.id) show(null)
  }

  function panel() {
    if (form)
      return (
        <GroupForm
          key={form.editing ? form.editing.id : `below ${form.parent_id}`}
          tree={tree}
          {...form}
          mayTop={mayTop}
          onUnsaved={setUnsaved}
          onClose={() => write(null)}
          onDone={(user_group_id, name) => {
            changes.done((form.editing ? t.saved : t.made)({ name }))
            setUnsaved(false)
            setForm(null)
            change({ group: user_group_id })
          }}
        />
      )
    if (!chosen) return null
    return (
      <GroupPanel
        key={chosen.id}
        tree={tree}
        group={chosen}
        actions={actions}
        mayEdit={mayEdit}
        isOwn={isOwn(chosen)}
        onShowUsers={showUsersOf(chosen)}
        onClose={() => show(null)}
      />
    )
  }

  const isEmpty = nodes?.length === 0
  const mayCreate = mayEdit && (mayTop || (nodes !== null && nodes.length > 0))
  const create = mayCreate && (
    <Button
      look="primary"
      icon="plus"
      onPress={() =>
        write({ editing: null, parent_id: chosen?.id ?? (mayTop ? null : (nodes?.[0]?.object.id ?? null)) })
      }
    >
      {t.create}
    </Button>
  )
  const rows = () => {
    if (!nodes) return called.failure ? <Failure failure={called.failure} onRetry={called.reload} /> : <Waiting />
    if (isEmpty)
      return (
        <EmptyElement
          icon="user"
          title={t.empty}
          explanation={mayCreate ? t.emptyWhy : `${t.emptyWhy} ${t.emptyToRead}`}
          action={create}
        />
      )
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
      <Tree<UserGroupNode>
        label={t.title}
        nodes={nodes}
        nameOf={({ object }) => object.group_name}
        noteOf={({ object }) => [String(object.user_count), t.usersOf({ count: object.user_count })]}
        matches={matches}
        selected={view.group}
        onSelect={({ object }) => show(object.id)}
        {...(mayEdit && {
          menuOf: ({ object }) => actions.menuOf(object),
          onMove: ({ object }, parent) => void changes.move(object, parent?.object.id ?? null),
          mayMove: ({ object }) => !isOwn(object),
        })}
        topLabel={mayTop ? t.dropTop : undefined}
      />
    )
  }

  const about = dialogState?.group
  return (
    <div className="user-groups">
      <ListPage
        title={t.title}
        count={nodes && !isEmpty ? t.counted({ count: nodes.length }) : undefined}
        actions={!isEmpty && create}
        filters={!isEmpty && <PausedSearch label={t.search} value={view.search} onChange={find} />}
        chips={wanted ? [{ id: 'search', label: t.searchChip({ search: wanted }), onRemove: () => find('') }] : []}
        side={panel()}
      >
        <StaleNote called={called} />
        {rows()}
      </ListPage>
      {about && (
        <>
          <MoveGroupDialog
            key={dialogState.round}
            tree={tree}
            group={about}
            label={t.parent}
            explanation={t.moveWhy}
            isOpen={dialogState.isOpen && dialogState.what === 'move'}
            mayTop={mayTop}
            onMove={(parent_id) => void changes.move(about, parent_id)}
            onClose={closeAsked}
          />
          <ConfirmDialog
            title={t.deleteTitle({ name: about.group_name })}
            explanation={t.deleteWhy}
            confirmLabel={t.deleteIt({ name: about.group_name })}
            isDanger
            isOpen={dialogState.isOpen && dialogState.what === 'delete'}
            isPending={changes.isPending}
            onConfirm={() => void remove(about)}
            onClose={closeAsked}
          />
          <InUseDialog
            tree={tree}
            group={about}
            isOpen={dialogState.isOpen && dialogState.what === 'in-use'}
            onShowUsers={showUsersOf(about)}
            onClose={closeAsked}
          />
        </>
      )}
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
