import { prop } from '../define/props.ts'

export const api = {
  props: {
    /** The id of the template whose rules are shown. */
    template: prop.number(),
    /** Instead of a template: the device whose own rules are shown. */
    sn: prop.string(''),
  },
} as const
