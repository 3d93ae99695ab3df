import type { Device } from '../../core/contract/device.ts'
import { useText } from '../define/index.ts'
import { StateMark } from '../kit/StateMark.tsx'
import { Age } from '../parts/Age.tsx'
import { stateOf } from '../parts/device-state.ts'
import { text } from './text.ts'

/** The rows where there is no room for columns. */
export function DeviceCards({ rows, open }: { rows: readonly Device[]; open: (row: Device) => void }) {
  const t = useText(text)
  return (
    <ul className="device-cards" aria-label={t.title}>
      {rows.map((row) => (
        <li key={row.sn_code} className="device-card">
          <button type="button" className="device-card-name" onClick={() => open(row)}>
            {row.dev_alias}
          </button>
          <span className="device-card-state">
            <StateMark state={stateOf(row.dev_state)} />
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
