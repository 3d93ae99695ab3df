import type { Alarm } from '../../../core/contract/alarm.ts'
import { type ElementProps, event, prop } from '../../define/props.ts'

export const MODES = ['feed', 'table', 'compact', 'banner', 'call'] as const
export type FeedMode = (typeof MODES)[number]

/** What the feed shows. Empty, or null, for what is as it is without a choice. */
export interface AlarmFeedView {
  sn: string
  group: number | null
  levels: string
  states: string
  search: string
  mode: FeedMode | ''
  'group-by': 'device' | 'rule' | ''
  sort: string
  tab: 'held' | ''
  /** Whose panel is open. */
  alarm: string
}

export const api = {
  props: {
    /** One device's alone. */
    sn: prop.string(''),
    /** Those of a group of devices, by its id, and of all groups below it. */
    group: prop.number(),
    /** `4,5`: 1 (notice) to 5 (critical); all when left out. */
    levels: prop.string(''),
    /** Any of `UNACK,ACKED,RTNUN,SHLVD,DSUPR,OOSRV`; the first three when left out. */
    states: prop.string(''),
    /** In name, device, SN or text. */
    search: prop.string(''),
    /** `feed`: two lines each; `table`; `compact`: a line or two each, for narrow places; `banner`: the worst alone; `call`: only the button of the sound, for the bar above all pages. */
    mode: prop.choice(MODES, 'feed'),
    /** `device` or `rule`. */
    groupBy: prop.choice(['none', 'device', 'rule'], 'none'),
    /** `alarm_time`, `alarm_level` (of one level the unconfirmed before the confirmed), `dev_alias`, `alarm_name`, `state` or `repeats`, with `-` in front for descending. */
    sort: prop.string('-alarm_level'),
    /** `held`: those that are shelved, suppressed or out of service. */
    tab: prop.choice(['open', 'held'], 'open'),
    /** The id of the alarm whose panel is open. */
    alarm: prop.string(''),
    /** Of `compact` and `banner`: no more rows than these, 1 or more. */
    maxRows: prop.atLeast(1),
    /** Sounds from the beginning; the user turns it on and off. */
    sound: prop.boolean(),
    /** How new ones call: also by a note (of `call`), by sound and notifications alone, or not, where another feed of the page does. */
    calls: prop.choice(['all', 'sound', 'none'], 'all'),
    /** Marks of unconfirmed ones flash, less than once a second; not where the browser asks for less motion. */
    flash: prop.boolean(),
    /** Nothing can be confirmed, shelved or noted: for walls. */
    readOnly: prop.boolean(),
    /** The page's own rows: the server is not called, and no connection is needed. */
    alarms: prop.object<readonly Alarm[]>(),
  },
  events: {
    /** The user chose other filters, another order or look, or opened an alarm. */
    onViewChange: event<AlarmFeedView>(),
    /** The user opened an alarm; a page that cancels this shows it in its own way. */
    onAlarmOpen: event<{ alarm_id: string; sn_code: string }>(),
    /** The user confirms; a page that cancels this does it itself. */
    onAlarmConfirm: event<{ alarm_ids: string[]; alarm_note: string }>(),
    /** The user shelves; a page that cancels this does it itself. */
    onAlarmShelve: event<{ alarm_ids: string[]; reason: string; minutes: number | null; is_one_shot: boolean }>(),
    /** The user wants to see an alarm's device. */
    onDeviceOpen: event<{ sn_code: string }>(),
    /** The user wants to see the curve of an alarm’s point around the time that it came, epoch ms. */
    onCurveOpen: event<{ sn_code: string; key: string; time: number; alarm_id: string }>(),
    /** The user wants to see a device's screen. */
    onScreenOpen: event<{ sn_code: string }>(),
    /** The user wants to go to a page of the console. */
    onNavigate: event<{ path: string }>(),
  },
} as const

export type AlarmFeedProps = ElementProps<typeof api>
