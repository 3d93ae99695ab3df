import { event, prop } from '../../define/props.ts'

/** What the list shows. */
export interface RolesView {
  search: string
  /** Null for the first. */
  page: number | null
}

export const api = {
  props: {
    /** In the role's name or remarks. */
    search: prop.string(''),
    /** From 1. */
    page: prop.number(1),
  },
  events: {
    /** The user chose another search or page. */
    onViewChange: event<RolesView>(),
  },
} as const
