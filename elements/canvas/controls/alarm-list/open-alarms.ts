import type { Alarm } from '../../../../core/contract/alarm.ts'
import { isHeld } from '../../../../core/rules/held-states.ts'

/** The worst first; of a level the one that nobody has seen, then the newest. What is kept from operators comes after all others. */
export function inOrder(alarms: readonly Alarm[]): Alarm[] {
  const isSeen = ({ confirm_time }: Alarm) => Number(confirm_time !== null)
  return [...alarms].sort(
    (a, b) =>
      Number(isHeld(a)) - Number(isHeld(b)) ||
      b.alarm_level - a.alarm_level ||
      isSeen(a) - isSeen(b) ||
      b.alarm_time - a.alarm_time,
  )
}

/** Of alarms with all their times, those that were not over at a time, as they were then. */
export function openAt(alarms: readonly Alarm[], time: number): Alarm[] {
  return alarms.flatMap((alarm) => {
    const recover_time = alarm.recover_time !== null && alarm.recover_time <= time ? alarm.recover_time : null
    const isSeen = alarm.confirm_time !== null && alarm.confirm_time <= time
    if (alarm.alarm_time > time || (recover_time !== null && isSeen)) return []
    // Its state is that of now.
    const state = isSeen ? 'ACKED' : recover_time === null ? 'UNACK' : 'RTNUN'
    return [{ ...alarm, recover_time, confirm_time: isSeen ? alarm.confirm_time : null, state }]
  })
}
