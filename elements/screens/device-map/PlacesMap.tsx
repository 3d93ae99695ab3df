import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { DevicePlace } from '../../../core/contract/device.ts'
import { words } from '../../../core/text/words.ts'
import { lazyPart, useConnection, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { stateOf } from '../../parts/device-state.ts'
import { DeviceClusters, type MapMark } from '../../parts/map/clusters.ts'
import { drawMarks, drawPin, markAt } from '../../parts/map/draw-marks.ts'
import { ringOf } from '../../parts/map/fence-shape.ts'
import type { MapPointer } from '../../parts/map/map-gestures.ts'
import {
  fitting,
  type MapView,
  type Place,
  placeAtPx,
  projection,
  type Size,
  zoomed,
} from '../../parts/map/map-view.ts'
import { type PaintOnMap, type ShownMap, WorldMap, within } from '../../parts/map/WorldMap.tsx'
import { useServerNow } from '../../parts/use-server-now.ts'
import { PlaceCard } from './PlaceCard.tsx'
import { PlaceList } from './PlaceList.tsx'
import { text } from './text.ts'
import type { useFences } from './use-fences.ts'
import { useLivePlaces } from './use-live-places.ts'
import type { usePlacing } from './use-placing.ts'

const FencesCard = lazyPart(() => import('./FencesCard.tsx').then((chunk) => chunk.default), null)
const FenceForm = lazyPart(() => import('./FenceForm.tsx').then((chunk) => chunk.default), null)
const PlacingCard = lazyPart(() => import('./PlacingCard.tsx').then((chunk) => chunk.default), null)

const STEP = 1.6
/** A mark with its name. */
const EDGE_PX = 44
/** A fence that is shown has its surroundings about it. */
const FENCE_EDGE_PX = 96
/** Where there is nothing to show: the middle of China. */
const CHINA: readonly Place[] = [
  [53, 74],
  [18, 135],
]
/** So near are few devices at first: the provinces around tell where they are. */
const REGION_PX = 2 ** 16
/** So near is a device that is chosen in the list and lies in a cluster: a town. */
const TOWN_PX = 2 ** 20
/** A pin stands on its place. */
const PIN_PX = 26

type PlacedDevice = DevicePlace & { lat: number; lng: number }
const isPlaced = (row: DevicePlace): row is PlacedDevice => row.lat !== null && row.lng !== null

interface PlacesMapProps {
  rows: readonly DevicePlace[]
  chosen: string
  placing: ReturnType<typeof usePlacing>
  fences: ReturnType<typeof useFences>
  onChoose: (sn_code: string) => void
  onTrack: (sn_code: string) => void
}

/** Devices on the map with a list of them beside it; what is chosen or pointed at in one is so in the other. */
export function PlacesMap({ rows, chosen, placing, fences, onChoose, onTrack }: PlacesMapProps) {
  const t = useText(text)
  const { clock } = useConnection()
  const [hovered, setHovered] = useState('')
  const placed = useMemo(() => rows.filter(isPlaced), [rows])
  const clusters = useMemo(() => new DeviceClusters(placed), [placed])
  const [places] = useState<readonly Place[]>(() => (placed.length > 0 ? placed.map(placeOf) : CHINA))
  const [single, setSingle] = useState<readonly string[]>([])
  const live = useLivePlaces(single)
  const withLive = <Row extends DevicePlace>(row: Row): Row => ({ ...row, ...live.get(row.sn_code) })
  const found = rows.find(({ sn_code }) => sn_code === chosen)
  const device = found && withLive(found)

  /** What was painted last: what a pointer finds is what its user saw. */
  const shown = useRef<{ marks: MapMark<PlacedDevice>[]; view: MapView; size: Size } | null>(null)
  const report = useEffectEvent((marks: readonly MapMark<PlacedDevice>[]) => {
    const alone = marks.flatMap((mark) => mark.device?.sn_code ?? []).sort()
    if (alone.join() !== single.join()) setSingle(alone)
  })
  const second = Math.floor(useServerNow() / 10_000)
  const pin = placing.current
  const { draft, paint: paintFences } = fences
  // biome-ignore lint/correctness/useExhaustiveDependencies: `second`, as what stands and what is old changes with the time
  const paint = useCallback<PaintOnMap>(
    (context, view, size, look) => {
      const marks = clusters.marksIn(view, size).map((mark): MapMark<PlacedDevice> => {
        const now = mark.device && live.get(mark.device.sn_code)
        if (!mark.device || !now) return mark
        const moved = { ...mark.device, ...now } as PlacedDevice
        return { ...mark, device: moved, dev_state: moved.dev_state, place: placeOf(moved) }
      })
      shown.current = { marks, view, size }
      paintFences(context, view, size, look)
      const others = pin ? marks.filter((mark) => mark.device?.sn_code !== pin.device.sn_code) : marks
      drawMarks(context, view, size, { marks: others, chosen, hovered, now: clock.now() }, look)
      if (pin) drawPin(context, pin.place, view, size, look)
      report(marks)
    },
    [clusters, live, chosen, hovered, pin, clock, second, paintFences],
  )

  const mover = useRef<ShownMap['move'] | null>(null)
  const [said, setSaid] = useState('')
  const pointer: MapPointer = {
    tap: (at) => {
      if (!shown.current || pin) return
      const mark = markAt(
        shown.current.marks,
        at,
        shown.current.view,
        shown.current.size,
      ) as MapMark<PlacedDevice> | null
      if (!mark) return onChoose('')
      if (mark.device) {
        fences.close()
        return onChoose(mark.device.sn_code)
      }
      const near = clusters.devicesOf(mark, 5000)
      mover.current?.((view, size) => closer(view, size, near))
    },
    hover: (at) => {
      const { marks, view, size } = shown.current ?? { marks: [] }
      const mark = at && view && size ? markAt(marks, at, view, size) : null
      setHovered(mark?.device?.sn_code ?? '')
      setSaid(mark && !mark.device ? JSON.stringify([mark.count, mark.dev_state]) : '')
    },
    grab: (at) => (pin && shown.current ? grabPin(at, pin.place, shown.current, placing.move) : null),
  }
  // On the map as it was painted last.
  const fencePointer = () => (shown.current ? fences.pointer(shown.current.view, shown.current.size) : {})
  const drawing: MapPointer = {
    tap: (at) => fencePointer().tap?.(at),
    middle: (at) => fencePointer().middle?.(at),
    grab: (at) => fencePointer().grab?.(at) ?? null,
  }
  const clusterText = useClusterText(said)

  const choose = (row: DevicePlace) => {
    if (draft) return
    fences.close()
    onChoose(row.sn_code)
    if (!isPlaced(row)) return
    const isAlone = shown.current?.marks.some(
      (mark) => mark.device?.sn_code === row.sn_code && isInside(mark.place, shown.current),
    )
    if (!isAlone) mover.current?.((view) => ({ lat: row.lat, lng: row.lng, worldPx: Math.max(view.worldPx, TOWN_PX) }))
  }

  return (
    <div className="places">
      <PlaceList rows={rows} chosen={chosen} hovered={hovered} onChoose={choose} onHover={setHovered} />
      <div className="places-map">
        <WorldMap
          label={t.map({ count: placed.length })}
          places={places}
          closestPx={REGION_PX}
          edgePx={EDGE_PX}
          paint={paint}
          pointer={draft ? drawing : pointer}
        >
          {(map) => (
            <>
              <Mover map={map} mover={mover} />
              <MapTools map={map} fences={fences} onFit={() => (placed.length > 0 ? placed.map(placeOf) : CHINA)} />
              {clusterText && <span className="places-said">{clusterText}</span>}
              {placed.length === 0 && !pin && !fences.isOpen && (
                <div className="places-none">
                  <EmptyState icon="map-pin" title={t.nowhere} explanation={t.nowhereWhy} />
                </div>
              )}
              {pin ? (
                <PlacingCard
                  name={pin.device.dev_alias}
                  place={pin.place}
                  isPending={placing.isPending}
                  onMove={placing.move}
                  onShow={([lat, lng], worldPx) => map.move(() => ({ lat, lng, worldPx }))}
                  onSave={placing.save}
                  onRemove={pin.device.lat === null ? null : placing.remove}
                  onCancel={placing.cancel}
                />
              ) : draft ? (
                <FenceForm draft={draft} fences={fences} />
              ) : fences.isOpen ? (
                <FencesCard
                  fences={fences}
                  onDraw={(kind) => fences.begin(kind, map.view)}
                  onShow={(fence) => map.move((_, size) => fitting(ringOf(fence), within(size, FENCE_EDGE_PX)))}
                />
              ) : (
                device && (
                  <PlaceCard
                    key={device.sn_code}
                    device={device}
                    onClose={() => onChoose('')}
                    onTrack={() => onTrack(device.sn_code)}
                    onPlace={() => placing.begin(device, [map.view.lat, map.view.lng])}
                  />
                )
              )}
            </>
          )}
        </WorldMap>
      </div>
    </div>
  )
}

const placeOf = ({ lat, lng }: PlacedDevice): Place => [lat, lng]

/** The pin follows a pointer that takes hold of it. */
function grabPin(
  [x, y]: readonly [number, number],
  from: Place,
  { view, size }: { view: MapView; size: Size },
  move: (place: Place) => void,
): ReturnType<NonNullable<MapPointer['grab']>> {
  const [pinX, pinY] = projection(view, size)(from)
  if (Math.hypot(x - pinX, y - (pinY - PIN_PX / 2)) > PIN_PX) return null
  const to = (at: readonly [number, number]) => move(placeAtPx(view, [pinX + at[0] - x, pinY + at[1] - y], size))
  return { drag: to, drop: to, cancel: () => move(from) }
}

function isInside(place: Place, shown: { view: MapView; size: Size } | null): boolean {
  if (!shown) return false
  const [x, y] = projection(shown.view, shown.size)(place)
  return x > 0 && y > 0 && x < shown.size.width && y < shown.size.height
}

/** What lies in a cluster, apart. */
function closer(view: MapView, size: Size, devices: readonly PlacedDevice[]): MapView {
  const fitted = fitting(devices.map(placeOf), within(size, EDGE_PX))
  return { ...fitted, worldPx: Math.max(fitted.worldPx, view.worldPx * STEP) }
}

function useClusterText(said: string): string {
  const t = useText(text)
  const w = useText(words)
  if (said === '') return ''
  const [count, dev_state] = JSON.parse(said)
  return t.cluster({ count, state: w[stateOf(dev_state)] })
}

/** Hands the map's way of moving to what stands beside it. */
function Mover({ map, mover }: { map: ShownMap; mover: { current: ShownMap['move'] | null } }): ReactNode {
  useEffect(() => {
    mover.current = map.move
  })
  return null
}

interface MapToolsProps {
  map: ShownMap
  fences: PlacesMapProps['fences']
  onFit: () => readonly Place[]
}

function MapTools({ map, fences, onFit }: MapToolsProps) {
  const t = useText(text)
  const zoom = (factor: number) =>
    map.move((view, size) => zoomed(view, factor, [size.width / 2, size.height / 2], size))
  return (
    <div className="places-tools">
      <IconButton icon="plus" label={t.zoomIn} onPress={() => zoom(STEP)} />
      <IconButton icon="minus" label={t.zoomOut} onPress={() => zoom(1 / STEP)} />
      <IconButton
        icon="expand"
        label={t.fit}
        onPress={() => map.move((_, size) => fitting(onFit(), within(size, EDGE_PX), REGION_PX))}
      />
      <IconButton icon="layers" label={t.fences} isPressed={fences.isOpen} onPress={fences.toggle} />
    </div>
  )
}
