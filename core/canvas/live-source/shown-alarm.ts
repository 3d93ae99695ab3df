import type { PointAlarm } from '../point-source.ts'

/** What is read of an alarm. */
export interface ShownAlarm extends PointAlarm {
  readonly alarm_id: string
  /** With `sn_code`: which alarm it is, each time that it comes. */
  readonly rule_id: string
  readonly sn_code: string
  readonly state: string
}
