import { event, prop } from '../../define/props.ts'
import type { AlarmHistoryView } from '../../parts/alarm-history/view.ts'

export const api = {
  props: {
    /** In name, device or SN. */
    search: prop.string(''),
    /** One device's alone, by its SN. */
    sn: prop.string(''),
    /** Those of a group of devices, by its id, and of all groups below it. */
    group: prop.number(),
    /** `4,5`: 1 (notice) to 5 (critical); all when left out. */
    level: prop.string(''),
    /** Any of `produced,recovered,confirmed`: the newest of an alarm's events; all when left out. */
    type: prop.string(''),
    /** Seconds that they stood: `60-3600`, `60-`, `-60`. */
    lasted: prop.string(''),
    /** Epoch ms; the last 30 days when left out. */
    start: prop.number(),
    /** Epoch ms; until now when left out. */
    end: prop.number(),
    /** `alarm_time`, `alarm_level`, `alarm_name`, `recover_time` or `confirm_time`, with `-` in front for descending. */
    sort: prop.string(''),
    /** From 1. */
    page: prop.number(1),
    /** The id of the alarm whose panel is open. */
    alarm: prop.string(''),
  },
  events: {
    /** The user chose other filters, another order or another page, or opened an alarm. */
    onViewChange: event<AlarmHistoryView>(),
    /** The user wants to see an alarm's device. */
    onDeviceOpen: event<{ sn_code: string }>(),
    /** The user wants to see the curve of an alarm’s point around the time that it came, epoch ms. */
    onCurveOpen: event<{ sn_code: string; key: string; time: number; alarm_id: string }>(),
    /** The user wants to see a device's screen. */
    onScreenOpen: event<{ sn_code: string }>(),
    /** The user wants to go to a page of the console. */
    onNavigate: event<{ path: string }>(),
  },
} as const
