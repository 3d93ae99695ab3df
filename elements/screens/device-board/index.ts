import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { DeviceBoard } from './DeviceBoard.tsx'
import sheet from './device-board.css?sheet'

/**
 * `<sg-device-board group="3" state="faulty" search="pump" sn="WW0001">`: devices with their state and newest values,
 * as tiles or in a table, group by group. A chosen device opens in an `<sg-device-monitor>` beside them. Choices are
 * reported by `sg-view-change` with all of them; choosing a device also by `sg-device-select` `{sn_code}`, which a page may
 * prevent to show the device elsewhere.
 */
export const DeviceBoardElement = defineElement('sg-device-board', DeviceBoard, { ...api, css: [sheet] })
