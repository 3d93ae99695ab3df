import { LOG_KINDS, type LogKind } from '../../../core/contract/log.ts'
import { event, prop } from '../../define/props.ts'

/** What the list shows. Null and '' where nothing is chosen. */
export interface LogView {
  kind: LogKind
  /** In the user's name, the device, what it was done to, and notes. */
  search: string
  /** Any of the kind's actions, comma-separated. */
  action: string
  /** SN of a device. */
  sn: string
  /** Of a user's name. */
  user: string
  /** Epoch ms; the last 30 days without. */
  start: number | null
  /** Epoch ms; until now without. */
  end: number | null
  /** Null for the first. */
  page: number | null
}

export const api = {
  props: {
    /** `operation`, `login`, `device` or `alarm`. */
    kind: prop.choice(LOG_KINDS, 'operation'),
    /** In the user's name, the device, what it was done to, and notes. */
    search: prop.string(''),
    /** Any of the kind's actions, comma-separated: `failed,timeout`. */
    action: prop.string(''),
    /** SN of a device. */
    sn: prop.string(''),
    /** Of a user's name. */
    user: prop.string(''),
    /** Epoch ms; the last 30 days when left out. */
    start: prop.number(),
    /** Epoch ms; until now when left out. */
    end: prop.number(),
    /** From 1. */
    page: prop.number(1),
  },
  events: {
    /** The user chose another log, other filters or another page. */
    onViewChange: event<LogView>(),
  },
} as const
