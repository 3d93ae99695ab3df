import { event, prop } from '../../define/props.ts'
import type { DeviceFilter } from '../../parts/device-filter/filter.ts'

/** What the map shows. */
export interface DeviceMapView extends DeviceFilter {
  /** The chosen device; empty for none. */
  sn: string
  /** The device whose way is shown in place of the map; empty for none. */
  track: string
}

export const api = {
  props: {
    /** In name, SN, model or tag. */
    search: prop.string(''),
    /** A group's id; with it the groups below it. */
    group: prop.number(),
    /** `online,offline,faulty`, any of them. */
    state: prop.string(''),
    /** The device that is chosen; none when left out. */
    sn: prop.string(''),
    /** The device whose track is shown in place of the map; none when left out. */
    track: prop.string(''),
  },
  events: {
    /** The user chose another filter, device or track. */
    onViewChange: event<DeviceMapView>(),
    /** The user wants to see a device's page. */
    onDeviceOpen: event<{ sn_code: string }>(),
    /** The user wants to see a device's screen. */
    onScreenOpen: event<{ sn_code: string }>(),
    /** The user wants to go to a page of the console. */
    onNavigate: event<{ path: string }>(),
  },
} as const
