import { type ElementProps, event, prop } from '../../define/props.ts'

/** What is chosen; null where nothing is. */
export interface MonitorChoice {
  sn: string | null
  template: number | null
  screen: number | null
}

export const api = {
  props: {
    /** The device whose screen is shown. */
    sn: prop.string(''),
    /** A template's id, for screens of several devices. */
    template: prop.number(),
    /** One of the template's screens; its start screen when left out. */
    screen: prop.number(),
    /** Whether the page has the screen among its favourites: a star says it; none when left out. */
    favourite: prop.choice(['yes', 'no']),
    /** The screen alone, as large as the element: for phones. */
    mobile: prop.boolean(),
    /** `drawer`: the list opens over the screen, also where there is room beside it: for walls. */
    list: prop.choice(['auto', 'drawer'], 'auto'),
  },
  events: {
    /** The user chose another device or screen. */
    onViewChange: event<MonitorChoice>(),
    /** The user made the screen a favourite, or one no longer; the page sets `favourite`. */
    onFavourite: event<{ isFavourite: boolean }>(),
    /** The user wants to go to a page of the console: the screen as phones show it, or where a point leads. */
    onNavigate: event<{ path: string }>(),
    /** The user chose a device on a map, or wants to see the device of a point. */
    onDeviceOpen: event<{ sn_code: string }>(),
    /** The user wants to see a point's curve around a time, epoch ms. */
    onCurveOpen: event<{ sn_code: string; key: string; time: number }>(),
    /** The user wants to see the screen of another device. */
    onScreenOpen: event<{ sn_code: string }>(),
  },
}
export type ScreenMonitorProps = ElementProps<typeof api>
