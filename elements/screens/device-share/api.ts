import { event, prop } from '../../define/props.ts'

export const WHOSE = ['given', 'received'] as const
export type Whose = (typeof WHOSE)[number]

/** What the list shows. */
export interface DeviceShareView {
  of: Whose
  /** In the device's name and SN, the names of both people, and the remarks. */
  search: string
  /** Null for the first. */
  page: number | null
}

export const api = {
  props: {
    /** `given`: devices that the user may share; `received`: those that others share with the user. */
    of: prop.choice(WHOSE, 'given'),
    /** In the device's name and SN, the names of both people, and the remarks. */
    search: prop.string(''),
    /** From 1. */
    page: prop.number(1),
  },
  events: {
    /** The user chose the other list, another search or page. */
    onViewChange: event<DeviceShareView>(),
    /** The user opened a device; a page that cancels this shows the device in its own way. */
    onDeviceOpen: event<{ sn_code: string }>(),
    /** The user wants to go to a page of the console. */
    onNavigate: event<{ path: string }>(),
  },
} as const
