import { useMemo, useState } from 'react'
import type { Device, DeviceGroup } from '../../../core/contract/device.ts'
import { type ElementProps, useConnection, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Pagination } from '../../kit/Pagination.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Table } from '../../kit/table/Table.tsx'
import { useKeptChoice } from '../../kit/use-kept-choice.ts'
import { type AlarmMarks, useAlarmMarks } from '../../parts/alarm-marks/use-alarm-marks.ts'
import { DeviceFilters, useFilterChips } from '../../parts/device-filter/DeviceFilters.tsx'
import { isFiltered, NO_FILTER, queryOf } from '../../parts/device-filter/filter.ts'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import { useLiveStates } from '../../parts/use-live-states.ts'
import { useNarrow } from '../../parts/use-narrow.ts'
import { useView } from '../../parts/use-view.ts'
import type { api, DeviceBoardView } from './api.ts'
import { columnsOf } from './columns.tsx'
import { GroupTree } from './GroupTree.tsx'
import { OpenDevice } from './OpenDevice.tsx'
import { Tile } from './Tile.tsx'
import { text } from './text.ts'
import { usePage } from './use-page.ts'

const PAGE = 100
const NO_GROUPS: readonly DeviceGroup[] = []
const LOOKS = ['tiles', 'table'] as const

export function DeviceBoard(props: ElementProps<typeof api>) {
  const { search, group = null, state, sn, onViewChange, onDeviceSelect, onNavigate } = props
  const t = useText(text)
  const { api } = useConnection()
  const [view, change] = useView<DeviceBoardView>({ search, group, state, sn }, onViewChange)
  const [look, setLook] = useKeptChoice('device-board-look', LOOKS, 'tiles')
  const query = queryOf(view)
  const [page, setPage] = usePage(query)
  const called = useCall(api.device.list, { ...query, page, page_size: PAGE })
  const groups = useCall(api.device.groups, {}).data ?? NO_GROUPS
  const alarms = useAlarmMarks(groups)
  const [area, isNarrow] = useNarrow()
  const chips = useFilterChips(view, change, groups)
  useLiveStates(called.reload)

  const { data, last, failure, isLoading, reload } = called
  const shown = data ?? last
  const isEmpty = shown !== null && shown.total === 0 && !isFiltered(view)
  const [chosen, setChosen] = useState('')
  const open = ({ sn_code }: Device) => {
    if (onDeviceSelect({ sn_code })) return
    setChosen(sn_code)
    change({ sn: sn_code === view.sn ? '' : sn_code })
  }

  return (
    <div ref={area} className="board" data-open={view.sn ? true : undefined}>
      {!isNarrow && !isEmpty && groups.length > 1 && (
        <GroupTree
          groups={groups}
          alarms={alarms}
          group={view.group}
          onSelect={(chosen) => change({ group: chosen })}
        />
      )}
      <ListPage
        title={t.title}
        count={shown ? t.counted({ count: shown.total }) : undefined}
        actions={
          !isNarrow &&
          LOOKS.map((id) => (
            <IconButton key={id} icon={id} label={t[id]} isPressed={look === id} onPress={() => setLook(id)} />
          ))
        }
        filters={
          !isEmpty && (
            <DeviceFilters view={view} change={change} groups={groups} alarms={alarms} isGroupHidden={!isNarrow} />
          )
        }
        chips={chips}
        isStale={isLoading && data === null && last !== null}
        pagination={
          shown && shown.total > PAGE ? (
            <Pagination page={page} pageSize={PAGE} pageSizes={[PAGE]} total={shown.total} onChange={setPage} />
          ) : undefined
        }
        {...(view.sn && {
          side: (
            <OpenDevice
              sn={view.sn}
              takesFocus={chosen === view.sn}
              onClose={() => change({ sn: '' })}
              onOpenPage={() => onNavigate({ path: `/deviceDetail/${encodeURIComponent(view.sn)}` })}
            />
          ),
        })}
      >
        <StaleNote called={called} />
        {!shown ? (
          failure ? (
            <Failure failure={failure} onRetry={reload} />
          ) : (
            <>
              <LoadingState />
              <Skeleton rows={8} />
            </>
          )
        ) : isEmpty ? (
          <EmptyElement
            icon="device"
            title={t.empty}
            explanation={t.emptyWhy}
            action={<Button onPress={() => onNavigate({ path: '/device' })}>{t.toDevices}</Button>}
          />
        ) : shown.rows.length === 0 ? (
          <EmptyElement
            icon="device"
            title={t.noMatch}
            explanation={t.noMatchWhy}
            action={<Button onPress={() => change(NO_FILTER)}>{t.clearFilters}</Button>}
          />
        ) : look === 'table' && !isNarrow ? (
          <BoardTable rows={shown.rows} alarms={alarms} sn={view.sn} open={open} />
        ) : (
          <ul className="tiles">
            {shown.rows.map((device) => (
              <Tile
                key={device.sn_code}
                device={device}
                alarms={alarms.device(device.sn_code)}
                isOpen={device.sn_code === view.sn}
                onOpen={() => open(device)}
              />
            ))}
          </ul>
        )}
      </ListPage>
    </div>
  )
}

interface BoardTableProps {
  rows: readonly Device[]
  alarms: AlarmMarks
  sn: string
  open: (row: Device) => void
}

function BoardTable({ rows, alarms, sn, open }: BoardTableProps) {
  const t = useText(text)
  const columns = useMemo(() => columnsOf(t, alarms), [t, alarms])
  return (
    <Table
      label={t.title}
      columns={columns}
      rows={rows}
      rowId={(row) => row.sn_code}
      onRowOpen={open}
      openId={sn || null}
    />
  )
}
