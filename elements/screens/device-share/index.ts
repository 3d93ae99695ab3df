import { defineElement } from '../../define/index.ts'
import { api } from './api.ts'
import { DeviceShares } from './DeviceShares.tsx'
import sheet from './device-share.css?sheet'

/**
 * `<sg-device-share of="received" search="pump">`: the devices that the user shares with others, until when and whether
 * these may write, each taken back here; and those that others share with the user, which are given back here. For
 * signed-in users. Opening one of them sends `sg-device-open` `{sn_code}` and, unless that was prevented, `sg-navigate`.
 */
export const DeviceShareElement = defineElement('sg-device-share', DeviceShares, { ...api, css: [sheet] })
