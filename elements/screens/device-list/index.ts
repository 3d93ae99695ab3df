import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { DeviceList } from './DeviceList.tsx'
import sheet from './device-list.css?sheet'

/**
 * `<sg-device-list search="pump" group="3" state="online,faulty" sort="-report_time" page="2">`: the devices that the
 * user may see, and the way to register one. The filters can be set from outside and follow what the user chooses;
 * `show="deregistered"` lists those that can be restored, `offers` and `offered` those that change hands, `listed` SNs that
 * may connect;
 * every choice is reported by `sg-view-change` with all of them, so that a page can keep them in its address. Opening a row
 * sends `sg-device-open` `{sn_code}` and, unless that was prevented, asks by `sg-navigate` `{path}` for its page.
 */
export const DeviceListElement = defineElement('sg-device-list', DeviceList, { ...api, css: [sheet] })
