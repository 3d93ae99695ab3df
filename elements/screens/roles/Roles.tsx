import { useMemo, useState } from 'react'
import type { Role } from '../../../core/contract/role.ts'
import { type ElementProps, useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { PausedSearch } from '../../kit/PausedSearch.tsx'
import type { Sort } from '../../kit/table/columns.ts'
import { Table } from '../../kit/table/Table.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { ListPages } from '../../parts/ListPages.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import { usePagingOf, useTurnBack } from '../../parts/use-paging.ts'
import { useRights } from '../../parts/use-rights.ts'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import { useView } from '../../parts/use-view.ts'
import type { api, RolesView } from './api.ts'
import { columnsOf } from './columns.tsx'
import { RolePanel } from './RolePanel.tsx'
import { text } from './text.ts'

/** What stands beside the list: a role, or a new one, empty or from another. */
type Side = { role_id: number } | { from: Role | null } | null

export function Roles({ search, page, onViewChange }: ElementProps<typeof api>) {
  const t = useText(text)
  const format = useFormat()
  const { api, toasts } = useConnection()
  const mayEdit = useRights()('P52100')
  const [view, change] = useView<RolesView>({ search, page }, onViewChange)
  const paging = usePagingOf(view.page, (next) => change({ page: next }))
  const [sort, setSort] = useState<Sort | null>(null)
  const [side, setSide] = useState<Side>(null)
  const { setUnsaved, leave, dialog } = useUnsaved()
  const columns = useMemo(() => columnsOf(t, format), [t, format])
  const wanted = view.search.trim()
  const called = useCall(api.role.list, {
    page: paging.page,
    page_size: paging.page_size,
    ...(wanted && { search: wanted }),
    ...(sort && { sort: `${sort.isDescending ? '-' : ''}${sort.id}` }),
  })
  const { data, last, failure, reload } = called
  useTurnBack(called, paging)
  const shown = data ?? last
  const isEmpty = shown !== null && shown.total === 0 && !wanted
  const find = (sought: string) => change({ search: sought, page: null })
  const show = (next: Side) => leave(() => setSide(next))
  const create = mayEdit && (
    <Button look="primary" icon="plus" onPress={() => show({ from: null })}>
      {t.create}
    </Button>
  )

  /** After a change: the list anew, and a word. */
  function done(what: 'saved' | 'made' | 'deleted') {
    const [zh, en] = text.rows[what]
    toasts.show('success', { zh, en })
    setUnsaved(false)
    setSide(null)
    reload()
  }
  const panel = side && (
    <RolePanel
      key={'role_id' in side ? side.role_id : `new ${side.from?.role_id ?? ''}`}
      role_id={'role_id' in side ? side.role_id : null}
      from={'from' in side ? side.from : null}
      mayEdit={mayEdit}
      onUnsaved={setUnsaved}
      onCopy={(from) => show({ from })}
      onClose={() => show(null)}
      onDone={done}
    />
  )

  return (
    <div className="roles">
      <ListPage
        title={t.title}
        count={shown && !isEmpty ? t.counted({ count: shown.total }) : undefined}
        actions={!isEmpty && create}
        filters={!isEmpty && <PausedSearch label={t.search} value={view.search} onChange={find} />}
        chips={wanted ? [{ id: 'search', label: t.searchChip({ search: wanted }), onRemove: () => find('') }] : []}
        side={panel}
        isStale={called.isLoading && data === null && last !== null}
        pagination={<ListPages paging={paging} total={shown?.total} />}
      >
        <StaleNote called={called} />
        {!shown && !failure && <LoadingState />}
        {!shown && failure ? (
          <Failure failure={failure} onRetry={reload} />
        ) : isEmpty ? (
          <EmptyElement icon="user" title={t.empty} explanation={t.emptyWhy} action={create} />
        ) : shown?.total === 0 ? (
          <EmptyElement
            icon="search"
            title={t.noMatch}
            explanation={t.noMatchWhy}
            action={<Button onPress={() => find('')}>{t.clearSearch}</Button>}
          />
        ) : (
          <Table
            label={t.title}
            columns={columns}
            rows={shown?.rows ?? []}
            rowId={(row) => String(row.role_id)}
            isLoading={called.isLoading}
            openId={side && 'role_id' in side ? String(side.role_id) : null}
            onRowOpen={({ role_id }) => show({ role_id })}
            sort={sort}
            onSortChange={setSort}
          />
        )}
      </ListPage>
      {dialog}
    </div>
  )
}
