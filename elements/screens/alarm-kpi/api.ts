import { event, prop } from '../../define/props.ts'
import type { AlarmKpiView } from './view.ts'

export const api = {
  props: {
    /** `24h`, `7d` or `30d`, until now; passed over where `start` is set. */
    range: prop.string('24h'),
    /** Epoch ms. */
    start: prop.number(),
    /** Epoch ms; until now when left out. */
    end: prop.number(),
    /** One device's alarms alone, by its SN. */
    sn: prop.string(''),
    /** Those of a group of devices, by its id, and of all groups below it. */
    group: prop.number(),
    /** Operators among whom the alarms are shared: 1 to 100. */
    positions: prop.number(1),
    /** `hour`, `day` or `week`; by the length of the time range when left out. */
    bucket: prop.string(''),
    /** The numbers with their targets alone. */
    compact: prop.boolean(),
  },
  events: {
    /** The user chose another time range or other filters. */
    onViewChange: event<AlarmKpiView>(),
    /** The user wants to see when an alarm came in the time range. */
    onAlarmOpen: event<{ rule_id: string; sn_code: string; alarm_name: string; start: number; end: number }>(),
    /** The user wants to see the alarms of a stretch of time: a flood, an hour, a day. */
    onSpanOpen: event<{ start: number; end: number }>(),
    /** The user wants to go to a page of the console. */
    onNavigate: event<{ path: string }>(),
  },
} as const
