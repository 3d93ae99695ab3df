import type { Alarm } from '../../../core/contract/alarm.ts'
import { useFormat } from '../../define/index.ts'
import { useServerNow } from '../use-server-now.ts'

/** How long an alarm stood; one that still does counts on. */
export function ActiveTime({ alarm: { alarm_time, recover_time } }: { alarm: Alarm }) {
  const format = useFormat()
  if (recover_time !== null) return format.duration(recover_time - alarm_time)
  return <StillActive since={alarm_time} />
}

function StillActive({ since }: { since: number }) {
  const now = useServerNow()
  const format = useFormat()
  return <strong>{format.duration(Math.max(0, now - since))}</strong>
}
