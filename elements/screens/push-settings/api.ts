import { event } from '../../define/props.ts'

export const api = {
  props: {},
  events: {
    /** The user wants to go to a page of the console: to where addresses are bound. */
    onNavigate: event<{ path: string }>(),
  },
} as const
