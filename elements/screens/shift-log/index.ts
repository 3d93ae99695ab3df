import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { ShiftLog } from './ShiftLog.tsx'

/**
 * `<sg-shift-log sn="WW0001" kind="handover" start="1763600000000">`: what operators write down on their shift, the newest
 * first, shift by shift. An author corrects an entry within a shift’s time, and what it said before stays readable; a
 * handover lists what is open and is taken over by the next operator. Every choice is reported by `sg-view-change` with all
 * of them. The way to a device is `sg-device-open`, and unless that was prevented `sg-navigate` `{path}` asks for its page.
 * For signed-in users.
 */
export const ShiftLogElement = defineElement('sg-shift-log', ShiftLog, api)
