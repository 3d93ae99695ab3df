import { useState } from 'react'
import type { DeviceGroup } from '../../../core/contract/device.ts'
import type { VirtualDevice } from '../../../core/contract/virtual-device.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import type { MenuEntry } from '../../kit/Menu.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Table } from '../../kit/table/Table.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { ListPages } from '../../parts/list/ListPages.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import { useLiveStates } from '../../parts/use-live-states.ts'
import { useNarrow } from '../../parts/use-narrow.ts'
import { usePagingOf, useTurnBack } from '../../parts/use-paging.ts'
import { useRights } from '../../parts/use-rights.ts'
import type { VirtualDevicesFilter, VirtualDevicesView } from './api.ts'
import { columnsOf } from './columns.tsx'
import { text } from './text.ts'
import { VirtualCards } from './VirtualCards.tsx'
import { queryOf, useVirtualChips, VirtualFilters } from './VirtualFilters.tsx'

const NO_GROUPS: readonly DeviceGroup[] = []

interface VirtualListProps {
  view: VirtualDevicesView
  change: (part: Partial<VirtualDevicesView>) => void
  open: (sn_code: string) => void
  openRules: (sn_code: string) => void
  done: (words: string) => void
}

export function VirtualList({ view, change, open, openRules, done }: VirtualListProps) {
  const t = useText(text)
  const { api } = useConnection()
  const mayEdit = useRights()('P32000')
  const paging = usePagingOf(view.page, (next) => change({ page: next }))
  const called = useCall(api.virtualDevice.list, {
    page: paging.page,
    page_size: paging.page_size,
    ...queryOf(view),
  })
  const groups = useCall(api.device.groups, {}).data ?? NO_GROUPS
  const { data, last, failure, reload } = called
  const shown = data ?? last
  const [area, isNarrow] = useNarrow()
  // Other rows begin at their first page.
  const filter = (part: Partial<VirtualDevicesFilter>) => change({ page: null, ...part })
  const chips = useVirtualChips({ view, change: filter, groups })
  const isEmpty = shown?.total === 0 && chips.length === 0
  const [asked, setAsked] = useState<{ row: VirtualDevice; isOpen: boolean } | null>(null)
  const removal = useSending<never>([])
  useLiveStates(reload)
  useTurnBack(called, paging)

  const close = () => setAsked((before) => before && { ...before, isOpen: false })
  async function remove({ sn_code, dev_alias }: VirtualDevice) {
    const isDone = await removal.send(() => api.virtualDevice.remove({ sn_code }))
    if (!isDone) return
    close()
    done(t.deleted({ name: dev_alias }))
    reload()
  }
  const menuOf = (row: VirtualDevice): (MenuEntry | 'line')[] => {
    const { sn_code } = row
    const mayChange = mayEdit && row.may_edit
    return [
      { id: 'open', label: t.open, icon: 'external', onAction: () => open(sn_code) },
      ...(mayChange
        ? [{ id: 'edit', label: t.edit, icon: 'edit' as const, onAction: () => change({ device: sn_code }) }]
        : []),
      { id: 'rules', label: t.rules, icon: 'bell', onAction: () => openRules(sn_code) },
      ...(mayChange
        ? [
            'line' as const,
            {
              id: 'delete',
              label: t.delete,
              icon: 'trash' as const,
              isDanger: true,
              onAction: () => {
                removal.judge({})
                setAsked({ row, isOpen: true })
              },
            },
          ]
        : []),
    ]
  }

  const create = mayEdit && (
    <Button look="primary" icon="plus" onPress={() => change({ new: 'yes' })}>
      {t.create}
    </Button>
  )

  const rows = () => {
    if (!shown) return failure ? <Failure failure={failure} onRetry={reload} /> : <Waiting />
    if (isEmpty) return <EmptyElement icon="device" title={t.empty} explanation={t.emptyWhy} action={create} />
    if (shown.total === 0)
      return (
        <EmptyElement
          icon="search"
          title={t.noMatch}
          explanation={t.noMatchWhy}
          action={<Button onPress={() => filter({ search: '', group: null })}>{t.clearFilters}</Button>}
        />
      )
    const openRow = ({ sn_code }: VirtualDevice) => open(sn_code)
    if (isNarrow) return <VirtualCards rows={shown.rows} open={openRow} menuOf={menuOf} />
    return (
      <Table
        label={t.title}
        columns={columnsOf(t, menuOf)}
        rows={shown.rows}
        rowId={({ sn_code }) => sn_code}
        isLoading={called.isLoading}
        onRowOpen={openRow}
        sort={view.sort ? { id: view.sort.replace(/^-/, ''), isDescending: view.sort.startsWith('-') } : null}
        onSortChange={(by) => filter({ sort: by ? `${by.isDescending ? '-' : ''}${by.id}` : '' })}
      />
    )
  }

  return (
    <div ref={area} className="virtual-list">
      <ListPage
        title={t.title}
        count={shown && !isEmpty ? t.counted({ count: shown.total }) : undefined}
        actions={!isEmpty && create}
        filters={!isEmpty && <VirtualFilters view={view} change={filter} groups={groups} />}
        chips={chips}
        isStale={called.isLoading && data === null && last !== null}
        pagination={<ListPages paging={paging} total={shown?.total} />}
      >
        <StaleNote called={called} />
        {rows()}
      </ListPage>
      {asked && (
        <ConfirmDialog
          title={t.deleteTitle({ name: asked.row.dev_alias })}
          explanation={
            <>
              <p>{t.deleteWhy}</p>
              {removal.wrong.form && (
                <p className="virtual-wrong" role="alert">
                  {removal.wrong.form}
                </p>
              )}
            </>
          }
          confirmLabel={t.deleteIt({ name: asked.row.dev_alias })}
          isDanger
          isOpen={asked.isOpen}
          isPending={removal.isPending}
          onConfirm={() => void remove(asked.row)}
          onClose={close}
        />
      )}
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
