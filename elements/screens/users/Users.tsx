import { useMemo, useState } from 'react'
import { type ElementProps, useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { Table } from '../../kit/table/Table.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { ListPages } from '../../parts/list/ListPages.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import { usePagingOf, useTurnBack } from '../../parts/use-paging.ts'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import { useView } from '../../parts/use-view.ts'
import { useFocusBack } from '../../parts/user-group-picker/use-focus-back.ts'
import { useUserGroups } from '../../parts/user-group-picker/use-user-groups.ts'
import type { api, UsersView } from './api.ts'
import { BulkBar } from './BulkBar.tsx'
import { columnsOf, sortOf, sortText } from './columns.tsx'
import { text as panelText } from './panel-text.ts'
import { Refused } from './Refused.tsx'
import { text } from './text.ts'
import { NO_FILTER, stateOf, UserFilters, useChips } from './UserFilters.tsx'
import { type Side, UserSide } from './UserSide.tsx'
import { useAsking } from './use-asking.tsx'
import { useUserChanges } from './use-user-changes.ts'
import { useViewer } from './use-viewer.ts'

const NONE: ReadonlySet<string> = new Set()

export function Users(props: ElementProps<typeof api>) {
  const { search, group = null, roles: ofRole = null, state, sort, page, onViewChange, onSimulated } = props
  const t = useText(text)
  const p = useText(panelText)
  const format = useFormat()
  const { api } = useConnection()
  const viewer = useViewer()
  const [view, change] = useView<UsersView>({ search, group, roles: ofRole, state, sort, page }, onViewChange)
  const paging = usePagingOf(view.page, (next) => change({ page: next }))
  const by = sortOf(view.sort)
  const wanted = view.search.trim().slice(0, 64)
  const active = stateOf(view.state)
  const input = {
    page: paging.page,
    page_size: paging.page_size,
    ...(wanted && { search: wanted }),
    ...(view.group !== null && { user_group_id: view.group }),
    ...(view.roles !== null && { role_id: view.roles }),
    ...(active && { isActive: active === 'activated' ? (1 as const) : (0 as const) }),
    ...(by && { sort: sortText(by) }),
  }
  const called = useCall(api.user.list, input)
  const { tree, called: groups } = useUserGroups()
  const roles = useCall(api.role.list, { page_size: 100, sort: 'role_name' })
  const roleRows = useMemo(() => roles.data?.rows ?? [], [roles.data])
  const changes = useUserChanges(() => {
    called.reload()
    groups.reload()
  })
  const [side, setSide] = useState<Side>(null)
  useFocusBack(side !== null, '.table')
  const { setUnsaved, leave, dialog } = useUnsaved()
  const columns = useMemo(() => columnsOf(t, format), [t, format])

  const { data, last, failure, reload } = called
  const shown = data ?? last
  const rows = shown?.rows ?? []
  // Other rows begin at their first page.
  const filter = (part: Partial<UsersView>) => change({ page: null, ...part })
  const chips = useChips({ view, change: filter, tree, roles: roleRows })
  const isEmpty = shown?.total === 0 && chips.length === 0

  useTurnBack(called, paging)

  // Selected users are those in view: other rows begin with none.
  const key = JSON.stringify(input)
  const [selection, setSelection] = useState({ key, ids: NONE })
  const chosen = selection.key === key ? rows.filter(({ user_id }) => selection.ids.has(String(user_id))) : []
  const select = (ids: ReadonlySet<string>) => setSelection({ key, ids })

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
      viewer.reload()
      reload()
    },
  })
  // Who makes whom depends on the viewer.
  const create = viewer.user_id !== null && viewer.holds('P53100') && (
    <Button look="primary" icon="plus" onPress={() => show({ kind: 'create' })}>
      {p.create}
    </Button>
  )

  const list = () => {
    if (!shown) return failure ? <Failure failure={failure} onRetry={reload} /> : <Waiting />
    if (isEmpty) return <EmptyElement icon="user" title={t.empty} explanation={t.emptyWhy} action={create} />
    if (shown.total === 0)
      return (
        <EmptyElement
          icon="search"
          title={t.noMatch}
          explanation={t.noMatchWhy}
          action={<Button onPress={() => filter(NO_FILTER)}>{t.clearFilters}</Button>}
        />
      )
    return (
      <Table
        label={t.title}
        columns={columns}
        rows={rows}
        rowId={({ user_id }) => String(user_id)}
        isLoading={called.isLoading}
        openId={side && 'user' in side ? String(side.user.user_id) : null}
        onRowOpen={(user) => show({ kind: 'user', user, tab: 'overview' })}
        {...(viewer.mayMany && {
          selectedIds: new Set(chosen.map(({ user_id }) => String(user_id))),
          onSelectionChange: select,
        })}
        sort={by}
        onSortChange={(next) => filter({ sort: sortText(next) })}
      />
    )
  }

  return (
    <div className="users">
      <ListPage
        title={t.title}
        count={shown && !isEmpty ? t.counted({ count: shown.total }) : undefined}
        actions={!isEmpty && create}
        filters={!isEmpty && <UserFilters view={view} change={filter} tree={tree} roles={roleRows} />}
        chips={chips}
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
        isStale={called.isLoading && data === null && last !== null}
        pagination={<ListPages paging={paging} total={shown?.total} />}
      >
        <StaleNote called={called} />
        {changes.refusals && <Refused refusals={changes.refusals} onClose={changes.forget} />}
        {chosen.length > 0 && (
          <BulkBar
            users={chosen}
            holds={viewer.bulk}
            user_id={viewer.user_id}
            pending={changes.pending}
            onChange={asking.begin}
            onClear={() => select(NONE)}
          />
        )}
        {list()}
      </ListPage>
      {asking.dialogs}
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
