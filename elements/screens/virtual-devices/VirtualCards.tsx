import type { VirtualDevice } from '../../../core/contract/virtual-device.ts'
import { useText } from '../../define/index.ts'
import type { MenuEntry } from '../../kit/Menu.tsx'
import { MoreMenu } from '../../kit/MoreMenu.tsx'
import { StateMark } from '../../kit/StateMark.tsx'
import { Age } from '../../parts/Age.tsx'
import { NodeName } from '../../parts/alarm-marks/NodeName.tsx'
import type { AlarmMarks } from '../../parts/alarm-marks/use-alarm-marks.ts'
import { stateOf } from '../../parts/device-state.ts'
import { text } from './text.ts'

interface VirtualCardsProps {
  rows: readonly VirtualDevice[]
  alarms: AlarmMarks
  open: (row: VirtualDevice) => void
  menuOf: (row: VirtualDevice) => readonly (MenuEntry | 'line')[]
}

/** The rows where there is no room for columns. */
export function VirtualCards({ rows, alarms, open, menuOf }: VirtualCardsProps) {
  const t = useText(text)
  return (
    <ul className="virtual-cards" aria-label={t.title}>
      {rows.map((row) => (
        <li key={row.sn_code} className="virtual-card">
          <button type="button" className="virtual-card-name" onClick={() => open(row)}>
            <NodeName name={row.dev_alias} alarms={alarms.device(row.sn_code)} />
          </button>
          <StateMark state={stateOf(row.dev_state)} />
          <span className="virtual-card-menu">
            <MoreMenu label={t.menuOf({ name: row.dev_alias })} entries={menuOf(row)} />
          </span>
          <span className="virtual-card-note">
            {row.sn_code} · {row.group_name}
          </span>
          <span className="virtual-card-note virtual-card-age">
            <Age time={row.report_time} />
          </span>
          <span className="virtual-card-note">
            {t.pointsFrom({ points: row.point_count, count: row.source_count })}
            {row.module_name && ` · ${row.module_name}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
