import { event, prop } from '../../define/props.ts'

/** What is listed; an empty string or null where nothing is chosen. */
export interface GalleryView {
  /** `picture`, `symbol`, `group` or `model`; empty for pictures. */
  type: string
  /** A category's id. */
  category: number | null
  /** In the name. */
  search: string
  /** Null for the first. */
  page: number | null
}

export const api = {
  props: {
    /** `picture`, `symbol`, `group` or `model`; pictures when left out. */
    type: prop.string(''),
    /** A category's id; all when left out. */
    category: prop.number(),
    /** In the name. */
    search: prop.string(''),
    /** From 1. */
    page: prop.number(1),
  },
  events: {
    /** The user chose another type, category, search or page. */
    onViewChange: event<GalleryView>(),
  },
} as const
