import { SHIFT_ENTRY_KINDS, type ShiftEntry } from '../../../core/contract/shift-log.ts'
import { event, prop } from '../../define/props.ts'

/** What the list shows, and what an entry is begun about. Null and '' where nothing is chosen. */
export interface ShiftLogView {
  search: string
  /** As entries name him. */
  author: string
  /** SN of a device. */
  sn: string
  kind: ShiftEntry['kind'] | ''
  /** Epoch ms; the last 30 days without. */
  start: number | null
  /** Epoch ms; until now without. */
  end: number | null
  /** Null for the first. */
  page: number | null
  about: string
  alarm: string
}

export const api = {
  props: {
    /** In the text, the author, and what the device or group is called. */
    search: prop.string(''),
    /** Entries of this author, as they name him. */
    author: prop.string(''),
    /** Entries about the device with this SN. */
    sn: prop.string(''),
    /** `note` or `handover`; both when left out. */
    kind: prop.choice([...SHIFT_ENTRY_KINDS, ''], ''),
    /** Epoch ms; the last 30 days when left out. */
    start: prop.number(),
    /** Epoch ms; until now when left out. */
    end: prop.number(),
    /** From 1. */
    page: prop.number(1),
    /** SN of a device that an entry is begun about. */
    about: prop.string(''),
    /** The id of an alarm that an entry is begun about. */
    alarm: prop.string(''),
  },
  events: {
    /** The user chose other filters or another page, or finished what was begun. */
    onViewChange: event<ShiftLogView>(),
    /** The user wants to see the device of an entry. */
    onDeviceOpen: event<{ sn_code: string }>(),
    /** The user wants to go to a page of the console. */
    onNavigate: event<{ path: string }>(),
  },
} as const
