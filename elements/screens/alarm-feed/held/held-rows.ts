import type { Alarm, AlarmHold } from '../../../../core/contract/alarm.ts'
import { alarmKey } from '../../../../core/stores/alarm-map.ts'

/** An alarm that operators are not notified of, and why. */
export interface HeldRow extends Pick<Alarm, 'sn_code' | 'rule_id' | 'dev_alias' | 'alarm_name' | 'alarm_name_en'> {
  readonly key: string
  readonly alarm_level: number
  readonly state: 'SHLVD' | 'DSUPR' | 'OOSRV'
  readonly start_time: number | null
  readonly end_time: number | null
  readonly is_one_shot: boolean
  readonly reason: string
  readonly user_name: string
}

/** What people keep from operators, the soonest to end first; then what its rule keeps. */
export function heldRows(holds: readonly AlarmHold[], alarms: Iterable<Alarm>): HeldRow[] {
  const byPeople = holds
    .map(({ kind, ...hold }): HeldRow => ({ ...hold, key: alarmKey(hold), state: kind }))
    .sort((a, b) => (a.end_time ?? Number.MAX_VALUE) - (b.end_time ?? Number.MAX_VALUE))
  const byRule = [...alarms]
    .filter(({ state }) => state === 'DSUPR')
    .map(
      ({ sn_code, rule_id, dev_alias, alarm_name, alarm_name_en, alarm_level }): HeldRow => ({
        sn_code,
        rule_id,
        dev_alias,
        alarm_name,
        alarm_name_en,
        alarm_level,
        key: alarmKey({ sn_code, rule_id }),
        state: 'DSUPR',
        start_time: null,
        end_time: null,
        is_one_shot: false,
        reason: '',
        user_name: '',
      }),
    )
  return [...byPeople, ...byRule]
}
