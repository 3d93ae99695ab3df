import { HOUR_MS, MINUTE_MS } from '../../core/catalogue/durations.ts'
import type { Alarm } from '../../core/contract/alarm.ts'
import { type ListPage, type Page, pushed, ROW, type Then } from './axe-page.ts'
import { until } from './check.ts'
import { type Answers, alarm } from './played-server.ts'

/** On the hour, some hours ago. */
export const START = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 4 * HOUR_MS

export const pastAlarm = (id: number, more: Partial<Alarm> = {}): Alarm =>
  alarm({
    alarm_id: String(id),
    rule_id: String(id),
    alarm_name_en: `Alarm ${id}`,
    alarm_level: ((id - 1) % 5) + 1,
    alarm_time: START + id * MINUTE_MS,
    ...more,
  })
const rows = () => [
  pastAlarm(5),
  pastAlarm(4, { state: 'RTNUN', alarm_type: 2, recover_time: START + HOUR_MS, repeats: 2 }),
  pastAlarm(3, { state: 'SHLVD', held_until: Date.now() + HOUR_MS }),
  pastAlarm(2, { state: 'NORM', alarm_type: 3, recover_time: START + HOUR_MS, confirm_time: START + HOUR_MS }),
  pastAlarm(1, { state: 'NORM', is_late: true, alarm_note: 'A loose wire' }),
]
export const bar = (hour: number, ...levels: number[]) => ({
  start_time: START + hour * HOUR_MS,
  end_time: START + (hour + 1) * HOUR_MS,
  levels: [0, 0, 0, 0, 0].map((none, level) => levels[level] ?? none),
})

/** What a console answers about alarms of the past. */
export const history: Answers = {
  'GET /hAlarmDev': () => ({ rows: rows(), total: 45 }),
  'GET /hAlarmDev/perTime': () => [bar(0, 1, 2, 3, 4, 5), bar(1), bar(2, 0, 0, 0, 1)],
  'GET /hAlarmDev/kept': () => ({
    kept: 1860,
    limit: 2000,
    over: 1200,
    next: 200,
    oldest_time: START,
    next_time: START + 1,
  }),
  'GET /yun/dev/group': () => [
    { group_id: 1, parent_id: null, group_name: 'Water', is_default: true, device_count: 2 },
    { group_id: 2, parent_id: 1, group_name: 'East', is_default: false, device_count: 1 },
  ],
  'GET /rAlarmDev/holds': () => ({ rows: [], suppressed: [] }),
  'GET /rAlarmDev/one': () => ({
    alarm: pastAlarm(5),
    events: [
      { event_time: START, alarm_type: 1, user_name: null, note: null, note_en: null },
      { event_time: START + 60_000, alarm_type: 4, user_name: 'li', note: 'Being mended', note_en: null },
    ],
    rationale: {
      cause: '滤网堵塞',
      consequence: '断流',
      response: '清洗滤网',
      cause_en: 'Clogged filter',
      consequence_en: 'No flow',
      response_en: 'Clean the filter',
      condition: 'above',
      threshold: 90,
      threshold_high: null,
      dead_band: 2,
      no_data_s: null,
      on_delay_s: 10,
      off_delay_s: 0,
    },
    has_screen: true,
  }),
}

const opened: Then = async ({ element: { shadowRoot } }) => {
  await until('the bars', () => shadowRoot.querySelector('.bars-bar'))
  const row = await until(ROW, () => shadowRoot.querySelector<HTMLElement>(ROW))
  row.click()
  await until('what happened', () => shadowRoot.querySelector('.alarm-panel-events'))
}
/** The list of alarms, on its own and in the monitor of a device. */
export const historyList: ListPage = {
  file: 'parts/alarm-history/HistoryList.tsx',
  call: 'GET /hAlarmDev',
  hasSearch: true,
  again: pushed('alarms', { type: 'alarm', alarm: alarm() }),
}

export const ALARM_HISTORY_PAGES: Record<string, readonly Page[]> = {
  'sg-alarm-history': [
    {
      answers: history,
      list: historyList,
      reach: opened,
    },
  ],
}
