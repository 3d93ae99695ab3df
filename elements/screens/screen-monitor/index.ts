import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { ScreenMonitor } from './ScreenMonitor.tsx'
import sheet from './screen-monitor.css?sheet'

/**
 * `<sg-screen-monitor sn="WW0001">`: the devices that have a configuration screen, by group, and the chosen one's screen
 * beside them. Without a choice it opens what its user watched last.
 */
export const ScreenMonitorElement = defineElement('sg-screen-monitor', ScreenMonitor, { ...api, css: [sheet] })
