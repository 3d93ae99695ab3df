import { event } from '../../define/props.ts'

export const api = {
  events: {
    /** The user wants to go to a page of the console: to what a link opens, or where links are made. */
    onNavigate: event<{ path: string }>(),
  },
} as const
