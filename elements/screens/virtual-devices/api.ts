import { event, prop } from '../../define/props.ts'

/** Which virtual devices are listed, and in which order. */
export interface VirtualDevicesFilter {
  search: string
  /** Null for all of them. */
  group: number | null
  /** A field of the virtual device, with `-` in front for descending; empty for the server's order. */
  sort: string
}

/** What is shown: the list, or over it the form of one or of a new one. */
export interface VirtualDevicesView extends VirtualDevicesFilter {
  /** Null for the first. */
  page: number | null
  /** The SN of the one that is being changed; empty for none. */
  device: string
  /** `yes` while a new one is being made. */
  new: string
}

export const api = {
  props: {
    /** In name or SN. */
    search: prop.string(''),
    /** A device group's id. */
    group: prop.number(),
    /** A field of the virtual device, with `-` in front for descending; the server's order when left out. */
    sort: prop.string(''),
    /** From 1. */
    page: prop.number(1),
    /** The SN of the one that is being changed; the list when left out. */
    device: prop.string(''),
    /** `yes`: a new one is being made. */
    new: prop.string(''),
  },
  events: {
    /** The user chose other filters, another order or page, or opened or left the form. */
    onViewChange: event<VirtualDevicesView>(),
    /** The user opened one; a page that cancels this shows the device in its own way. */
    onDeviceOpen: event<{ sn_code: string }>(),
    /** The user wants to go to a page of the console: the device, or its alarm rules. */
    onNavigate: event<{ path: string }>(),
  },
} as const
