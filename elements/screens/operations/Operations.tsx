import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { operationsOn } from '../../../core/catalogue/permissions.ts'
import { type ElementProps, useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { PausedSearch } from '../../kit/PausedSearch.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { ListPages } from '../../parts/list/ListPages.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import { usePagingOf, useTurnBack } from '../../parts/use-paging.ts'
import { useRights } from '../../parts/use-rights.ts'
import { useView } from '../../parts/use-view.ts'
import { type api, KINDS, type OperationKind, type OperationsView } from './api.ts'
import { Matrix } from './Matrix.tsx'
import { text } from './text.ts'
import { useAllowing } from './use-allowing.ts'

const NOBODY: ReadonlySet<number> = new Set()

export function Operations({ search, page, kind, onViewChange }: ElementProps<typeof api>) {
  const t = useText(text)
  const { api, $session } = useConnection()
  const own_id = useStore($session)?.user_id ?? null
  const holds = useRights()
  const [view, change] = useView<OperationsView>({ search, page, kind }, onViewChange)
  const paging = usePagingOf(view.page, (next) => change({ page: next }))
  const wanted = view.search.trim()
  const input = { page: paging.page, page_size: paging.page_size, ...(wanted && { search: wanted }) }
  const users = useCall(api.privilege.users, view.kind === 'user' ? input : null)
  const devices = useCall(api.privilege.devices, view.kind === 'device' ? input : null)
  const called = view.kind === 'user' ? users : devices
  const { asked, allow, toasts, dismiss } = useAllowing(view.kind, called)
  const { data, last, failure, reload } = called
  useTurnBack(called, paging)
  const shown = data ?? last
  const isEmpty = shown?.total === 0 && !wanted

  // Selected users are those in view: other rows begin with none.
  const key = JSON.stringify(input)
  const [selection, setSelection] = useState({ key, ids: NOBODY })
  const selected = selection.key === key ? selection.ids : NOBODY
  const select = (ids: ReadonlySet<number>) => setSelection({ key, ids })
  const find = (sought: string) => change({ search: sought, page: null })

  const table = () => {
    if (!shown) return failure ? <Failure failure={failure} onRetry={reload} /> : <Waiting />
    if (isEmpty) return <EmptyElement icon="user" title={t.empty} explanation={t.emptyWhy} />
    if (shown.rows.length === 0)
      return (
        <EmptyElement
          icon="search"
          title={t.noMatch}
          explanation={t.noMatchWhy}
          action={<Button onPress={() => find('')}>{t.clearSearch}</Button>}
        />
      )
    return (
      <>
        {selected.size > 0 && (
          <div className="operations-selected" role="status">
            <strong>{t.selected({ count: selected.size })}</strong>
            <span>{t.selectedHelp}</span>
            <Button look="plain" onPress={() => select(NOBODY)}>
              {t.clearSelection}
            </Button>
          </div>
        )}
        <Matrix
          label={t[view.kind]}
          rows={shown.rows}
          codes={operationsOn(view.kind)}
          own_id={own_id}
          holds={holds}
          asked={asked}
          onAllow={allow}
          selected={selected}
          onSelect={select}
        />
      </>
    )
  }
  return (
    <div className="operations">
      <ListPage
        title={t.title}
        count={shown && !isEmpty ? t.counted({ count: shown.total }) : undefined}
        filters={!isEmpty && <PausedSearch label={t.search} value={view.search} onChange={find} />}
        chips={wanted ? [{ id: 'search', label: t.searchChip({ search: wanted }), onRemove: () => find('') }] : []}
        isStale={called.isLoading && data === null && last !== null}
        pagination={<ListPages paging={paging} total={shown?.total} />}
      >
        <StaleNote called={called} />
        <Tabs<OperationKind>
          label={t.kinds}
          selected={view.kind}
          onSelect={(chosen) => change({ kind: chosen })}
          tabs={KINDS.map((id) => ({ id, label: t[id], content: table }))}
        />
      </ListPage>
      <Toasts toasts={toasts} onDismiss={dismiss} />
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
