import type { Device } from '../../../core/contract/device.ts'
import { useText } from '../../define/index.ts'
import type { Spot } from '../../kit/ContextMenu.tsx'
import { MoreMenu } from '../../kit/MoreMenu.tsx'
import { Badge, StateMark } from '../../kit/StateMark.tsx'
import { Age } from '../../parts/Age.tsx'
import { NodeName } from '../../parts/alarm-marks/NodeName.tsx'
import type { AlarmMarks } from '../../parts/alarm-marks/use-alarm-marks.ts'
import { stateOf } from '../../parts/device-state.ts'
import { spotOf } from '../../parts/neighbours/use-neighbour-menu.tsx'
import { text } from './text.ts'
import type { MenuOf } from './use-row-menu.tsx'

interface DeviceCardsProps {
  rows: readonly Device[]
  /** The SN of the one that its user is to find. */
  marked: string | null
  alarms: AlarmMarks
  open: (row: Device) => void
  openMenu: (row: Device, spot: Spot) => void
  menuOf: MenuOf | null
}

// In the middle, where no note covers it.
const scrollTo = (card: HTMLElement | null) => card?.scrollIntoView({ block: 'center' })

/** The rows where there is no room for columns. */
export function DeviceCards({ rows, marked, alarms, open, openMenu, menuOf }: DeviceCardsProps) {
  const t = useText(text)
  return (
    <ul className="device-cards" aria-label={t.title}>
      {rows.map((row) => (
        <li
          key={row.sn_code}
          ref={row.sn_code === marked ? scrollTo : undefined}
          className="device-card"
          aria-current={row.sn_code === marked || undefined}
          onContextMenu={(event) => openMenu(row, spotOf(event))}
        >
          <button type="button" className="device-card-name" onClick={() => open(row)}>
            <NodeName name={row.dev_alias} alarms={alarms.device(row.sn_code)} />
            {row.is_virtual && <Badge>{t.virtual}</Badge>}
            {row.is_awaited && <Badge>{t.awaited}</Badge>}
          </button>
          <span className="device-card-state">
            <StateMark state={stateOf(row.dev_state)} />
            {menuOf && (
              <span className="device-card-menu">
                <MoreMenu label={t.menuOf({ name: row.dev_alias })} entries={menuOf(row)} />
              </span>
            )}
          </span>
          <span className="device-card-note">
            {row.sn_code} · {row.group_name}
          </span>
          <span className="device-card-note device-card-age">
            <Age time={row.report_time} />
          </span>
        </li>
      ))}
    </ul>
  )
}
