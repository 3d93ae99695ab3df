import { event, prop } from '../../define/props.ts'

/** Which users are shown: an empty string or null where nothing is chosen. */
export interface UsersFilter {
  search: string
  group: number | null
  roles: number | null
  /** `activated` or `locked`. */
  state: string
}

/** What the list shows. */
export interface UsersView extends UsersFilter {
  /** A field of the user, with `-` in front for descending; empty for the newest first. */
  sort: string
  /** Null for the first. */
  page: number | null
}

export const api = {
  props: {
    /** In user name, nickname, phone or e-mail. */
    search: prop.string(''),
    /** A user group's id; with it the groups below it. */
    group: prop.number(),
    /** A role's id; not `role`, which every HTML element has. */
    roles: prop.number(),
    /** `activated` or `locked`; both when left out. */
    state: prop.string(''),
    /** `name`, `user_name`, `isActive`, `last_seen_time` or `create_time`, with `-` in front for descending. */
    sort: prop.string(''),
    /** From 1. */
    page: prop.number(1),
  },
  events: {
    /** The user chose other filters, another order or page. */
    onViewChange: event<UsersView>(),
    /** The connection goes on as another user. */
    onSimulated: event<{ user_id: number; name: string }>(),
  },
} as const
