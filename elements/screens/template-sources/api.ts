import { event, prop } from '../../define/props.ts'

export const api = {
  props: {
    /** The id of the template. */
    template: prop.number(),
  },
  events: {
    /** The user wants to go to a page of the console: the template, or the binding of its devices. */
    onNavigate: event<{ path: string }>(),
  },
} as const
