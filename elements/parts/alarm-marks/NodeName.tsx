import { useSheet } from '../../define/index.ts'
import { AlarmBadge, type NodeAlarms } from '../../kit/AlarmBadge.tsx'
import sheet from './node-name.css?sheet'

/** What a node is called, and behind it the alarms that are open there. */
export function NodeName({ name, alarms }: { name: string; alarms: NodeAlarms | null }) {
  useSheet(sheet)
  return (
    <span className="node-name">
      <span className="node-name-text">{name}</span>
      {alarms && <AlarmBadge {...alarms} />}
    </span>
  )
}
