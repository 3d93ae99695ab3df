import { event } from '../../define/props.ts'

export const api = {
  events: {
    /** The user wants to go to a page of the console. */
    onNavigate: event<{ path: string }>(),
  },
} as const
