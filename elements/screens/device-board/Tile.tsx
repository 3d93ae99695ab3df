import { type CSSProperties, useEffect, useRef } from 'react'
import type { Device } from '../../../core/contract/device.ts'
import { useText } from '../../define/index.ts'
import { AlarmBadge, type NodeAlarms } from '../../kit/AlarmBadge.tsx'
import type { Spot } from '../../kit/ContextMenu.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { StateMark } from '../../kit/StateMark.tsx'
import { Age } from '../../parts/Age.tsx'
import type { PointAlarms } from '../../parts/alarm-marks/point-alarms.ts'
import { stateOf } from '../../parts/device-state.ts'
import { spotOf } from '../../parts/neighbours/use-neighbour-menu.tsx'
import { useOnScreen } from '../../parts/use-on-screen.ts'
import { type CardLayout, SHOWN } from './card-layout.ts'
import { LiveValues } from './LiveValues.tsx'
import { TilePicture } from './TilePicture.tsx'
import { text } from './text.ts'

interface TileProps {
  device: Device
  alarms: NodeAlarms | null
  pointAlarms: PointAlarms
  layout: CardLayout
  isOpen: boolean
  onOpen: () => void
  /** A right click, or the menu key: where, px of the window. */
  onMenu: (spot: Spot) => void
}

/** One device: its name, state and newest values. Only one that is on the screen listens. */
export function Tile({ device, alarms, pointAlarms, layout, isOpen, onOpen, onMenu }: TileProps) {
  const t = useText(text)
  const [ref, isOnScreen] = useOnScreen()
  const name = useRef<HTMLButtonElement>(null)
  // The tiles stand closer beside an open device: its own may be elsewhere than it was pressed.
  useEffect(() => {
    if (isOpen) name.current?.closest('.tile')?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const { dev_alias, sn_code, dev_state, report_time, open_alarms, picture_tag } = device
  const lines = Math.ceil((layout.keys?.length ?? SHOWN) / 2)
  const state = stateOf(dev_state)
  return (
    <li
      ref={ref}
      className={`tile tile-${state}`}
      data-open={isOpen || undefined}
      data-alarm={alarms?.level}
      onContextMenu={(event) => onMenu(spotOf(event))}
    >
      <div className="tile-head">
        <button ref={name} type="button" className="tile-name" aria-pressed={isOpen} onClick={onOpen}>
          {dev_alias}
        </button>
        <StateMark state={state} />
      </div>
      {layout.hasPicture && picture_tag !== null && (
        <div className="tile-picture">{isOnScreen && <TilePicture {...device} picture_tag={picture_tag} />}</div>
      )}
      <div className="tile-body" style={{ '--lines': lines } as CSSProperties}>
        {isOnScreen && <LiveValues device={device} alarms={pointAlarms} layout={layout} />}
      </div>
      <div className="tile-foot">
        <span className="tile-sn">{sn_code}</span>
        {alarms ? (
          <AlarmBadge {...alarms} />
        ) : (
          open_alarms > 0 && (
            <span className="tile-alarms">
              <Icon name="bell" size={12} /> {t.alarms({ count: open_alarms })}
            </span>
          )
        )}
        <span className="tile-age">
          <Age time={report_time} />
        </span>
      </div>
    </li>
  )
}
