import { event, prop } from '../../define/props.ts'

/** A place that the user opened before, or marked: where it leads, and what it is called. */
export interface Place {
  title: string
  /** What tells it from others of its name. */
  note?: string
  path: string
  kind?: 'device' | 'screen' | 'template'
  isFavourite?: boolean
}

export const api = {
  props: {
    /** What the user opened last, and favourites, which the page around the element knows: no tile where there are none. */
    places: prop.object<readonly Place[]>(),
  },
  events: {
    /** The user wants to go to a page of the console. */
    onNavigate: event<{ path: string }>(),
  },
} as const
