import { useMemo } from 'react'
import type { Device } from '../../../../core/contract/device.ts'
import { useSheet, useText } from '../../../define/index.ts'
import { useLine } from '../../../parts/LineNote.tsx'
import type { Place } from '../../../parts/map/map-view.ts'
import type { ViewProps } from '../define-control.ts'
import { useScopeDevices } from '../view/use-device-scope.ts'
import { useGroupId } from '../view/use-group-id.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { NoDevice, ViewFailure, ViewNote, ViewWaiting } from '../view/ViewNote.tsx'
import { useLinks } from '../view/view-context.ts'
import type { MapProps } from './control.ts'
import { DeviceMap } from './DeviceMap.tsx'
import sheet from './map.css?sheet'
import type { PlacedDevice } from './marks.ts'
import { text } from './text.ts'
import { useLivePlaces, usePlacesAt } from './use-places.ts'

/** Each of them is a channel of the socket. */
const MOST_DEVICES = 300
const NONE: readonly Device[] = []

/** Where the devices of a scope are. */
export default function View(view: ViewProps<MapProps>) {
  useSheet(sheet)
  const { props, isEditing } = view
  const sn_code = props.sn_code || view.sn_code
  if (!isEditing && !(props.of === 'device' && sn_code === '')) return <Places view={view} sn_code={sn_code} />
  return (
    <ViewFrame title={props.title} hasFrame={props.hasFrame} isEditing={isEditing}>
      {isEditing ? <Example hasNames={props.hasNames} isOfOne={props.of === 'device'} /> : <NoDevice />}
    </ViewFrame>
  )
}

function Places({ view, sn_code }: { view: ViewProps<MapProps>; sn_code: string }) {
  const { title, hasFrame, of, latPoint, lngPoint, hasNames } = view.props
  const group_id = useGroupId(view.props.group_id)
  const t = useText(text)
  const { choose } = useLinks()
  const called = useScopeDevices({ of, sn_code: of === 'device' ? sn_code : '', group_id })
  const listed = called.data ?? called.last
  const devices = useMemo(() => listed?.slice(0, MOST_DEVICES) ?? NONE, [listed])
  const keys = { lat: latPoint, lng: lngPoint }
  const live = useLivePlaces(view.replayTime === null ? devices : NONE, keys)
  const then = usePlacesAt(devices, keys, view.replayTime)
  const places = view.replayTime === null ? live : (then.data ?? then.last)
  const placed = useMemo(
    () =>
      devices.flatMap((device): PlacedDevice[] => {
        const at = places?.get(device.sn_code)
        return at ? [{ sn_code: device.sn_code, dev_alias: device.dev_alias, ...at }] : []
      }),
    [devices, places],
  )
  const fitted = useStill(placed)
  const failure = called.failure ?? then.failure
  const line = useLine()
  return (
    <ViewFrame
      title={title}
      hasFrame={hasFrame}
      isEditing={false}
      isStale={(failure ?? line) !== null && placed.length > 0}
    >
      {placed.length > 0 ? (
        <DeviceMap
          devices={placed}
          places={fitted}
          hasNames={hasNames}
          chosen={view.sn_code}
          // Of one device there is nothing to choose.
          onChoose={of === 'device' ? null : choose}
        />
      ) : failure ? (
        <ViewFailure failure={failure} onRetry={called.failure ? called.reload : then.reload} />
      ) : !listed || !places ? (
        <ViewWaiting />
      ) : (
        <ViewNote icon="map-pin" title={t.nowhere} explanation={t.nowhereWhy} />
      )}
    </ViewFrame>
  )
}

/** Places to fit the map to: new when other devices are on it, not each time that one of them moves. */
function useStill(devices: readonly PlacedDevice[]): readonly Place[] {
  const which = devices.map(({ sn_code }) => sn_code).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the devices, and not where they are
  return useMemo(() => devices.map(({ place }) => place), [which])
}

const EXAMPLE: readonly (readonly [lat: number, lng: number, dev_state: 1 | 2 | 3])[] = [
  [31.23, 121.47, 1],
  [30.27, 120.15, 3],
  [32.06, 118.8, 1],
  [29.87, 121.55, 2],
]

function Example({ hasNames, isOfOne }: { hasNames: boolean; isOfOne: boolean }) {
  const t = useText(text)
  const { devices, places } = useMemo(() => {
    const devices = EXAMPLE.slice(0, isOfOne ? 1 : undefined).map(([lat, lng, dev_state], index): PlacedDevice => {
      const dev_alias = t.example.replace('1', String(index + 1))
      return { sn_code: `${index}`, dev_alias, dev_state, place: [lat, lng] }
    })
    // Its surroundings, where there is one alone.
    return { devices, places: EXAMPLE.map(([lat, lng]): Place => [lat, lng]) }
  }, [t, isOfOne])
  return <DeviceMap devices={devices} places={places} hasNames={hasNames} isExample />
}
