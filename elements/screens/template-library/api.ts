import { event, prop } from '../../define/props.ts'

/** What is listed; an empty string where nothing is chosen. */
export interface LibraryView {
  /** In name or description. */
  search: string
  /** `shared` or `public`; empty for the first tab, what is public. */
  of: string
  /** Null for the first. */
  page: number | null
}

export const api = {
  props: {
    /** In name or description. */
    search: prop.string(''),
    /** `public`: in everybody's library; `shared`: shared with the user. */
    of: prop.string(''),
    /** From 1. */
    page: prop.number(1),
  },
  events: {
    /** The user chose another search, tab or page. */
    onViewChange: event<LibraryView>(),
    /** The user wants to go to a page of the console: the own templates, or a copy. */
    onNavigate: event<{ path: string }>(),
  },
} as const
