/** What engineers and managers ask about alarms; what operators ask is in `alarm.ts`, which every console loads. */
export { alarmMeasure } from './alarm-measure.ts'
export { alarmRecord } from './alarm-record.ts'
export { alarmRules } from './alarm-rules.ts'
export { shiftLog } from './shift-log.ts'
