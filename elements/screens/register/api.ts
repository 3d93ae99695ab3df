import { event, prop } from '../../define/props.ts'

export const api = {
  props: {
    /** The page for signing in; empty for no link. */
    signInPath: prop.string('/login'),
    /** The page of the privacy policy; empty for no link. */
    privacyPath: prop.string('/privacy'),
  },
  events: {
    /** The account is open; `address` is what signs in. */
    onRegistered: event<{ address: string }>(),
    /** The user wants to go to a page; where nobody prevents its default, the link is followed. */
    onNavigate: event<{ path: string }>(),
  },
} as const
