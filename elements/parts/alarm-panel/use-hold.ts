import { useEffect, useRef } from 'react'
import type { Connection } from '../../../core/connection/connection.ts'
import type { Alarm, AlarmHold } from '../../../core/contract/alarm.ts'
import { isHeldBySomebody } from '../alarm-acts/can-act.ts'
import { useAlarmEvents } from '../use-alarm-events.ts'
import { useCall } from '../use-call.ts'

/**
 * Who keeps an alarm from operators, and until when; null where nobody does. One that was recovered is over when somebody
 * shelves it: its own state says no more than that. Asked for again when the alarm changes, and
 * with another `acted`: of one that is over no event says that it is held.
 */
export function useHold({ api }: Connection, alarm: Alarm | null, acted: string): AlarmHold | null {
  const sn_code = alarm?.sn_code ?? null
  const { data, reload } = useCall(api.alarm.holds, sn_code === null ? null : { sn_code })
  useAlarmEvents(sn_code, reload)
  const before = useRef(acted)
  useEffect(() => {
    if (before.current !== acted) reload()
    before.current = acted
  }, [acted, reload])
  // What stands for operators again is not held, whatever the last answer was.
  if (!alarm || !(alarm.state === 'NORM' || isHeldBySomebody(alarm))) return null
  return data?.rows.find((row) => row.rule_id === alarm.rule_id && row.sn_code === alarm.sn_code) ?? null
}

/** The alarm in the state that it is held in. */
export const asHeld = (alarm: Alarm, hold: AlarmHold | null): Alarm =>
  hold ? { ...alarm, state: hold.kind, held_until: hold.end_time } : alarm
