import { nameOf } from './replay-window.ts'

/** As the alarm history tells it. */
export interface PastAlarm {
  readonly sn_code: string
  readonly key: string
  readonly alarm_level: number
  readonly alarm_time: number
  readonly recover_time: number | null
  readonly confirm_time: number | null
}

/** The highest level of what was open at a moment of the past, 0 for none: of a point, or of a device by its SN. */
export function alarmLevels(alarms: readonly PastAlarm[]): (name: string, time: number) => number {
  const byName = new Map<string, PastAlarm[]>()
  for (const alarm of alarms)
    for (const name of [nameOf(alarm.sn_code, alarm.key), alarm.sn_code]) {
      const own = byName.get(name)
      if (own) own.push(alarm)
      else byName.set(name, [alarm])
    }
  return (name, time) => {
    let level = 0
    for (const { alarm_level, alarm_time, recover_time, confirm_time } of byName.get(name) ?? []) {
      // Over once it is recovered and confirmed, in whichever order.
      const isOver = recover_time !== null && recover_time <= time && confirm_time !== null && confirm_time <= time
      if (alarm_time <= time && !isOver) level = Math.max(level, alarm_level)
    }
    return level
  }
}
