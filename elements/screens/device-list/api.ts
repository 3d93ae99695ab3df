import { event, prop } from '../../define/props.ts'
import type { TagFilter } from '../../parts/device-filter/filter.ts'

/** What the list shows. */
export interface DeviceListView extends TagFilter {
  /** A field of the device, with `-` in front for descending; empty for the server's order. */
  sort: string
  /** Null for the first. */
  page: number | null
  /** `deregistered`, `offers` (to the user), `offered` (by him), `listed` (SNs that may connect); empty for devices that are there. */
  show: string
}

export const api = {
  props: {
    /** In name, SN or model. */
    search: prop.string(''),
    /** A group's id. */
    group: prop.number(),
    /** `online,offline,faulty`, any of them. */
    state: prop.string(''),
    /** A tag, whatever its case. */
    tag: prop.string(''),
    /** The code of a province, city or district of China (GB/T 2260). */
    region: prop.string(''),
    /** A field of the device, with `-` in front for descending; the server's order when left out. */
    sort: prop.string(''),
    /** From 1. */
    page: prop.number(1),
    /** `deregistered` for devices that can be restored, `offers` and `offered` for those that change hands, `listed` for SNs that may connect. */
    show: prop.string(''),
  },
  events: {
    /** The user chose other filters, another order or page. */
    onViewChange: event<DeviceListView>(),
    /** The user opened a device's row; a page that cancels this shows the device in its own way. */
    onDeviceOpen: event<{ sn_code: string }>(),
    /** The user wants to see a device's screen. */
    onScreenOpen: event<{ sn_code: string }>(),
    /** The user has registered a device. */
    onDeviceRegistered: event<{ sn_code: string }>(),
    /** The user wants to go to a page of the console. */
    onNavigate: event<{ path: string }>(),
  },
} as const
