import { type ElementProps, event, prop } from '../../define/props.ts'
import { RANGE_PRESETS, type RangePreset } from '../../kit/time-range.ts'

export const api = {
  props: {
    /** The dashboard that is shown; left out, the one that the user watched last. */
    dashboard: prop.number(),
    /** The device whose points are shown where a component names none; left out, none. */
    sn: prop.string(''),
    /** What names are searched for. */
    search: prop.string(''),
    /** Seconds, 3 to 3600, after which the next dashboard of the list follows; left out, none does. */
    rotate: prop.number(),
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
    /** The dashboard alone, as large as the element, without a list beside it: for phones. */
    mobile: prop.boolean(),
    /** `drawer`: the list opens over the dashboard, also where there is room beside it: for walls. */
    list: prop.choice(['auto', 'drawer'], 'auto'),
  },
  events: {
    /** The user chose another dashboard, device, time or variable, searched, or had dashboards rotate. */
    onViewChange: event<{
      dashboard: number | null
      sn: string | null
      search: string | null
      rotate: number | null
      range: RangePreset | null
      start: number | null
      end: number | null
      compare: boolean | null
      variables: string | null
    }>(),
    /** The user wants to draw a dashboard. */
    onDashboardEdit: event<{ dashboard_id: number }>(),
    /** The user wants to see the device of a point. */
    onDeviceOpen: event<{ sn_code: string }>(),
    /** The user wants to see a point's curve around a time, epoch ms. */
    onCurveOpen: event<{ sn_code: string; key: string; time: number }>(),
    /** The user wants to see the screen of a device. */
    onScreenOpen: event<{ sn_code: string }>(),
    /** The user wants to go to a page of the console: to the editor, the dashboard as phones show it, or where a point leads. */
    onNavigate: event<{ path: string }>(),
  },
}
export type DashboardsProps = ElementProps<typeof api>
