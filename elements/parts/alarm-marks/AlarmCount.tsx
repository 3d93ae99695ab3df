import { AlarmBadge, type NodeAlarms } from '../../kit/AlarmBadge.tsx'

interface AlarmCountProps {
  /** Null where there are none, or who looks may not know. */
  alarms: NodeAlarms | null
  /** As the device itself has them. */
  open_alarms: number
}

/** How many alarms a device has, by the shape of the worst; a dash for none. */
export function AlarmCount({ alarms, open_alarms }: AlarmCountProps) {
  if (alarms) return <AlarmBadge {...alarms} />
  return open_alarms > 0 ? <strong>{open_alarms}</strong> : '–'
}
