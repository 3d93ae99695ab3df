import { type ElementProps, event, prop } from '../../define/props.ts'
import { RANGE_PRESETS, type RangePreset } from '../../kit/time-range.ts'

export const api = {
  props: {
    /** The dashboard's id. */
    dashboard: prop.number(),
    /** The device whose points are shown where a component names none; left out, none. */
    sn: prop.string(''),
    /** `fit`, `fill` or `actual`, where it is shown as it is drawn. */
    zoom: prop.choice(['fit', 'fill', 'actual'], 'fit'),
    /** `desktop` as it is drawn, `tablet` or `phone`; left out, the one that fits the width of the element. */
    layout: prop.choice(['desktop', 'tablet', 'phone']),
    /** The time that its components show, as `day`; left out, that of the dashboard. */
    range: prop.choice(RANGE_PRESETS),
    /** Epoch ms: with `end`, it stands in the place of `range`. */
    start: prop.number(),
    /** Epoch ms. */
    end: prop.number(),
    /** As long a time before it is shown with it. */
    compare: prop.boolean(),
    /** What the dashboard’s variables are, as a query writes it: `area=4&shift=Night`; what is left out is as the dashboard has it. */
    variables: prop.string(''),
    /** The dashboard alone, without its bar. */
    bare: prop.boolean(),
    /** Shows the past instead of now, with a slider over the last 30 days. */
    replay: prop.boolean(),
  },
  events: {
    /** A component chose a device: the page sets `sn`, or leaves it to the element. */
    onDeviceChange: event<{ sn_code: string }>(),
    /** The user chose another time: the page sets `range`, `start`, `end` and `compare`, or leaves it to the element. */
    onTimeChange: event<{ range: RangePreset | ''; start: number | null; end: number | null; compare: boolean }>(),
    /** The user chose a variable: the page sets `variables`, or leaves it to the element. */
    onVariablesChange: event<{ variables: string }>(),
    /** The user chose another size. */
    onZoomChange: event<{ zoom: 'fit' | 'fill' | 'actual' }>(),
    /** The user went to the past, or back to now. */
    onReplayChange: event<{ replay: boolean }>(),
    /** The user wants to see the device of a point. */
    onDeviceOpen: event<{ sn_code: string }>(),
    /** The user wants to see a point's curve around a time, epoch ms. */
    onCurveOpen: event<{ sn_code: string; key: string; time: number }>(),
    /** The user wants to see the screen of a device. */
    onScreenOpen: event<{ sn_code: string }>(),
    /** The user wants to go to a page of the console: to the alarms or the rules of a point's device. */
    onNavigate: event<{ path: string }>(),
    /** A write has ended: `status` says how, as the operation log does. */
    onWriteDone: event<{ sn_code: string; key: string; id: string; status: string }>(),
  },
}
export type DashboardProps = ElementProps<typeof api>
