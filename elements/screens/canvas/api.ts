import { type ElementProps, event, prop } from '../../define/props.ts'

export const api = {
  props: {
    /** The device that the screen is shown for; left out for screens that name their devices themselves. */
    sn: prop.string(''),
    /** A template's id, for a screen without a device. */
    template: prop.number(),
    /** One screen's id; the template's start screen when left out. */
    screen: prop.number(),
    /** `desktop` or `mobile`; when left out, `mobile` where the element is narrower than 640 px and higher than wide. */
    variant: prop.choice(['desktop', 'mobile']),
    /** `fit`, `fill` or `actual`. */
    zoom: prop.choice(['fit', 'fill', 'actual'], 'fit'),
    /** The screen alone, without its bar. */
    bare: prop.boolean(),
    /**
     * A screen's document to show in place of a stored one, for pages that bring their own drawing; its `name` is what
     * the screen is called.
     */
    document: prop.object<object>(),
    /** Shows the past instead of now, with a slider over the last 30 days. */
    replay: prop.boolean(),
  },
  events: {
    /** A control, or the bar, led to another screen or device. */
    onScreenChange: event<{ screen_id: number | null; sn_code: string }>(),
    /** The user chose another size. */
    onZoomChange: event<{ zoom: 'fit' | 'fill' | 'actual' }>(),
    /** The user went to the past, or back to now. */
    onReplayChange: event<{ replay: boolean }>(),
    /** The user chose a device on a map, or wants to see the device of a point. */
    onDeviceOpen: event<{ sn_code: string }>(),
    /** The user wants to see a point's curve around a time, epoch ms. */
    onCurveOpen: event<{ sn_code: string; key: string; time: number }>(),
    /** The user wants to see the screen of another device. */
    onScreenOpen: event<{ sn_code: string }>(),
    /** The user wants to go to a page of the console: to the alarms or the rules of a point's device. */
    onNavigate: event<{ path: string }>(),
    /** A write has ended: `status` says how, as the operation log does. */
    onWriteDone: event<{ sn_code: string; key: string; id: string; status: string }>(),
  },
}
export type CanvasProps = ElementProps<typeof api>
