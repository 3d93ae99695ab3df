import { useMemo } from 'react'
import { PAGE_SIZE_DEFAULT, PAGE_SIZES } from '../../../core/catalogue/limits.ts'
import type { Device, DeviceGroup } from '../../../core/contract/device.ts'
import { type ElementProps, useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Pagination } from '../../kit/Pagination.tsx'
import { Table } from '../../kit/table/Table.tsx'
import { useKeptChoice } from '../../kit/use-kept-choice.ts'
import { useAlarmMarks } from '../../parts/alarm-marks/use-alarm-marks.ts'
import { DeviceFilters, useFilterChips } from '../../parts/device-filter/DeviceFilters.tsx'
import { isFiltered, NO_FILTER, queryOf } from '../../parts/device-filter/filter.ts'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { useDialog } from '../../parts/form/use-dialog.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import { useLiveStates } from '../../parts/use-live-states.ts'
import { useNarrow } from '../../parts/use-narrow.ts'
import { useRights } from '../../parts/use-rights.ts'
import { useView } from '../../parts/use-view.ts'
import type { api, DeviceListView } from './api.ts'
import { columnsOf } from './columns.tsx'
import { DeviceCards } from './DeviceCards.tsx'
import { orderOf } from './order.ts'
import { RegisterDialog } from './RegisterDialog.tsx'
import { text } from './text.ts'

const NO_GROUPS: readonly DeviceGroup[] = []
const SIZES = PAGE_SIZES.map(String)

export function DeviceList(props: ElementProps<typeof api>) {
  const { search, group = null, state, sort, page, onViewChange, onDeviceOpen, onDeviceRegistered, onNavigate } = props
  const t = useText(text)
  const { api, toasts } = useConnection()
  const holds = useRights()
  const [view, change] = useView<DeviceListView>({ search, group, state, sort, page }, onViewChange)
  const [size, setSize] = useKeptChoice('device-list-page-size', SIZES, String(PAGE_SIZE_DEFAULT))
  const called = useCall(api.device.list, { ...queryOf(view), ...orderOf(view), page_size: Number(size) })
  const groups = useCall(api.device.groups, {}).data ?? NO_GROUPS
  const alarms = useAlarmMarks(groups)
  // Other rows begin at their first page.
  const filter = (part: Partial<DeviceListView>) => change({ page: null, ...part })
  const chips = useFilterChips(view, filter, groups)
  const columns = useMemo(() => columnsOf(t, alarms), [t, alarms])
  const registering = useDialog<null>()
  const [area, isNarrow] = useNarrow()
  useLiveStates(called.reload)

  const { data, last, failure, isLoading, reload } = called
  const shown = data ?? last
  const mayRegister = holds('P30100')
  const open = ({ sn_code }: Device) => {
    if (!onDeviceOpen({ sn_code })) onNavigate({ path: `/deviceDetail/${encodeURIComponent(sn_code)}` })
  }
  const registerButton = (
    <Button look="primary" icon="plus" onPress={() => registering.open(null)}>
      {t.register}
    </Button>
  )
  const isEmpty = shown !== null && shown.total === 0 && !isFiltered(view)

  return (
    <div ref={area} className="device-list">
      <ListPage
        title={t.title}
        count={shown ? t.counted({ count: shown.total }) : undefined}
        actions={mayRegister && !isEmpty && registerButton}
        filters={!isEmpty && <DeviceFilters view={view} change={filter} groups={groups} alarms={alarms} />}
        chips={chips}
        isStale={isLoading && data === null && last !== null}
        pagination={
          shown && shown.total > 0 ? (
            <Pagination
              page={view.page ?? 1}
              pageSize={Number(size)}
              total={shown.total}
              pageSizes={PAGE_SIZES}
              onChange={(next, pageSize) => {
                setSize(String(pageSize))
                change({ page: next })
              }}
            />
          ) : undefined
        }
      >
        <StaleNote called={called} />
        {!shown && !failure && <LoadingState />}
        {!shown && failure ? (
          <Failure failure={failure} onRetry={reload} />
        ) : isEmpty ? (
          <EmptyElement
            icon="device"
            title={t.empty}
            explanation={t.emptyWhy}
            action={mayRegister ? registerButton : undefined}
          />
        ) : shown?.rows.length === 0 ? (
          <EmptyElement
            icon="device"
            title={t.noMatch}
            explanation={t.noMatchWhy}
            action={<Button onPress={() => filter(NO_FILTER)}>{t.clearFilters}</Button>}
          />
        ) : isNarrow && shown ? (
          <DeviceCards rows={shown.rows} alarms={alarms} open={open} />
        ) : (
          <Table
            label={t.title}
            columns={columns}
            rows={shown?.rows ?? []}
            rowId={(row) => row.sn_code}
            isLoading={isLoading}
            onRowOpen={open}
            sort={view.sort ? { id: view.sort.replace(/^-/, ''), isDescending: view.sort.startsWith('-') } : null}
            onSortChange={(by) => filter({ sort: by ? `${by.isDescending ? '-' : ''}${by.id}` : '' })}
          />
        )}
      </ListPage>
      <RegisterDialog
        key={registering.round}
        isOpen={registering.isOpen}
        groups={groups}
        onClose={registering.close}
        onRegistered={(sn_code) => {
          registering.close()
          toasts.show('success', registeredWords(sn_code))
          onDeviceRegistered({ sn_code })
          reload()
        }}
      />
    </div>
  )
}

/** A toast is kept in both languages: whoever draws it knows the reader's. */
const registeredWords = (sn: string) => {
  const [zh, en] = text.rows.registered
  return { zh: zh.replace('{{sn}}', sn), en: en.replace('{{sn}}', sn) }
}
