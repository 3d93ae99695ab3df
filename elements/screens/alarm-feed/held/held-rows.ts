import type { Alarm, AlarmHold, AlarmSuppression } from '../../../../core/contract/alarm.ts'
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
  /** The expression while which its rule suppresses it; empty where people hold it. */
  readonly suppress_when: string
}

/** What people keep from operators, the soonest to end first; then what its rule keeps. */
export function heldRows(
  { rows, suppressed }: { rows: readonly AlarmHold[]; suppressed: readonly AlarmSuppression[] },
  alarms: Iterable<Alarm>,
): HeldRow[] {
  const conditions = new Map(suppressed.map((one) => [alarmKey(one), one.suppress_when]))
  const byPeople = rows
    .map(({ kind, ...hold }): HeldRow => ({ ...hold, key: alarmKey(hold), state: kind, suppress_when: '' }))
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
        suppress_when: conditions.get(alarmKey({ sn_code, rule_id })) ?? '',
      }),
    )
  return [...byPeople, ...byRule]
}
