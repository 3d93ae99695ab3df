import { defineElement } from '../../define/index.ts'
import { AlarmKpi } from './AlarmKpi.tsx'
import sheet from './alarm-kpi.css?sheet'
import { api } from './api.ts'

/**
 * `<sg-alarm-kpi range="7d" group="3" positions="2" bucket="day">`: the alarm measures of ISA-18.2 / IEC 62682, each
 * with its target and whether it is met: alarms per 10 minutes and operator, floods, the ten most frequent, chattering
 * and stale alarms, the mix of priorities, times to confirm. `compact` shows these numbers alone. An alarm or a stretch
 * of time that is opened is reported by `sg-alarm-open` and `sg-span-open`, and unless that was prevented, `sg-navigate`
 * `{path}` asks for the alarm history.
 */
export const AlarmKpiElement = defineElement('sg-alarm-kpi', AlarmKpi, { ...api, css: [sheet] })
