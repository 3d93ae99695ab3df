import { event, prop } from '../../define/props.ts'
import type { DeviceFilter } from '../../parts/device-filter/filter.ts'

/** What the board shows. */
export interface DeviceBoardView extends DeviceFilter {
  /** The device that is open beside the others; empty for none. */
  sn: string
}

export const api = {
  props: {
    /** In name, SN or model. */
    search: prop.string(''),
    /** A group's id; with it the groups below it. */
    group: prop.number(),
    /** `online,offline,faulty`, any of them. */
    state: prop.string(''),
    /** The device that is open beside the others; none when left out. */
    sn: prop.string(''),
  },
  events: {
    /** The user chose another filter or device. */
    onViewChange: event<DeviceBoardView>(),
    /** The user chose a device; a page that cancels this shows it elsewhere. */
    onDeviceSelect: event<{ sn_code: string }>(),
    /** The user wants to see a device's page. */
    onDeviceOpen: event<{ sn_code: string }>(),
    /** The user wants to see a device's screen. */
    onScreenOpen: event<{ sn_code: string }>(),
    /** The user wants to go to a page of the console. */
    onNavigate: event<{ path: string }>(),
  },
} as const
