import { event, prop } from '../define/props.ts'

export const api = {
  props: {
    /** The console's page for signing in. */
    signInPath: prop.string('/login'),
    /** The console's privacy policy. */
    privacyPath: prop.string('/privacy'),
  },
  events: {
    /** The account is open; `address` is what signs in. */
    onRegistered: event<{ address: string }>(),
    /** The user wants to go to a page of the console. */
    onNavigate: event<{ path: string }>(),
  },
} as const
