import { type ElementProps, event, prop } from '../../define/props.ts'

export const api = {
  props: {
    /** Where the console is; the element's own connection's server when left out. */
    baseUrl: prop.string(''),
    /** `fit`, `fill` or `actual`, where it is shown as it is drawn. */
    zoom: prop.choice(['fit', 'fill', 'actual'], 'fit'),
    /** `desktop` as it is drawn, `tablet` or `phone`; left out, the one that fits the width of the element. */
    layout: prop.choice(['desktop', 'tablet', 'phone']),
    /** The dashboard alone, without its bar. */
    bare: prop.boolean(),
  },
  events: {
    /** The link was opened: which dashboard it leads to. */
    onShareOpen: event<{ dashboard_id: number; dashboard_name: string }>(),
  },
}
export type SharedDashboardProps = ElementProps<typeof api>
