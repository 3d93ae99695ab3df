import { event } from '../../define/props.ts'

export const api = {
  events: {
    /** Asks for a page of the section; a path of the console. */
    onNavigate: event<{ path: string }>(),
  },
} as const
