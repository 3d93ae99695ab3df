import { event, prop } from '../define/props.ts'
import type { DeviceFilter } from '../parts/device-filter/filter.ts'

/** What the board shows. */
export interface DeviceBoardView extends DeviceFilter {
  /** The device that is open beside the others; empty for none. */
  sn: string
}

export const api = {
  props: {
    search: prop.string(''),
    /** A group's id; with it the groups below it. */
    group: prop.number(),
    /** `online,offline,faulty,unregistered`, any of them. */
    state: prop.string(''),
    sn: prop.string(''),
  },
  events: {
    onViewChange: event<DeviceBoardView>(),
    onDeviceSelect: event<{ sn_code: string }>(),
    onNavigate: event<{ path: string }>(),
  },
} as const
