import { event, prop } from '../define/props.ts'

export const api = {
  props: {
    /** The console's page for signing in. */
    signInPath: prop.string('/login'),
  },
  events: {
    /** The new password is set. */
    onRecovered: event(),
    /** The user wants to go to a page of the console. */
    onNavigate: event<{ path: string }>(),
  },
} as const
