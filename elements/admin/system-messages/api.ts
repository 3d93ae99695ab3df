import { event, prop } from '../../define/props.ts'

/** What is shown. */
export interface SystemMessagesView {
  /** `unread`, or '' for all. */
  filter: string
  /** Null for the first. */
  page: number | null
}

export const api = {
  props: {
    /** `unread` leaves those out that are read. */
    filter: prop.string(''),
    /** From 1. */
    page: prop.number(1),
  },
  events: {
    /** The user chose another filter or page. */
    onViewChange: event<SystemMessagesView>(),
    /** Asks for the page where more is said of a message; a path of the console. */
    onNavigate: event<{ path: string }>(),
  },
} as const
