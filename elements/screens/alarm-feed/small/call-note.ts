import type { Alarm } from '../../../../core/contract/alarm.ts'
import { isHeld } from '../../../../core/rules/held-states.ts'
import { alarmKey } from '../../../../core/stores/alarm-map.ts'
import type { AlarmBatch } from '../../../../core/stores/alarms.ts'

/** New alarms that nobody has looked at, in one note. */
export interface CallNote {
  /** Counts up with each that comes: the note is news again. */
  readonly round: number
  readonly waiting: ReadonlyMap<string, Alarm>
  /** The newest of the highest level. */
  readonly worst: Alarm
}

const isSeen = (alarm: Alarm) => alarm.confirm_time !== null || isHeld(alarm)

/** The note after a batch: with those that came and call, without those that somebody confirmed, shelved or that are over; null for none. */
export function noteAfter(
  note: CallNote | null,
  { changes, arrived }: AlarmBatch,
  calls: (alarm: Alarm) => boolean,
): CallNote | null {
  const waiting = new Map(note?.waiting)
  for (const { key, alarm, isGone } of changes) {
    if (!waiting.has(key)) continue
    if (isGone || isSeen(alarm)) waiting.delete(key)
    else waiting.set(key, alarm)
  }
  const news = arrived.filter((alarm) => !isSeen(alarm) && calls(alarm))
  for (const alarm of news) waiting.set(alarmKey(alarm), alarm)
  if (news.length === 0 && waiting.size === note?.waiting.size) return note
  const [first, ...others] = waiting.values()
  if (!first) return null
  const worst = others.reduce((one, other) => (other.alarm_level >= one.alarm_level ? other : one), first)
  return { round: (note?.round ?? 0) + (news.length > 0 ? 1 : 0), waiting, worst }
}
