import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { DeviceMap } from './DeviceMap.tsx'
import sheet from './device-map.css?sheet'

/**
 * `<sg-device-map group="3" state="faulty" sn="TR0001">`: where devices are and go, on an outline of the world that needs
 * no network, with a list of them beside it; `track="TR0001"` shows where one has been. Choices are reported by
 * `sg-view-change` with all of them.
 */
export const DeviceMapElement = defineElement('sg-device-map', DeviceMap, { ...api, css: [sheet] })
