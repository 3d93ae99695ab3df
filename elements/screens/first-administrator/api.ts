import { event, prop } from '../../define/props.ts'

export const api = {
  props: {
    /** The page for signing in; empty for no link. */
    signInPath: prop.string('/login'),
  },
  events: {
    /** The first administrator is made and can sign in. */
    onMade: event(),
    /** The user wants to go to a page; where nobody prevents its default, the link is followed. */
    onNavigate: event<{ path: string }>(),
  },
} as const
