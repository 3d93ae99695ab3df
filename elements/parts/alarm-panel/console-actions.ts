import type { Alarm } from '../../../core/contract/alarm.ts'
import { curvePath, devicePath, rulePath, screenPath, shiftLogPath } from '../neighbours/paths.ts'

type To = (alarm: Alarm) => void

/** Where an alarm leads; null for what is open already. */
export interface AlarmActions {
  toDevice: To | null
  /** The curve of its point around the time that it came. */
  toCurve: To
  toScreen: To | null
  /** The rule that raised it. */
  toRule: To
  /** An entry of the shift log about it. */
  toShiftLog: To
  /** Leaves the alarms of its device alone in the list. */
  toOnlyDevice: To | null
}

/** The events of an element that shows alarms; each returns whether the page handled it. */
interface WayEvents {
  onDeviceOpen: (detail: { sn_code: string }) => boolean
  onCurveOpen: (detail: { sn_code: string; key: string; time: number; alarm_id: string }) => boolean
  onScreenOpen: (detail: { sn_code: string }) => boolean
  onNavigate: (detail: { path: string }) => boolean
}

/** Actions that a page may handle itself, else the console's. */
export function consoleActions({ onDeviceOpen, onCurveOpen, onScreenOpen, onNavigate }: WayEvents) {
  const go = (isTaken: boolean, path: string) => {
    if (!isTaken) onNavigate({ path })
  }
  return {
    toDevice(alarm) {
      go(onDeviceOpen({ sn_code: alarm.sn_code }), devicePath(alarm.sn_code))
    },
    toCurve(alarm) {
      const { sn_code, key, alarm_time, alarm_id } = alarm
      go(onCurveOpen({ sn_code, key, time: alarm_time, alarm_id }), curvePath(sn_code, key, alarm_time, alarm_id))
    },
    toRule({ sn_code, rule_id }) {
      onNavigate({ path: rulePath(sn_code, rule_id) })
    },
    toShiftLog({ alarm_id }) {
      onNavigate({ path: shiftLogPath({ alarm: alarm_id }) })
    },
    toScreen({ sn_code }) {
      go(onScreenOpen({ sn_code }), screenPath(sn_code))
    },
  } satisfies Partial<AlarmActions>
}
