import { event, prop } from '../../define/props.ts'

export const BOXES = ['inbox', 'outbox'] as const
export type Box = (typeof BOXES)[number]

/** What can be left of a box. */
export const FILTERS = {
  inbox: ['unread', 'direct', 'many'],
  outbox: ['unsent', 'sent'],
} as const satisfies Record<Box, readonly string[]>

/** What is shown. '' and null where nothing is chosen. */
export interface MessagesView {
  box: Box
  search: string
  /** One of the box's `FILTERS`. */
  filter: string
  /** `read_time`: unread ones first. */
  sort: string
  /** Null for the first. */
  page: number | null
}

export const api = {
  props: {
    /** `inbox` or `outbox`. */
    box: prop.choice(BOXES, 'inbox'),
    /** In title, text and sender. */
    search: prop.string(''),
    /** Of the inbox `unread`, `direct` or `many`; of the outbox `unsent` or `sent`. */
    filter: prop.string(''),
    /** `read_time` puts unread messages first. */
    sort: prop.string(''),
    /** From 1. */
    page: prop.number(1),
  },
  events: {
    /** The user chose another box, filter or page. */
    onViewChange: event<MessagesView>(),
  },
} as const
