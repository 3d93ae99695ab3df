import { event, prop } from '../define/props.ts'

export const api = {
  props: {
    /** The name's field takes the focus at first: where signing in is all that a page is for. */
    focusName: prop.boolean(),
  },
  events: {
    /** Signed in; the connection holds the session. */
    onSignedIn: event<{ user_id: number; name: string }>(),
  },
} as const
