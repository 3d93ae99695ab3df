import { useMemo, useState } from 'react'
import { type ElementProps, useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import type { Sort } from '../../kit/table/columns.ts'
import { Table } from '../../kit/table/Table.tsx'
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
import type { api, BindingFilter, BindingView } from './api.ts'
import { BindingFilters, NO_FILTER, queryOf, useBindingChips } from './BindingFilters.tsx'
import { BindPanel } from './BindPanel.tsx'
import { columnsOf } from './columns.tsx'
import { NotDone, Progress } from './RunNotes.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { text } from './text.ts'
import { useAllTemplates } from './use-all-templates.ts'
import { type BoundDevice, useBinding } from './use-binding.ts'
import { useSelection } from './use-selection.ts'

/** One device, by its SN, or those that are selected. */
type Side = { sn_code: string; shown: BoundDevice } | 'selected' | null

export function TemplateBinding(props: ElementProps<typeof api>) {
  const { search, template = null, group = null, bound, page, onViewChange, onNavigate } = props
  const t = useText(text)
  const { api } = useConnection()
  const mayBind = useRights()('P42000')
  const [view, change] = useView<BindingView>({ search, template, group, bound, page }, onViewChange)
  const paging = usePagingOf(view.page, (next) => change({ page: next }))
  const [sort, setSort] = useState<Sort | null>(null)
  const [side, setSide] = useState<Side>(null)
  const query = queryOf(view)
  const called = useCall(api.template.bindings, {
    page: paging.page,
    page_size: paging.page_size,
    ...query,
    ...(sort && { sort: `${sort.isDescending ? '-' : ''}${sort.id}` }),
  })
  const templates = useAllTemplates()
  const groups = useCall(api.device.groups, {}).data ?? []
  const { data, last, failure, reload } = called
  const shown = data ?? last
  const binding = useBinding(() => {
    reload()
    templates.reload()
  })
  const selection = useSelection(shown?.rows ?? [])
  const columns = useMemo(() => columnsOf(t), [t])
  // Other rows begin at their first page.
  const filter = (part: Partial<BindingFilter>) => change({ page: null, ...part })
  const known = templates.data ?? templates.last ?? []
  const filters = { view, change: filter, templates: known, groups }
  const chips = useBindingChips(filters)
  const isEmpty = shown?.total === 0 && chips.length === 0

  useTurnBack(called, paging)

  function panel() {
    if (!side) return null
    const devices =
      side === 'selected'
        ? selection.devices
        : [shown?.rows.find(({ sn_code }) => sn_code === side.sn_code) ?? side.shown]
    if (devices.length === 0) return null
    const finish = () => {
      setSide(null)
      if (side === 'selected') selection.clear()
    }
    return (
      <BindPanel
        key={side === 'selected' ? 'selected' : side.sn_code}
        devices={devices}
        isAllowed={mayBind}
        templates={templates}
        isBusy={binding.running !== null}
        onBind={({ template_id, module_name }) => {
          finish()
          void binding.bind(devices, template_id, module_name)
        }}
        onUnbind={() => {
          finish()
          void binding.unbind(devices)
        }}
        onTemplates={() => void onNavigate({ path: '/configureManage/devTemplate' })}
        onClose={() => setSide(null)}
      />
    )
  }

  const list = () => {
    if (!shown)
      return failure ? (
        <Failure failure={failure} onRetry={reload} />
      ) : (
        <>
          <LoadingState />
          <Skeleton rows={8} />
        </>
      )
    if (isEmpty)
      return (
        <EmptyElement
          icon="device"
          title={t.empty}
          explanation={t.emptyWhy}
          action={<Button onPress={() => void onNavigate({ path: '/device' })}>{t.toDevices}</Button>}
        />
      )
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
        rows={shown.rows}
        rowId={({ sn_code }) => sn_code}
        isLoading={called.isLoading}
        openId={side && side !== 'selected' ? side.sn_code : null}
        onRowOpen={(device) => setSide({ sn_code: device.sn_code, shown: device })}
        sort={sort}
        onSortChange={setSort}
        {...(mayBind && { selectedIds: selection.idsHere, onSelectionChange: selection.choose })}
      />
    )
  }

  return (
    <div className="binding">
      <ListPage
        title={t.title}
        count={shown && !isEmpty ? t.counted({ count: shown.total }) : undefined}
        filters={!isEmpty && <BindingFilters {...filters} />}
        chips={chips}
        side={panel()}
        isStale={called.isLoading && data === null && last !== null}
        pagination={<ListPages paging={paging} total={shown?.total} />}
      >
        <StaleNote called={called} />
        {selection.devices.length > 0 && (
          <SelectionBar
            selection={selection}
            total={shown?.total ?? 0}
            query={query}
            isBusy={binding.running !== null}
            onBind={() => setSide('selected')}
            onUnbind={(devices) => {
              selection.clear()
              setSide(null)
              void binding.unbind(devices)
            }}
          />
        )}
        {binding.running && <Progress running={binding.running} onStop={binding.stop} />}
        {binding.outcomes && (
          <NotDone
            outcomes={binding.outcomes}
            onSelect={(devices) => {
              selection.replace(devices)
              binding.forget()
            }}
            onClose={binding.forget}
          />
        )}
        {list()}
      </ListPage>
      <Toasts {...binding.toasts} />
    </div>
  )
}
