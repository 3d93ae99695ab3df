import { defineElement } from '../../define/index.ts'
import { AlarmHistory } from './AlarmHistory.tsx'
import { api } from './api.ts'

/**
 * `<sg-alarm-history sn="WW0001" level="4,5" start="1763600000000" end="1763700000000" sort="-alarm_level" page="2">`:
 * alarms that came, open ones among them, with a chart of when they did; a row opens with all that happened to it, and
 * those that wait are confirmed one by one or several at once. Every choice is reported by `sg-view-change` with all of them.
 * The links to a device, its curve or screen are `sg-device-open`, `sg-curve-open` and `sg-screen-open`, and unless those
 * were prevented `sg-navigate` `{path}` asks for the page.
 */
export const AlarmHistoryElement = defineElement('sg-alarm-history', AlarmHistory, api)
