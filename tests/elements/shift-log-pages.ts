import { has, type Page, pushed, seen } from './axe-page.ts'
import { holding } from './played-server.ts'

const NOW = Date.now()

export const entry = (entry_id: number, more: object = {}) => ({
  entry_id,
  kind: 'note',
  body: `Entry ${entry_id}`,
  entry_time: NOW,
  user_name: 'Li (li)',
  sn_code: null,
  about: null,
  correct_until: null,
  before: [],
  open: null,
  taken_by: null,
  taken_time: null,
  may_take: false,
  ...more,
})
export const openNow = {
  levels: [
    { alarm_level: 5, unconfirmed: 1, open: 2 },
    { alarm_level: 2, unconfirmed: 0, open: 1 },
  ],
  shelved_count: 2,
  shelved: [
    { sn_code: 'WW0001', dev_alias: 'Pump', alarm_name: '振动', alarm_name_en: 'Vibration', end_time: NOW + 60_000 },
  ],
  offline_count: 1,
  offline: [{ sn_code: 'WW0002', dev_alias: 'Tank' }],
}
export const logOf = (...rows: object[]) => ({
  rows,
  total: rows.length,
  authors: ['Li (li)', 'Wang (wang)'],
  changed_time: NOW,
})
export const shiftLog = {
  'GET /shift/log': () =>
    logOf(
      entry(2, { kind: 'handover', open: openNow, may_take: true }),
      entry(1, {
        sn_code: 'WW0001',
        about: 'Pump',
        correct_until: NOW + 60_000,
        before: [{ body: 'What it said', changed_time: NOW, user_name: 'Li (li)' }],
      }),
    ),
  'GET /shift/log/open': () => openNow,
}
export const WRITING = ['P10000', 'P73000', 'P73500', 'P73600']

export const changedElsewhere = pushed('messages', {
  type: 'message',
  channel: 'messages',
  inbox: 0,
  system: 0,
  newest_inbox: null,
  newest_system: null,
  shift_log: NOW + 1,
})

const answers = { ...shiftLog, ...holding(WRITING) }

export const SHIFT_LOG_PAGES: Record<string, readonly Page[]> = {
  'sg-shift-log': [
    {
      answers,
      list: {
        file: 'screens/shift-log/ShiftLog.tsx',
        call: 'GET /shift/log',
        hasSearch: true,
        row: '.shift-entry',
        again: changedElsewhere,
      },
      reach: has('.shift-open .mark'),
    },
    {
      shape: 'handing over',
      answers,
      async reach(played) {
        // With rows the buttons are all that there are.
        await has('.shift-entry')(played)
        await seen(['.list-page-actions .button:nth-last-child(2)'], '.side-panel .shift-open')(played)
      },
    },
    { shape: 'correcting', answers, reach: seen(['.shift-entry-actions .button-plain'], '.side-panel textarea') },
  ],
}
