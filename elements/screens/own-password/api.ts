import { event } from '../../define/props.ts'

export const api = {
  events: {
    /** The password is the user's own; the connection's session may do all that its user may. */
    onPasswordChanged: event(),
  },
} as const
