import { event, prop } from '../../define/props.ts'

export const TABS = ['points', 'rules', 'screens', 'items', 'videos'] as const
export type TemplateTab = (typeof TABS)[number]

/** Which templates are listed: an empty string or null where nothing is chosen. */
export interface TemplatesFilter {
  search: string
  group: number | null
  /** `standard` or `nonstandard`. */
  type: string
  /** `yes` or `no`. */
  published: string
  /** `own`, `shared` or `public`. */
  of: string
}

/** What is shown: the list, or one template over it. */
export interface TemplatesView extends TemplatesFilter {
  /** Null for the first. */
  page: number | null
  /** The template that is open; null for the list. */
  template: number | null
  /** `points`, `rules`, `screens`, `items` or `videos`; empty for the first. */
  tab: string
}

export const api = {
  props: {
    /** In name or description. */
    search: prop.string(''),
    /** A template group's id. */
    group: prop.number(),
    /** `standard` or `nonstandard`; both when left out. */
    type: prop.string(''),
    /** `yes` or `no`; both when left out. */
    published: prop.string(''),
    /** `own`, `shared` (with the user) or `public`; all when left out. */
    of: prop.string(''),
    /** From 1. */
    page: prop.number(1),
    /** The id of the template that is open; the list when left out. */
    template: prop.number(),
    /** `points`, `rules`, `screens`, `items` or `videos` of the open template. */
    tab: prop.string(''),
    /** Whether the page has the open template among its favourites: a star beside its name says it; none when left out. */
    favourite: prop.choice(['yes', 'no']),
  },
  events: {
    /** The user chose other filters, a page, a template or a tab. */
    onViewChange: event<TemplatesView>(),
    /** The user wants to draw a screen; a page that cancels this opens an editor in its own way. */
    onDesign: event<{ screen_id: number }>(),
    /** The user made the open template a favourite, or one no longer; the page sets `favourite`. */
    onFavourite: event<{ isFavourite: boolean }>(),
    /** The user wants to go to a page of the console: the editor, or the binding of devices. */
    onNavigate: event<{ path: string }>(),
  },
} as const
