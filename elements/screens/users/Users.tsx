import { useMemo, useState } from 'react'
import type { RoleRow } from '../../../core/contract/role.ts'
import { roles as rolesByName } from '../../../core/stores/collections/people.ts'
import { type ElementProps, useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { useList } from '../../parts/list/use-list.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import { useView } from '../../parts/use-view.ts'
import { useFocusBack } from '../../parts/user-group-picker/use-focus-back.ts'
import { useUserGroups } from '../../parts/user-group-picker/use-user-groups.ts'
import type { api, UsersView } from './api.ts'
import { BulkBar } from './BulkBar.tsx'
import { columnsOf, isSortable } from './columns.tsx'
import { text as panelText } from './panel-text.ts'
import { Refused } from './Refused.tsx'
import { text } from './text.ts'
import { NO_FILTER, stateOf, UserFilters, useChips } from './UserFilters.tsx'
import { type Side, UserSide } from './UserSide.tsx'
import { useAsking } from './use-asking.tsx'
import { useUserChanges } from './use-user-changes.ts'
import { useViewer } from './use-viewer.ts'

const NO_ROLES: readonly RoleRow[] = []

export function Users(props: ElementProps<typeof api>) {
  const { search, group = null, roles: ofRole = null, state, sort, page, onViewChange, onSimulated } = props
  const t = useText(text)
  const p = useText(panelText)
  const format = useFormat()
  const { api } = useConnection()
  const viewer = useViewer()
  const [view, change] = useView<UsersView>({ search, group, roles: ofRole, state, sort, page }, onViewChange)
  const wanted = view.search.trim().slice(0, 64)
  const active = stateOf(view.state)
  const list = useList(
    api.user.list,
    {
      ...(wanted && { search: wanted }),
      ...(view.group !== null && { user_group_id: view.group }),
      ...(view.roles !== null && { role_id: view.roles }),
      ...(active && { isActive: active === 'activated' ? (1 as const) : (0 as const) }),
    },
    {
      rowId: ({ user_id }) => String(user_id),
      view: { page: view.page, sort: isSortable(view.sort) ? view.sort : '' },
      change,
    },
  )
  const { tree } = useUserGroups()
  const roleRows = useCollection(rolesByName).data ?? NO_ROLES
  const changes = useUserChanges(list.reload)
  const [side, setSide] = useState<Side>(null)
  useFocusBack(side !== null, '.table')
  const { setUnsaved, leave, dialog } = useUnsaved()
  const columns = useMemo(() => columnsOf(t, format), [t, format])

  const { rows, reload } = list
  // Other rows begin at their first page.
  const filter = (part: Partial<UsersView>) => change({ page: null, ...part })
  const chips = useChips({ view, change: filter, tree, roles: roleRows })

  const show = (next: Side) => leave(() => setSide(next))
  const asking = useAsking({
    changes,
    tree,
    viewer,
    onDeleted: (gone) => {
      if (side && 'user' in side && gone.some(({ user_id }) => user_id === side.user.user_id)) {
        setUnsaved(false)
        setSide(null)
      }
    },
    onSimulated: (user) => {
      setUnsaved(false)
      setSide(null)
      onSimulated({ user_id: user.user_id, name: user.name })
      reload()
    },
  })
  // Who makes whom depends on the viewer.
  const create = viewer.user_id !== null && viewer.holds('P53100') && (
    <Button look="primary" icon="plus" onPress={() => show({ kind: 'create' })}>
      {p.create}
    </Button>
  )

  return (
    <div className="users">
      <ListScreen
        list={list}
        words={{ title: t.title, counted: t.counted, empty: t.empty, emptyWhy: t.emptyWhy }}
        icon="user"
        columns={columns}
        create={create}
        search={{ label: t.search, value: view.search, onChange: (next) => filter({ search: next }) }}
        filters={<UserFilters view={view} change={filter} tree={tree} roles={roleRows} />}
        chips={chips}
        onClear={() => filter(NO_FILTER)}
        saved={{ view, change }}
        above={changes.refusals && <Refused refusals={changes.refusals} onClose={changes.forget} />}
        openId={side && 'user' in side ? String(side.user.user_id) : null}
        onRowOpen={(user) => show({ kind: 'user', user, tab: 'overview' })}
        bulk={
          viewer.mayMany &&
          ((chosen, clear) => (
            <BulkBar
              users={chosen}
              holds={viewer.bulk}
              user_id={viewer.user_id}
              pending={changes.pending}
              onChange={asking.begin}
              onClear={clear}
            />
          ))
        }
        side={
          <UserSide
            side={side}
            rows={rows}
            tree={tree}
            roles={roleRows}
            group={view.group}
            viewer={viewer}
            changes={changes}
            ask={asking.ask}
            onUnsaved={setUnsaved}
            onShow={show}
            onReplace={(next) => {
              setUnsaved(false)
              setSide(next)
              reload()
            }}
          />
        }
      />
      {asking.dialogs}
      {dialog}
      <Toasts {...changes.toasts} />
    </div>
  )
}
