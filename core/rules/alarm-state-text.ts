import type { AlarmState } from '../contract/alarm.ts'
import { defineText, type TextRow } from '../text/define-text.ts'

/** The states of ISA-18.2 in words. */
export const alarmStates = defineText({
  NORM: ['正常', 'Normal'],
  UNACK: ['未确认', 'Unconfirmed'],
  ACKED: ['已确认', 'Confirmed'],
  RTNUN: ['已恢复，未确认', 'Recovered, unconfirmed'],
  SHLVD: ['已搁置', 'Shelved'],
  DSUPR: ['已抑制', 'Suppressed'],
  OOSRV: ['退出服务', 'Out of service'],
} as const satisfies Record<AlarmState, TextRow>)
