import { useSheet } from '../context/element-context.ts'
import { type AlarmLevel, AlarmShape } from './AlarmShape.tsx'
import sheet from './mark.css?sheet'

/** The open alarms of a node: a device, or a group with all below it. */
export interface NodeAlarms {
  /** The highest. */
  readonly level: AlarmLevel
  readonly count: number
  /** Both in words. */
  readonly said: string
}

/** How many alarms a node has, by the shape of the worst. */
export function AlarmBadge({ level, count, said }: NodeAlarms) {
  useSheet(sheet)
  return (
    <span className={`mark mark-alarm-${level} mark-node`} title={said} role="img" aria-label={said}>
      <AlarmShape level={level} />
      {count}
    </span>
  )
}
