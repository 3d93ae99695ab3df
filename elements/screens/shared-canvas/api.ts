import { type ElementProps, event, prop } from '../../define/props.ts'

export const api = {
  props: {
    /** Where the console is; the element's own connection's server when left out. */
    baseUrl: prop.string(''),
    /** `fit`, `fill` or `actual`. */
    zoom: prop.choice(['fit', 'fill', 'actual'], 'fit'),
    /** The screen alone, without its bar. */
    bare: prop.boolean(),
  },
  events: {
    /** The link was opened: which screen it leads to. */
    onShareOpen: event<{ screen_id: number; screen_name: string }>(),
  },
}
export type SharedCanvasProps = ElementProps<typeof api>
