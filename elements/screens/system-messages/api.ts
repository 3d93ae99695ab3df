import { event, prop } from '../../define/props.ts'

/** What is shown. */
export interface SystemMessagesView {
  /** '' for none. */
  search: string
  /** `unread`, or '' for all. */
  filter: string
  /** Null for the first. */
  page: number | null
}

export const api = {
  props: {
    /** In the words of the messages, as they are shown. */
    search: prop.string(''),
    /** `unread` leaves those out that are read. */
    filter: prop.string(''),
    /** From 1. */
    page: prop.number(1),
  },
  events: {
    /** The user chose another search, filter or page. */
    onViewChange: event<SystemMessagesView>(),
    /** Asks for the page where more is said of a message; a path of the console. */
    onNavigate: event<{ path: string }>(),
  },
} as const
