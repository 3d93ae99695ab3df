import type { AlarmState } from '../contract/alarm.ts'
import { defineText, type TextRow } from '../text/define-text.ts'

/** The states of ISA-18.2, in the words that the whole product has for them; what it says of an acknowledged one is "confirmed". */
export const alarmStates = defineText({
  NORM: ['正常', 'Normal'],
  UNACK: ['未确认', 'Unconfirmed'],
  ACKED: ['已确认', 'Confirmed'],
  RTNUN: ['已恢复未确认', 'Recovered, unconfirmed'],
  SHLVD: ['已搁置', 'Shelved'],
  DSUPR: ['设计抑制', 'Suppressed by design'],
  OOSRV: ['停用', 'Out of service'],
} as const satisfies Record<AlarmState, TextRow>)
