import type { Alarm } from '../../../core/contract/alarm.ts'

const NAMES = ['出口压力过高', '油温高', '露点高', '锅炉水位低', '信号弱'] as const
const NOW = Date.now()

/** The nth alarm of a plant of 200 devices: a tenth critical, a third of them confirmed. */
export function alarmAt(n: number): Alarm {
  const confirm_time = n % 3 === 0 ? NOW - 1000 * n : null
  const device = n % 200
  return {
    alarm_id: String(1_000_000 + n),
    rule_id: String(n % 500),
    sn_code: `WW${device}`,
    dev_alias: `Pump ${device}`,
    key: 'pressure',
    alarm_type: confirm_time === null ? 1 : 3,
    state: confirm_time === null ? 'UNACK' : 'ACKED',
    alarm_level: n % 10 === 0 ? 5 : (n % 4) + 1,
    alarm_name: NAMES[n % 5] ?? '',
    alarm_name_en: null,
    alarm_info: `${(60 + (n % 40)).toFixed(1)} °C > 60 °C`,
    alarm_info_en: null,
    alarm_value: 60 + (n % 40),
    alarm_time: NOW - 60_000 - 1000 * n,
    recover_time: null,
    confirm_time,
    repeats: 0,
    is_late: false,
    confirm_userName: confirm_time === null ? null : 'li',
    alarm_note: null,
    alarm_note_en: null,
    held_until: null,
  }
}

export const FIRST_ROWS = 10_000
export const ROWS_A_SECOND = 100
