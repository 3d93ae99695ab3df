import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import editorSheet from './editor.css?sheet'
import { VirtualDevices } from './VirtualDevices.tsx'
import sheet from './virtual-devices.css?sheet'

/**
 * `<sg-virtual-devices search="station" group="3" sort="-report_time" page="2">`: the devices that are composed of points
 * of others and of calculated points; with `device="V0001"` the form of one, with `new="yes"` that of a new one, where
 * each formula is shown with what it comes to now. What the user chooses is reported by `sg-view-change` with all of it.
 * Opening one sends `sg-device-open` `{sn_code}` and, unless that was prevented, `sg-navigate` `{path}`.
 */
export const VirtualDevicesElement = defineElement('sg-virtual-devices', VirtualDevices, {
  ...api,
  css: [sheet, editorSheet],
})
