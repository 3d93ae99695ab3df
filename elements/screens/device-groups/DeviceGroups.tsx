import { type ReactNode, useMemo, useState } from 'react'
import { arrange } from '../../../core/rules/tree.ts'
import { deviceGroupTree } from '../../../core/stores/collections/device-groups.ts'
import { whoAmI } from '../../../core/stores/collections/people.ts'
import { type ElementProps, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
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
import type { api, DeviceGroupsView } from './api.ts'
import { GroupForm } from './GroupForm.tsx'
import { GroupPanel } from './GroupPanel.tsx'
import { type DeviceGroupNode, type Group, nodeOf, takesGroup, takesMoved } from './group-tree.ts'
import { RemoveDialog } from './RemoveDialog.tsx'
import { countsInWords, StateCounts } from './StateCounts.tsx'
import { text } from './text.ts'
import { useGroupChanges } from './use-group-changes.ts'

/** A form beside the tree; else the chosen group is. */
type Form = { editing: Group | null; parent_id: number | null } | null
/** What a dialog asks about, and still says while it closes. */
type DialogState = { what: 'move' | 'delete'; group: Group; isOpen: boolean; round: number; refused: string | null }

export function DeviceGroups({ search, group, onViewChange, onNavigate }: ElementProps<typeof api>) {
  const t = { ...useText(groupText), ...useText(text) }
  const holds = useRights()
  const who = useCollection(whoAmI).data
  const mayEdit = holds('P31100') && who !== null && !who.is_experience
  // What stands at the top is an administrator's, who holds all devices.
  const mayTop = mayEdit && who.user_type === 1
  const [view, change] = useView<DeviceGroupsView>({ search, group: group ?? null }, onViewChange)
  const called = useCollection(deviceGroupTree)
  const rows = called.data
  const nodes = useMemo(() => rows?.map(nodeOf) ?? null, [rows])
  const tree = useMemo(() => arrange(nodes ?? []), [nodes])
  const changes = useGroupChanges(called)
  const [form, setForm] = useState<Form>(null)
  const [dialogState, setDialogState] = useState<DialogState | null>(null)
  const { setUnsaved, leave, dialog } = useUnsaved()
  const wanted = view.search.trim()
  const matches = useMatches(wanted)
  const notes = useStateNotes()

  const chosen = view.group === null ? undefined : tree.byId.get(view.group)?.object
  useFocusBack(form !== null || chosen !== undefined, '[role=treeitem][tabindex="0"]')
  const find = (sought: string) => change({ search: sought })
  const mayMove = (one: Group) => mayEdit && one.may_move
  const show = (id: number | null) =>
    leave(() => {
      setForm(null)
      change({ group: id })
    })
  const write = (next: Form) => leave(() => setForm(next))
  const ask = (what: DialogState['what'], one: Group) =>
    setDialogState((before) => ({ what, group: one, isOpen: true, round: (before?.round ?? 0) + 1, refused: null }))
  const closeAsked = () => setDialogState((before) => before && { ...before, isOpen: false })
  const actions = useGroupMenu<Group>({
    words: t,
    edit: (editing) => write({ editing, parent_id: null }),
    createBelow: ({ id }) => write({ editing: null, parent_id: id }),
    move: (one) => ask('move', one),
    remove: (one) => ask('delete', one),
    mayCreateBelow: ({ id }) => mayEdit && takesGroup(tree, id),
    mayEdit: (one) => mayEdit && one.may_edit,
    mayMove,
  })

  async function remove(one: Group, devices_to: number | null) {
    const refused = await changes.remove(one, devices_to)
    setDialogState((before) => before && { ...before, isOpen: refused !== null, refused })
    if (refused === null && view.group === one.id) show(null)
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
          onDone={(group_id, name) => {
            changes.done((form.editing ? t.saved : t.made)({ name }))
            setUnsaved(false)
            setForm(null)
            change({ group: group_id })
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
        onShowDevices={holds('P30000') ? () => void onNavigate({ path: `/device?group=${chosen.id}` }) : undefined}
        onClose={() => show(null)}
      />
    )
  }

  const isEmpty = nodes?.length === 0
  const places = nodes?.filter(({ object }) => takesGroup(tree, object.id)) ?? []
  const firstPlace = chosen && takesGroup(tree, chosen.id) ? chosen.id : mayTop ? null : (places[0]?.object.id ?? null)
  const create = mayEdit && (mayTop || places.length > 0) && (
    <Button look="primary" icon="plus" onPress={() => write({ editing: null, parent_id: firstPlace })}>
      {t.create}
    </Button>
  )
  const list = () => {
    if (!nodes) return called.failure ? <Failure failure={called.failure} onRetry={called.reload} /> : <Waiting />
    if (isEmpty) return <EmptyElement icon="device" title={t.empty} explanation={t.emptyWhy} action={create} />
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
      <Tree<DeviceGroupNode>
        label={t.title}
        nodes={nodes}
        nameOf={({ object }) => object.group_name}
        noteOf={({ object }) => notes(object)}
        matches={matches}
        selected={view.group}
        onSelect={({ object }) => show(object.id)}
        {...(mayEdit && {
          menuOf: ({ object }) => actions.menuOf(object),
          onMove: ({ object }, parent) => void changes.move(object, parent?.object.id ?? null),
          mayMove: ({ object }) => mayMove(object),
          mayDrop: ({ object }, parent) => takesMoved(tree, object.id, parent?.object.id ?? null),
        })}
        topLabel={mayTop ? t.dropTop : undefined}
      />
    )
  }

  const about = dialogState?.group
  return (
    <div className="device-groups">
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
      {about && (
        <>
          <MoveGroupDialog
            key={`move ${dialogState.round}`}
            tree={tree}
            group={about}
            label={t.parent}
            explanation={t.moveWhy}
            isOpen={dialogState.isOpen && dialogState.what === 'move'}
            mayTop={mayTop}
            mayChoose={(id) => takesMoved(tree, about.id, id)}
            onMove={(parent_id) => void changes.move(about, parent_id)}
            onClose={closeAsked}
          />
          <RemoveDialog
            key={`delete ${dialogState.round}`}
            tree={tree}
            // As it is by now: a device may have come into it.
            group={tree.byId.get(about.id)?.object ?? about}
            isOpen={dialogState.isOpen && dialogState.what === 'delete'}
            isPending={changes.isPending}
            refused={dialogState.refused}
            onRemove={(devices_to) => void remove(about, devices_to)}
            onClose={closeAsked}
          />
        </>
      )}
      {dialog}
      <Toasts {...changes.toasts} />
    </div>
  )
}

/** What is behind a group's name: the same node for the same counts, so that rows whose counts stay are not drawn again. */
function useStateNotes() {
  const t = useText(text)
  const drawn = useMemo(() => new Map<string, ReactNode>(), [])
  return ({ device_count, online, offline, faulty }: Group): readonly [ReactNode, string] => {
    const counts = { device_count, online, offline, faulty }
    const key = Object.values(counts).join()
    const note = drawn.get(key) ?? <StateCounts {...counts} />
    drawn.set(key, note)
    return [note, countsInWords(counts, t)]
  }
}

function Waiting() {
  return (
    <>
      <LoadingState />
      <Skeleton rows={8} />
    </>
  )
}
