import { useMemo, useState } from 'react'
import type { Device, DeviceGroup } from '../../../core/contract/device.ts'
import { deviceGroups } from '../../../core/stores/collections/devices.ts'
import { type ElementProps, lazyPart, useConnection, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import type { Spot } from '../../kit/ContextMenu.tsx'
import { useKeptChoice } from '../../kit/use-kept-choice.ts'
import { useAlarmMarks } from '../../parts/alarm-marks/use-alarm-marks.ts'
import { DeviceFilters, useFilterChips } from '../../parts/device-filter/DeviceFilters.tsx'
import { isFiltered, NO_FILTER, queryOf } from '../../parts/device-filter/filter.ts'
import { useDialog } from '../../parts/form/use-dialog.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { useList } from '../../parts/list/use-list.ts'
import { useNeighbourMenu } from '../../parts/neighbours/use-neighbour-menu.tsx'
import { useCollection } from '../../parts/use-collection.ts'
import { useLiveStates } from '../../parts/use-live-states.ts'
import { useNarrow } from '../../parts/use-narrow.ts'
import { useView } from '../../parts/use-view.ts'
import type { api, DeviceBoardView } from './api.ts'
import { columnsOf } from './columns.tsx'
import { GroupTree } from './GroupTree.tsx'
import { LayoutButton } from './LayoutButton.tsx'
import { OpenDevice } from './OpenDevice.tsx'
import { Tile } from './Tile.tsx'
import { text } from './text.ts'
import { useCardLayouts } from './use-card-layouts.tsx'

const DeviceDashboards = lazyPart(() => import('./DeviceDashboards.tsx').then((chunk) => chunk.DeviceDashboards), null)

/** Many at once: that is what the board is for. */
const PAGE = 100
const NO_GROUPS: readonly DeviceGroup[] = []
const LOOKS = ['tiles', 'table'] as const

export function DeviceBoard(props: ElementProps<typeof api>) {
  const { search, group = null, state, sn, onViewChange, onDeviceSelect, onNavigate } = props
  const t = useText(text)
  const { api } = useConnection()
  const [view, change] = useView<DeviceBoardView>({ search, group, state, sn }, onViewChange)
  const [look, setLook] = useKeptChoice('device-board-look', LOOKS, 'tiles')
  const list = useList(api.device.list, queryOf(view), { rowId: ({ sn_code }) => sn_code, pageSize: PAGE })
  const groups = useCollection(deviceGroups).data ?? NO_GROUPS
  const alarms = useAlarmMarks(groups)
  const layouts = useCardLayouts(alarms)
  const { layoutOf } = layouts
  const columns = useMemo(() => columnsOf(t, alarms, layoutOf), [t, alarms, layoutOf])
  const [area, isNarrow] = useNarrow()
  useLiveStates(list.reload)

  const isEmpty = list.shown?.total === 0 && !isFiltered(view)
  const [chosen, setChosen] = useState('')
  const open = ({ sn_code }: Device) => {
    if (onDeviceSelect({ sn_code })) return
    setChosen(sn_code)
    change({ sn: sn_code === view.sn ? '' : sn_code })
  }

  const dashboards = useDialog<Device>()
  const neighbours = useNeighbourMenu()
  const openMenu = (device: Device, spot: Spot) =>
    neighbours.open({
      subject: { sn_code: device.sn_code },
      name: device.dev_alias,
      spot,
      first: [
        { id: 'card-layout', label: t.cardLayout, icon: 'tiles', onAction: () => layouts.edit(device) },
        { id: 'dashboard', label: t.dashboard, icon: 'gauge', onAction: () => dashboards.open(device) },
      ],
    })

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
      <ListScreen<Device>
        // A board of one page has no foot.
        list={list.total > PAGE ? list : { ...list, paging: null }}
        words={t}
        icon="device"
        columns={columns}
        actions={
          <>
            <LayoutButton rows={list.shown?.rows ?? []} openSn={view.sn} onEdit={layouts.edit} />
            {!isNarrow &&
              LOOKS.map((id) => (
                <IconButton key={id} icon={id} label={t[id]} isPressed={look === id} onPress={() => setLook(id)} />
              ))}
          </>
        }
        emptyAction={<Button onPress={() => onNavigate({ path: '/device' })}>{t.toDevices}</Button>}
        filters={
          <DeviceFilters view={view} change={change} groups={groups} alarms={alarms} isGroupHidden={!isNarrow} />
        }
        chips={useFilterChips(view, change, groups)}
        onClear={() => change(NO_FILTER)}
        onRowOpen={open}
        onRowMenu={openMenu}
        openId={view.sn || null}
        side={
          view.sn && (
            <OpenDevice
              sn={view.sn}
              takesFocus={chosen === view.sn}
              onClose={() => change({ sn: '' })}
              onOpenPage={() => onNavigate({ path: `/deviceDetail/${encodeURIComponent(view.sn)}` })}
            />
          )
        }
      >
        {(isNarrow || look === 'tiles') &&
          ((rows) => (
            <ul className="tiles">
              {rows.map((device) => (
                <Tile
                  key={device.sn_code}
                  device={device}
                  alarms={alarms.device(device.sn_code)}
                  pointAlarms={alarms.points(device.sn_code)}
                  layout={layoutOf(device)}
                  isOpen={device.sn_code === view.sn}
                  onOpen={() => open(device)}
                  onMenu={(spot) => openMenu(device, spot)}
                />
              ))}
            </ul>
          ))}
      </ListScreen>
      {neighbours.menu}
      {layouts.dialog}
      {dashboards.dialogState && (
        <DeviceDashboards
          key={dashboards.round}
          device={dashboards.dialogState}
          isOpen={dashboards.isOpen}
          onClose={dashboards.close}
        />
      )}
    </div>
  )
}
