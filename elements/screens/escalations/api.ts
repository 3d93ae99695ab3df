import { event, prop } from '../../define/props.ts'

export const TABS = ['rules', 'webhooks'] as const
export type TabId = (typeof TABS)[number]

/** What the page shows. */
export interface EscalationsView {
  tab: TabId
}

export const api = {
  props: {
    /** `rules` or `webhooks`. */
    tab: prop.choice(TABS, 'rules'),
  },
  events: {
    /** The user chose the other part. */
    onViewChange: event<EscalationsView>(),
  },
} as const
