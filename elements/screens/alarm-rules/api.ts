import { event, prop } from '../../define/props.ts'

export const api = {
  props: {
    /** The id of the template whose rules are shown. */
    template: prop.number(),
    /** Instead of a template: the device whose rules are shown, its own and those of its template. */
    sn: prop.string(''),
    /** The id of the rule that is open. */
    rule: prop.string(''),
  },
  events: {
    /** The user opened a rule, or went back to the list. */
    onViewChange: event<{ rule: string }>(),
    /** The user wants to go to a page of the console. */
    onNavigate: event<{ path: string }>(),
  },
} as const
