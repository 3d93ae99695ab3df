import type { DeviceGroup, DevicePlace } from '../../../core/contract/device.ts'
import { deviceDetail, deviceGroups } from '../../../core/stores/collections/devices.ts'
import { words } from '../../../core/text/words.ts'
import { useFormat, useText } from '../../define/index.ts'
import { AlarmBadge } from '../../kit/AlarmBadge.tsx'
import { Button, IconButton } from '../../kit/Button.tsx'
import { StateMark } from '../../kit/StateMark.tsx'
import { Age } from '../../parts/Age.tsx'
import { useAlarmMarks } from '../../parts/alarm-marks/use-alarm-marks.ts'
import { stateOf } from '../../parts/device-state.ts'
import { Facts } from '../../parts/Facts.tsx'
import { useNeighbours } from '../../parts/neighbours/use-neighbours.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { text } from './text.ts'

interface PlaceCardProps {
  device: DevicePlace
  onClose: () => void
  onTrack: () => void
  onPlace: () => void
}

const NO_GROUPS: readonly DeviceGroup[] = []

/** The chosen device: how it is, where and since when, and where it leads. */
export function PlaceCard({ device, onClose, onTrack, onPlace }: PlaceCardProps) {
  const t = useText(text)
  const { close } = useText(words)
  const format = useFormat()
  const { sn_code, dev_alias, dev_state, lat, lng, place_time, speed, heading, may_edit } = device
  const groups = useCollection(deviceGroups).data ?? NO_GROUPS
  const alarms = useAlarmMarks(groups).device(sn_code)
  const detail = useCollection(deviceDetail, { sn_code }).data
  const links = useNeighbours()({ sn_code }, detail?.has_screen ?? false)
  const isOwn = place_time !== null
  return (
    <section
      className="place-card"
      aria-label={dev_alias}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      <header className="place-card-head">
        <h2 className="place-card-name">{dev_alias}</h2>
        <IconButton icon="close" label={close} onPress={onClose} />
      </header>
      <div className="place-card-marks">
        <StateMark state={stateOf(dev_state)} />
        {alarms && <AlarmBadge {...alarms} />}
        <span className="place-note">{sn_code}</span>
      </div>
      <Facts
        facts={[
          [t.position, lat === null || lng === null ? t.noPlace : `${lat.toFixed(5)}, ${lng.toFixed(5)}`],
          [t.reported, lat === null ? null : isOwn ? <Age key="age" time={place_time} /> : t.byHand],
          [t.speed, speed === null ? null : t.kmh({ value: format.number(speed, 0) })],
          [t.heading, heading === null || !speed ? null : `${format.number(heading, 0)}°`],
        ]}
      />
      {lat === null && <p className="place-note">{t.noPlaceWhy}</p>}
      <div className="place-card-actions">
        {isOwn && (
          <Button icon="map" onPress={onTrack}>
            {t.track}
          </Button>
        )}
        {may_edit && !isOwn && (
          <Button icon="map-pin" onPress={onPlace}>
            {lat === null ? t.place : t.move}
          </Button>
        )}
        {links.map(({ id, label, icon, go }) => (
          <Button key={id} look="plain" icon={icon} onPress={go}>
            {label}
          </Button>
        ))}
      </div>
    </section>
  )
}
