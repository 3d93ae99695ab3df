import { useState } from 'react'
import { useElement, useText } from '../../../define/index.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import type { IconName } from '../../../kit/icons.ts'
import { StateMark } from '../../../kit/StateMark.tsx'
import { stateOf } from '../../../parts/device-state.ts'
import { fitting, type Place, projection, zoomed } from '../../../parts/map/map-view.ts'
import { type ShownMap, WorldMap, within } from '../../../parts/map/WorldMap.tsx'
import { type Mark, marksOf, type PlacedDevice } from './marks.ts'
import { text } from './text.ts'

interface DeviceMapProps {
  isExample?: boolean
  devices: readonly PlacedDevice[]
  /** What is in view at first; the same list while devices only move. */
  places: readonly Place[]
  hasNames: boolean
  /** The device that is chosen; '' for none. */
  chosen?: string
  /** Where devices can be chosen: a press does, in the place of a card with the way to the device. */
  onChoose?: ((sn_code: string) => void) | null
}

const STEP = 1.6
/** A mark and its name. */
const EDGE_PX = 20
const ICONS: Record<1 | 2 | 3 | 4, IconName> = { 1: 'circle', 2: 'ring', 3: 'cross', 4: 'unknown' }

/** Marks over the map: by colour and by shape, each a button with its name. */
export function DeviceMap({ devices, places, hasNames, isExample = false, ...link }: DeviceMapProps) {
  const t = useText(text)
  const { chosen = '', onChoose = null } = link
  const [openSn, setOpenSn] = useState<string | null>(null)
  const open = onChoose ? undefined : devices.find(({ sn_code }) => sn_code === openSn)
  return (
    <div className="map-place">
      <WorldMap label={t.mapOf({ count: devices.length })} places={places} edgePx={EDGE_PX} isPlain={isExample}>
        {(shown) => (
          <>
            <Marks
              shown={shown}
              devices={devices}
              hasNames={hasNames}
              openSn={onChoose ? chosen : openSn}
              onOpen={onChoose ? (sn_code) => sn_code !== null && onChoose(sn_code) : setOpenSn}
            />
            <span className="map-tools">
              <ZoomButton shown={shown} factor={STEP} />
              <ZoomButton shown={shown} factor={1 / STEP} />
              <IconButton
                icon="expand"
                label={t.fit}
                onPress={() => shown.move((_, size) => fitting(places, within(size, EDGE_PX)))}
              />
            </span>
            {open && <Card device={open} onClose={() => setOpenSn(null)} />}
          </>
        )}
      </WorldMap>
    </div>
  )
}

function ZoomButton({ shown, factor }: { shown: ShownMap; factor: number }) {
  const t = useText(text)
  const zoom = () => shown.move((view, size) => zoomed(view, factor, [size.width / 2, size.height / 2], size))
  return (
    <IconButton icon={factor > 1 ? 'zoom-in' : 'zoom-out'} label={factor > 1 ? t.zoomIn : t.zoomOut} onPress={zoom} />
  )
}

interface MarksProps extends Pick<DeviceMapProps, 'devices' | 'hasNames'> {
  shown: ShownMap
  openSn: string | null
  onOpen: (sn_code: string | null) => void
}

function Marks({ shown, devices, hasNames, openSn, onOpen }: MarksProps) {
  const t = useText(text)
  const { view, size, move } = shown
  const closer = ({ devices: near }: Mark) =>
    move((_, room) => {
      const fitted = fitting(
        near.map(({ place }) => place),
        room,
      )
      return { ...fitted, worldPx: Math.max(fitted.worldPx, view.worldPx * STEP) }
    })
  return marksOf(devices, projection(view, size), size).map((mark) => {
    const [device, ...others] = mark.devices
    const { x, y, dev_state } = mark
    const isOne = others.length === 0
    const count = mark.devices.length
    return (
      <button
        key={device.sn_code}
        type="button"
        className="map-mark"
        data-state={dev_state === null ? 'then' : stateOf(dev_state)}
        style={{ translate: `${Math.round(x)}px ${Math.round(y)}px` }}
        aria-label={isOne ? device.dev_alias : t.cluster({ count })}
        aria-pressed={isOne ? device.sn_code === openSn : undefined}
        onClick={() => (isOne ? onOpen(device.sn_code === openSn ? null : device.sn_code) : closer(mark))}
      >
        {isOne ? <Icon name={dev_state === null ? 'circle' : ICONS[dev_state]} size={12} /> : <span>{count}</span>}
        {isOne && hasNames && <span className="map-name">{device.dev_alias}</span>}
      </button>
    )
  })
}

function Card({ device, onClose }: { device: PlacedDevice; onClose: () => void }) {
  const t = useText(text)
  const { emit } = useElement()
  const { sn_code, dev_alias, dev_state } = device
  return (
    <div className="map-card">
      <span className="map-card-head">
        <span className="map-card-name">{dev_alias}</span>
        <IconButton icon="close" label={t.close} onPress={onClose} />
      </span>
      <span className="map-card-facts">
        {dev_state !== null && <StateMark state={stateOf(dev_state)} />}
        <Button look="plain" icon="external" onPress={() => void emit('sg-device-open', { sn_code })}>
          {t.open}
        </Button>
      </span>
    </div>
  )
}
