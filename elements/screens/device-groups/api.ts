import { event, prop } from '../../define/props.ts'

/** What the tree shows. */
export interface DeviceGroupsView {
  search: string
  /** The chosen group; null for none. */
  group: number | null
}

export const api = {
  props: {
    /** In the group's name or remarks. */
    search: prop.string(''),
    /** The id of the group that is open beside the tree. */
    group: prop.number(),
  },
  events: {
    /** The user chose another search or group. */
    onViewChange: event<DeviceGroupsView>(),
    /** The user wants to go to a page of the console: the devices of a group. */
    onNavigate: event<{ path: string }>(),
  },
} as const
