import { defineElement, event, prop } from '../define/index.ts'
import { DeviceMonitor } from './DeviceMonitor.tsx'
import sheet from './device-monitor.css?sheet'
import type { TabId } from './tabs.ts'

/**
 * `<sg-device-monitor sn="WW0001" tab="values" points="flow,pressure" compact>`: one device, live and in the past.
 *
 * - `sn` the device
 * - `tab` values, history, curve, alarms, operations, log or track; follows what the user chooses
 * - `points` comma-separated keys of the points to show, in this order; all without it
 * - `compact` a header of one line
 *
 * Sends `sg-view-change` `{tab}` when the user chooses a tab, `sg-point-select` `{sn_code, key}`, `sg-write-done` `{sn_code, key, id, status}` when a write has ended, and
 * `sg-error` with the code when the device cannot be shown.
 */
export const DeviceMonitorElement = defineElement('sg-device-monitor', DeviceMonitor, {
  props: { sn: prop.string(''), tab: prop.string('values'), points: prop.string(''), compact: prop.boolean() },
  events: {
    onViewChange: event<{ tab: TabId }>(),
    onPointSelect: event<{ sn_code: string; key: string }>(),
    onWriteDone: event<{ sn_code: string; key: string; id: string; status: string }>(),
  },
  css: [sheet],
})
