import { event, prop } from '../../define/props.ts'

/** Which devices are listed: an empty string or null where nothing is chosen. */
export interface BindingFilter {
  /** In name, SN, model or the template's name. */
  search: string
  /** A template's id. */
  template: number | null
  /** A device group's id. */
  group: number | null
  /** `yes` or `no`. */
  bound: string
}

export interface BindingView extends BindingFilter {
  /** Null for the first. */
  page: number | null
}

export const api = {
  props: {
    /** In name, SN, model or the template's name. */
    search: prop.string(''),
    /** A template's id: the devices that are bound to it. */
    template: prop.number(),
    /** A device group's id; devices of the groups below it are listed too. */
    group: prop.number(),
    /** `yes` for devices with a template, `no` for those without; both when left out. */
    bound: prop.string(''),
    /** From 1. */
    page: prop.number(1),
  },
  events: {
    /** The user chose other filters or a page. */
    onViewChange: event<BindingView>(),
    /** The user wants to go to a page of the console: a template, or the devices. */
    onNavigate: event<{ path: string }>(),
  },
} as const
