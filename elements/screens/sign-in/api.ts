import { event, prop } from '../../define/props.ts'

export const api = {
  props: {
    /** The name's field takes the focus at first: where signing in is all that a page is for. */
    focusName: prop.boolean(),
    /** The page for registering; without it there is no link. */
    registerPath: prop.string(''),
    /** The page for a forgotten password; without it there is no link. */
    recoverPath: prop.string(''),
    /** Offers the experience account, where the console has one. */
    withExperience: prop.boolean(),
  },
  events: {
    /** Signed in; the connection holds the session. */
    onSignedIn: event<{ user_id: number; name: string }>(),
    /** The user wants to go to a page; where nobody prevents its default, the link is followed. */
    onNavigate: event<{ path: string }>(),
  },
} as const
