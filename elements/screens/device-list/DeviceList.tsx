import { useEffect, useState } from 'react'
import type { Device, DeviceGroup } from '../../../core/contract/device.ts'
import type { DeviceCode } from '../../../core/rules/device-code.ts'
import { deviceGroups, deviceTags } from '../../../core/stores/collections/devices.ts'
import { type ElementProps, useConnection, useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import type { Spot } from '../../kit/ContextMenu.tsx'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { type ToastItem, Toasts } from '../../kit/Toasts.tsx'
import { useAlarmMarks } from '../../parts/alarm-marks/use-alarm-marks.ts'
import { DeviceFilters, useFilterChips } from '../../parts/device-filter/DeviceFilters.tsx'
import { NO_TAG_FILTER, queryOf } from '../../parts/device-filter/filter.ts'
import { RegisterDialog } from '../../parts/first-device/RegisterDialog.tsx'
import { registeredWords } from '../../parts/first-device/registered-words.ts'
import { useDialog } from '../../parts/form/use-dialog.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { type List, useList } from '../../parts/list/use-list.ts'
import { useNeighbourMenu } from '../../parts/neighbours/use-neighbour-menu.tsx'
import { useCollection } from '../../parts/use-collection.ts'
import { useLiveStates } from '../../parts/use-live-states.ts'
import { useNarrow } from '../../parts/use-narrow.ts'
import { useRights } from '../../parts/use-rights.ts'
import { useView } from '../../parts/use-view.ts'
import type { api, DeviceListView } from './api.ts'
import { BulkBar } from './BulkBar.tsx'
import { columnsOf } from './columns.tsx'
import { DeviceCards } from './DeviceCards.tsx'
import { orderOf } from './order.ts'
import { text } from './text.ts'
import { useDeviceFiles } from './use-device-files.tsx'
import { useRowMenu } from './use-row-menu.tsx'
import { useScan } from './use-scan.tsx'

const DeregisteredList = lazyPart(async () => (await import('./DeregisteredList.tsx')).DeregisteredList)
const OfferList = lazyPart(async () => (await import('./OfferList.tsx')).OfferList)
const ListedList = lazyPart(async () => (await import('./ListedList.tsx')).ListedList)
/** By `show`: what stands in the place of the devices. */
const OTHERS: Readonly<Record<string, typeof OfferList>> = {
  deregistered: DeregisteredList,
  offers: OfferList,
  offered: OfferList,
  listed: ListedList,
}
const NOTHING_KNOWN: DeviceCode = { sn_code: '', password: '' }
const NO_GROUPS: readonly DeviceGroup[] = []
const FirstDevice = lazyPart(async () => (await import('../../parts/first-device/FirstDevice.tsx')).FirstDevice)

/** A device that was just registered: where filters or pages hide it, it is searched by its SN. */
function useMade(list: List<Device>, view: DeviceListView, filter: (part: Partial<DeviceListView>) => void) {
  const [made, setMade] = useState<{ sn_code: string; before: unknown } | null>(null)
  const { data } = list.called
  useEffect(() => {
    if (made === null || data === null || data === made.before) return
    setMade({ ...made, before: data })
    const { sn_code } = made
    const isShown = list.rows.some((row) => row.sn_code === sn_code)
    if (!isShown && view.search !== sn_code) filter({ ...NO_TAG_FILTER, search: sn_code })
  })
  return {
    sn_code: made?.sn_code ?? null,
    show: (sn_code: string) => setMade({ sn_code, before: data }),
  }
}

export function DeviceList(props: ElementProps<typeof api>) {
  const { search, group = null, state, tag, region, sort, page, show } = props
  const { onViewChange, onDeviceOpen, onDeviceRegistered, onNavigate } = props
  const t = useText(text)
  const { api, toasts } = useConnection()
  const holds = useRights()
  const [view, change] = useView<DeviceListView>({ search, group, state, tag, region, sort, page, show }, onViewChange)
  const list = useList(api.device.list, queryOf(view), {
    rowId: ({ sn_code }) => sn_code,
    view: { sort: '', ...orderOf(view) },
    change,
  })
  const groups = useCollection(deviceGroups).data ?? NO_GROUPS
  const tags = useCollection(deviceTags).data
  const alarms = useAlarmMarks(groups)
  // Other rows begin at their first page.
  const filter = (part: Partial<DeviceListView>) => change({ page: null, ...part })
  const hasRegions = list.rows.some(({ region }) => region !== '')
  const chips = useFilterChips(view, filter, groups)
  const registering = useDialog<DeviceCode>()
  const { lang } = useElement()
  const [done, setDone] = useState<ToastItem | null>(null)
  const made = useMade(list, view, filter)
  const [area, isNarrow] = useNarrow()
  useLiveStates(list.reload)

  const open = ({ sn_code }: Pick<Device, 'sn_code'>) => {
    if (!onDeviceOpen({ sn_code })) onNavigate({ path: `/deviceDetail/${encodeURIComponent(sn_code)}` })
  }
  const showList = (show: string) => change({ ...NO_TAG_FILTER, page: null, show })
  const back = () => {
    showList('')
    list.reload()
  }
  const neighbours = useNeighbourMenu()
  const scan = useScan({ open, register: registering.open })
  const files = useDeviceFiles(queryOf(view), list.reload)
  const { actsOf, menuOf, bulk, more, dialog } = useRowMenu({
    open,
    done: list.reload,
    entries: [scan.entry, ...files.entries],
    showList,
  })
  const openMenu = (row: Device, spot: Spot) =>
    neighbours.open({ subject: { sn_code: row.sn_code }, name: row.dev_alias, spot, first: actsOf(row) })
  const registered = (sn_code: string) => {
    onDeviceRegistered({ sn_code })
    made.show(sn_code)
    list.reload()
  }
  const register = holds('P30100') && (
    <Button look="primary" icon="plus" onPress={() => registering.open(NOTHING_KNOWN)}>
      {t.register}
    </Button>
  )

  const Other = Object.hasOwn(OTHERS, view.show) ? OTHERS[view.show] : undefined
  if (Other)
    return (
      <div className="device-list">
        <Other view={view} change={change} onBack={back} />
      </div>
    )
  return (
    <div ref={area} className="device-list">
      <ListScreen<Device>
        list={list}
        words={{ title: t.title, counted: t.counted, empty: t.empty, emptyWhy: t.emptyWhy }}
        icon="device"
        columns={columnsOf(t, alarms, menuOf, { hasTags: Boolean(tags?.length), hasRegions })}
        create={register}
        actions={more}
        emptyPlace={
          register && (
            <FirstDevice
              onRegistered={(sn_code) => {
                toasts.show('success', registeredWords(sn_code))
                registered(sn_code)
                open({ sn_code })
              }}
              go={(path) => onNavigate({ path })}
            />
          )
        }
        filters={
          <DeviceFilters
            view={view}
            change={filter}
            groups={groups}
            alarms={alarms}
            tags={tags}
            hasRegions={hasRegions}
          />
        }
        chips={chips}
        onClear={() => filter(NO_TAG_FILTER)}
        saved={{ view, change }}
        markedId={made.sn_code}
        onRowOpen={open}
        onRowMenu={openMenu}
        {...(bulk && {
          bulk: (chosen, clear) => (
            <BulkBar
              chosen={chosen}
              shown={list.rows.length}
              total={list.total}
              query={queryOf(view)}
              acts={bulk}
              onClear={clear}
            />
          ),
        })}
      >
        {isNarrow &&
          ((rows) => (
            <DeviceCards
              rows={rows}
              marked={made.sn_code}
              alarms={alarms}
              open={open}
              openMenu={openMenu}
              menuOf={menuOf}
            />
          ))}
      </ListScreen>
      {neighbours.menu}
      {dialog}
      {files.dialog}
      {scan.dialog}
      <RegisterDialog
        key={registering.round}
        {...registering.dialogState}
        isOpen={registering.isOpen}
        groups={groups}
        onClose={registering.close}
        onRegistered={(sn_code) => {
          registering.close()
          registered(sn_code)
          setDone({
            id: sn_code,
            type: 'success',
            text: registeredWords(sn_code)[lang],
            action: { label: t.openDevice, run: () => open({ sn_code }) },
          })
        }}
      />
      {done && <Toasts toasts={[done]} onDismiss={() => setDone(null)} />}
    </div>
  )
}
