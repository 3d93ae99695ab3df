import type { PointAlarm } from '../point-source.ts'
import { nameOf } from './replay-window.ts'

/** A row of the alarm history. */
export interface PastAlarm extends PointAlarm {
  readonly sn_code: string
  readonly rule_id: string
  readonly recover_time: number | null
  readonly confirm_time: number | null
}

/** What was open at a past time: of a point, or of a device by its SN. */
export interface PastAlarms {
  at(name: string, time: number): readonly PastAlarm[]
  /** The highest level of it, 0 for none. */
  levelAt(name: string, time: number): number
}

export function pastAlarms(alarms: readonly PastAlarm[]): PastAlarms {
  const byName = new Map<string, PastAlarm[]>()
  for (const alarm of alarms)
    for (const name of [nameOf(alarm.sn_code, alarm.key), alarm.sn_code]) {
      const own = byName.get(name)
      if (own) own.push(alarm)
      else byName.set(name, [alarm])
    }
  function* openAt(name: string, time: number): Generator<PastAlarm> {
    for (const alarm of byName.get(name) ?? []) {
      const { alarm_time, recover_time, confirm_time } = alarm
      // Over once it is recovered and confirmed, in whichever order.
      const isOver = recover_time !== null && recover_time <= time && confirm_time !== null && confirm_time <= time
      if (alarm_time <= time && !isOver) yield alarm
    }
  }
  return {
    at(name, time) {
      // The newest occurrence stands for those before it.
      const newest = new Map<string, PastAlarm>()
      for (const alarm of openAt(name, time)) {
        const known = newest.get(alarm.rule_id)
        if (!known || known.alarm_time <= alarm.alarm_time) newest.set(alarm.rule_id, alarm)
      }
      return [...newest.values()]
    },
    levelAt(name, time) {
      let level = 0
      for (const { alarm_level } of openAt(name, time)) level = Math.max(level, alarm_level)
      return level
    },
  }
}
