import type { DeviceGroup } from '../../../core/contract/device.ts'
import { useText } from '../../define/index.ts'
import { AlarmBadge, type NodeAlarms } from '../../kit/AlarmBadge.tsx'
import type { AlarmMarks } from '../../parts/alarm-marks/use-alarm-marks.ts'
import { groupRows } from './group-rows.ts'
import { text } from './text.ts'

interface GroupTreeProps {
  groups: readonly DeviceGroup[]
  group: number | null
  alarms: AlarmMarks
  onSelect: (group: number | null) => void
}

/** All groups with how many devices each holds; one is chosen. */
export function GroupTree({ groups, group, alarms, onSelect }: GroupTreeProps) {
  const t = useText(text)
  const rows = groupRows(groups)
  return (
    <nav className="groups" aria-label={t.groups}>
      <ul>
        <li>
          <GroupButton name={t.allGroups} isCurrent={group === null} depth={0} onPress={() => onSelect(null)} />
        </li>
        {rows.map(({ group_id, group_name, device_count, depth }) => (
          <li key={group_id}>
            <GroupButton
              name={group_name}
              count={device_count}
              alarms={alarms.group(group_id)}
              isCurrent={group === group_id}
              depth={depth}
              onPress={() => onSelect(group_id)}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface GroupButtonProps {
  name: string
  count?: number
  alarms?: NodeAlarms | null
  isCurrent: boolean
  depth: number
  onPress: () => void
}

function GroupButton({ name, count, alarms, isCurrent, depth, onPress }: GroupButtonProps) {
  return (
    <button
      type="button"
      className="group"
      aria-current={isCurrent || undefined}
      data-alarm={alarms?.level}
      style={{ '--depth': depth } as React.CSSProperties}
      onClick={onPress}
    >
      <span className="group-name">{name}</span>
      {alarms && <AlarmBadge {...alarms} />}
      {count !== undefined && <span className="group-count">{count}</span>}
    </button>
  )
}
