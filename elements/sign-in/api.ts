import { event } from '../define/props.ts'

export const api = {
  events: {
    /** Signed in; the connection holds the session. */
    onSignedIn: event<{ user_id: number; name: string }>(),
  },
} as const
