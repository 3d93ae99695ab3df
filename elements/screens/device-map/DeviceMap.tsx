import { useState } from 'react'
import type { DeviceGroup, DevicePlace } from '../../../core/contract/device.ts'
import { deviceDetail, deviceGroups } from '../../../core/stores/collections/devices.ts'
import { type ElementProps, lazyPart, useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { useAlarmMarks } from '../../parts/alarm-marks/use-alarm-marks.ts'
import { DeviceFilters, useFilterChips } from '../../parts/device-filter/DeviceFilters.tsx'
import { isFiltered, NO_FILTER, queryOf } from '../../parts/device-filter/filter.ts'
import { Failure } from '../../parts/Failure.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { ListFrame } from '../../parts/list/ListFrame.tsx'
import { useWholeList } from '../../parts/list/use-list.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { useLiveStates } from '../../parts/use-live-states.ts'
import { useNarrow } from '../../parts/use-narrow.ts'
import { useView } from '../../parts/use-view.ts'
import { useUndoToasts } from '../../parts/user-group-picker/use-undo-toasts.ts'
import type { api, DeviceMapView } from './api.ts'
import { PlacesMap } from './PlacesMap.tsx'
import { text } from './text.ts'
import { useFences } from './use-fences.ts'
import { usePlacing } from './use-placing.ts'

const TrackTab = lazyPart(() => import('../../parts/track/TrackTab.tsx').then((chunk) => chunk.default))

const NO_GROUPS: readonly DeviceGroup[] = []
const rowId = ({ sn_code }: DevicePlace) => sn_code

export function DeviceMap(props: ElementProps<typeof api>) {
  const { search, group = null, state, sn, track, onViewChange } = props
  const [view, change] = useView<DeviceMapView>({ search, group, state, sn, track }, onViewChange)
  return view.track ? (
    <Track sn_code={view.track} onBack={() => change({ track: '' })} />
  ) : (
    <Places view={view} change={change} onNavigate={props.onNavigate} />
  )
}

interface PlacesProps {
  view: DeviceMapView
  change: (part: Partial<DeviceMapView>) => void
  onNavigate: ElementProps<typeof api>['onNavigate']
}

function Places({ view, change, onNavigate }: PlacesProps) {
  const t = useText(text)
  const { api } = useConnection()
  const list = useWholeList(api.device.map, queryOf(view), { rowId })
  const groups = useCollection(deviceGroups).data ?? NO_GROUPS
  const alarms = useAlarmMarks(groups)
  const [area, isNarrow] = useNarrow()
  useLiveStates(list.reload)
  const { toastProps, ...toasts } = useUndoToasts()
  const placing = usePlacing(list.reload, toasts)
  const fences = useFences(toasts)
  const answer = list.shown as { rows: DevicePlace[]; total: number } | null
  const total = answer?.total ?? 0
  const placed = list.rows.filter(({ lat }) => lat !== null).length
  const [filters, setFilters] = useState('')
  // The map keeps its view while devices only move: it starts over with other filters.
  const wanted = JSON.stringify(queryOf(view))
  if (list.called.data && filters !== wanted) setFilters(wanted)
  return (
    <div ref={area} className="device-map" data-narrow={isNarrow || undefined}>
      <ListFrame<DevicePlace>
        list={list}
        words={{ title: t.title, empty: t.empty, emptyWhy: t.emptyWhy }}
        icon="map-pin"
        count={answer && total > 0 ? t.counted({ placed, count: total }) : undefined}
        emptyAction={<Button onPress={() => onNavigate({ path: '/device' })}>{t.toDevices}</Button>}
        filters={<DeviceFilters view={view} change={change} groups={groups} alarms={alarms} />}
        chips={useFilterChips(view, change, groups)}
        isFiltered={isFiltered(view)}
        onClear={() => change(NO_FILTER)}
        above={
          total > list.rows.length && <p className="place-note">{t.more({ shown: list.rows.length, count: total })}</p>
        }
      >
        {(rows) => (
          <PlacesMap
            key={filters}
            rows={rows}
            chosen={view.sn}
            placing={placing}
            fences={fences}
            onChoose={(sn_code) => change({ sn: sn_code })}
            onTrack={(sn_code) => change({ track: sn_code })}
          />
        )}
      </ListFrame>
      <Toasts {...toastProps} />
    </div>
  )
}

/** Where one device has been, in place of the map. */
function Track({ sn_code, onBack }: { sn_code: string; onBack: () => void }) {
  const t = useText(text)
  const { data, failure, reload } = useCollection(deviceDetail, { sn_code })
  return (
    <ListPage
      title={t.trackOf({ name: data?.dev_alias ?? sn_code })}
      actions={
        <Button icon="map" onPress={onBack}>
          {t.backToMap}
        </Button>
      }
    >
      {data ? (
        <TrackTab device={data} />
      ) : failure ? (
        <Failure failure={failure} onRetry={reload} />
      ) : (
        <LoadingState rows={8} />
      )}
    </ListPage>
  )
}
