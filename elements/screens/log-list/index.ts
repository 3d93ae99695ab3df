import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { LogList } from './LogList.tsx'
import sheet from './log-list.css?sheet'

/**
 * `<sg-log-list kind="operation" search="pump" action="failed,timeout" sn="WW0001" user="li" start="1763600000000"
 * end="1763700000000" page="2">`: who did what, and when: writes to devices, sign-ins, what devices did, and what people did
 * with alarms, newest first, with an export of what is left by the filters. Every choice is reported by `sg-view-change` with
 * all of them. For signed-in users.
 */
export const LogListElement = defineElement('sg-log-list', LogList, { ...api, css: [sheet] })
