import { event, prop } from '../../define/props.ts'

/** What the list shows. Null and '' where nothing is chosen. */
export interface AuditView {
  /** In names, target or address. */
  search: string
  /** Any of the actions, comma-separated. */
  action: string
  /** Epoch ms; the last 30 days without. */
  start: number | null
  /** Epoch ms; until now without. */
  end: number | null
  /** Null for the first. */
  page: number | null
}

export const api = {
  props: {
    /** In names, target or address. */
    search: prop.string(''),
    /** Any of the actions, comma-separated: `user-create,user-delete`. */
    action: prop.string(''),
    /** Epoch ms; the last 30 days when left out. */
    start: prop.number(),
    /** Epoch ms; until now when left out. */
    end: prop.number(),
    /** From 1. */
    page: prop.number(1),
  },
  events: {
    /** The user chose other filters or another page. */
    onViewChange: event<AuditView>(),
  },
} as const
