import { defineElement, event, prop } from '../../define/index.ts'
import { RANGE_PRESETS } from '../../kit/time-range.ts'
import { DeviceMonitor } from './DeviceMonitor.tsx'
import sheet from './device-monitor.css?sheet'
import type { MonitorView } from './monitor-props.ts'
import { HISTORY_TABLES, TABS } from './tabs.ts'

/**
 * `<sg-device-monitor sn="WW0001" tab="values" points="flow,pressure" compact>`: one device, live and in the past.
 * Where the device cannot be shown, `sg-error` has the server's code.
 */
export const DeviceMonitorElement = defineElement('sg-device-monitor', DeviceMonitor, {
  props: {
    /** The device's serial number. */
    sn: prop.string(''),
    /** Which tab is open; follows what the user chooses. */
    tab: prop.choice(TABS, 'values'),
    /** Comma-separated keys of the points to show, in this order; all when left out. */
    points: prop.string(''),
    /** `level@1763600000000`: the curve begins with this point around this time, epoch ms; `level`: with this point in the last hours. */
    moment: prop.string(''),
    /** The id of an alarm: the curve marks when it came and was over, and the limits of its rule; in the tab of alarms it is open. */
    alarm: prop.string(''),
    /** In the tab of alarm rules: the id of the one that is open. */
    rule: prop.string(''),
    /** The time range of history, curve and alarms, as a word that moves on with the clock; the last 24 hours when left out. */
    range: prop.choice(RANGE_PRESETS),
    /** Epoch ms: the time range begins here, whatever `range` says. */
    start: prop.number(),
    /** Epoch ms: the time range ends here; now when left out. */
    end: prop.number(),
    /** The history with a row a value, or a row a time and a column a point. */
    table: prop.choice(HISTORY_TABLES, 'values'),
    /** `day`, `week`, or `1763600000000`: the curve has the same hours so much earlier too, or as long from this time on, epoch ms. */
    earlier: prop.string(''),
    /** `WW0002,WW0003`: the curve has the same points of these devices, too, up to three. */
    compare: prop.string(''),
    /** Whether the page has the device among its favourites: a star beside its name says it; none when left out. */
    favourite: prop.choice(['yes', 'no']),
    /** A header of one line, for small places. */
    compact: prop.boolean(),
  },
  events: {
    /** The user chose another tab or time range, or what is open in a tab: as the attributes name it, empty or null for none. */
    onViewChange: event<MonitorView>(),
    /** The user chose a point. */
    onPointSelect: event<{ sn_code: string; key: string }>(),
    /** The user wants to see the device's screen. */
    onScreenOpen: event<{ sn_code: string }>(),
    /** The user made the device a favourite, or one no longer; the page sets `favourite`. */
    onFavourite: event<{ isFavourite: boolean }>(),
    /** The user wants to go to a page of the console. */
    onNavigate: event<{ path: string }>(),
    /** A write has ended: `status` says how, as the operation log does. */
    onWriteDone: event<{ sn_code: string; key: string; id: string; status: string }>(),
  },
  css: [sheet],
})
