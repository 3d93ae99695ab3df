import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/catalogue/durations.ts'
import type { Alarm } from '../../core/contract/alarm.ts'
import type { Page, Situation, Then } from './axe-page.ts'
import { has } from './axe-page.ts'
import { until } from './check.ts'
import { type Answers, alarm, refuse } from './played-server.ts'

const NOW = Date.now()

const one = (id: number, more: Partial<Alarm> = {}) =>
  alarm({
    alarm_id: String(id),
    rule_id: String(id),
    sn_code: `PUMP${id}`,
    dev_alias: `Pump ${id}`,
    alarm_name_en: `Alarm ${id}`,
    alarm_level: id,
    alarm_time: NOW - id * MINUTE_MS,
    ...more,
  })
const hold = (kind: 'SHLVD' | 'OOSRV', end_time: number) => ({
  rule_id: '9',
  sn_code: `PUMP${kind}`,
  dev_alias: 'Pump 9',
  alarm_name: '报警',
  alarm_name_en: 'Alarm 9',
  kind,
  alarm_level: 3,
  start_time: NOW,
  end_time,
  is_one_shot: false,
  reason: 'Faulty instrument',
  user_name: 'li',
})
const feed: Answers = {
  'GET /rAlarmDev/feed': () => ({
    rows: [
      one(5, { repeats: 2, alarm_note: 'Seen' }),
      one(4, { state: 'RTNUN', recover_time: NOW, is_late: true }),
      one(3, { state: 'ACKED', confirm_time: NOW }),
      one(2, { state: 'SHLVD', held_until: NOW + HOUR_MS }),
      one(1),
      one(6, { alarm_level: 2, state: 'DSUPR' }),
    ],
    next: null,
    total: 6,
  }),
  'GET /rAlarmDev/one': () => ({
    alarm: one(5),
    events: [1, 2, 3].map((alarm_type) => ({
      event_time: NOW,
      alarm_type,
      user_name: 'li',
      note: 'Seen',
      note_en: null,
    })),
    rationale: {
      cause: '进口堵塞',
      consequence: '干转',
      response: '停泵',
      cause_en: 'Blocked',
      consequence_en: 'Dry run',
      response_en: 'Stop the pump',
      condition: 'above',
      threshold: 90,
      threshold_high: null,
      dead_band: 2,
      no_data_s: null,
      on_delay_s: 0,
      off_delay_s: 0,
    },
    has_screen: true,
  }),
  'GET /rAlarmDev/holds': () => ({
    rows: [hold('SHLVD', NOW + HOUR_MS), hold('OOSRV', NOW + 7 * DAY_MS)],
    suppressed: [],
  }),
}
const nothing: Situation = { answers: { ...feed, 'GET /rAlarmDev/feed': () => ({ rows: [], next: null, total: 0 }) } }

const row = has('.feed-rows > [role=row]')
/** The line breaks under what is shown, and all is refused when it is back. */
const stale: Situation = {
  async reach(played) {
    await until('alarms are watched', () => played.server.watched.has('alarms'))
    await until('ready', () => played.element.dataset.sgState === 'ready')
    played.server.setDown(true)
    refuse(played.server)
    played.server.setDown(false)
  },
}
const states: Page['states'] = { empty: nothing, stale }
const pressed =
  (selector: string, then: string): Then =>
  async (played) => {
    await row(played)
    const button = await until(selector, () => played.element.shadowRoot.querySelector<HTMLElement>(selector))
    button.click()
    await has(then)(played)
  }
const selected =
  (selector: string): Then =>
  async (played) => {
    await row(played)
    played.element.shadowRoot.querySelector<HTMLElement>('.feed-selection input')?.click()
    await pressed(selector, '[role=dialog]')(played)
  }
const shape = (name: string, attributes: Record<string, string>, reach: Then = row): Page => ({
  shape: name,
  attributes,
  answers: feed,
  reach,
})

/** The feed in all its looks. */
export const ALARM_FEED_PAGES: Record<string, readonly Page[]> = {
  'sg-alarm-feed': [
    { answers: feed, states, reach: row },
    { shape: 'banner', attributes: { mode: 'banner' }, answers: feed, states, reach: has('.feed-banner-row') },
    shape('table', { mode: 'table', states: 'UNACK,ACKED,RTNUN,SHLVD,DSUPR' }),
    shape('compact', { mode: 'compact', 'max-rows': '2' }),
    shape('in groups', { 'group-by': 'device' }),
    shape('with sound', { sound: '' }),
    shape('with an alarm beside', { alarm: '5' }, has('.alarm-panel-rationale')),
    shape('what is shelved', { tab: 'held' }, has('.table-rows [role=row]')),
    shape('about to shelve', {}, selected('.chosen-acts button:nth-of-type(3)')),
    shape('about to note', {}, selected('.chosen-acts button:nth-of-type(2)')),
  ],
}
