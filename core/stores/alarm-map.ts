import type { Alarm } from '../contract/alarm.ts'
import { isHeld } from '../rules/held-states.ts'

/** Which alarm it is, each time that it comes: an occurrence takes the place of the one before. */
export const alarmKey = ({ sn_code, rule_id }: Pick<Alarm, 'sn_code' | 'rule_id'>): string => `${sn_code}/${rule_id}`

/** The cause is gone and somebody has seen it, whether it is kept from operators or not. */
export const isOver = ({ recover_time, confirm_time }: Pick<Alarm, 'recover_time' | 'confirm_time'>): boolean =>
  recover_time !== null && confirm_time !== null

/** Whether an alarm is to be announced to operators: it was raised, raised again, or returned to them. */
export const isArrival = (alarm: Alarm, before: Alarm | undefined): boolean =>
  alarm.state === 'UNACK' && (!before || before.alarm_id !== alarm.alarm_id || isHeld(before))

/**
 * Stores an alarm's newest state; false where nothing changed. Confirming an alarm also confirms its earlier occurrences:
 * the server sends those too, and they are ignored.
 */
export function enter(alarms: Map<string, Alarm>, alarm: Alarm): boolean {
  const key = alarmKey(alarm)
  const known = alarms.get(key)
  if (known && Number(known.alarm_id) > Number(alarm.alarm_id)) return false
  if (isOver(alarm)) return alarms.delete(key)
  if (known && isSame(known, alarm)) return false
  alarms.set(key, alarm)
  return true
}

function isSame(one: Alarm, other: Alarm): boolean {
  for (const field in one) if (one[field as keyof Alarm] !== other[field as keyof Alarm]) return false
  return true
}
