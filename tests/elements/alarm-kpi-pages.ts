import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/catalogue/durations.ts'
import type { AlarmMeasures, AlarmOf } from '../../core/contract/alarm-measure.ts'
import { type MeasuredAlarm, measure } from '../../core/rules/alarm-measure/measure.ts'
import type { Page, Then } from './axe-page.ts'
import { until } from './check.ts'
import { type Answers, Refused } from './played-server.ts'

/** Three days, by the clock of the tests' tenant. */
export const END = Date.parse('2026-11-20T12:00:00Z')
export const START = END - 3 * DAY_MS

const came = (alarm_id: number, alarm: number, alarm_time: number, lasts: number | null): MeasuredAlarm => ({
  alarm_id: String(alarm_id),
  alarm,
  alarm_level: 1 + (alarm % 5),
  alarm_time,
  is_late: false,
  recover_time: lasts === null ? null : alarm_time + lasts,
  confirm_time: alarm_id % 2 ? alarm_time + 5 * MINUTE_MS : null,
})

/** A flood, one alarm that chatters, one that stands for two days. */
const ALARMS = [
  came(1, 7, START + DAY_MS, null),
  ...Array.from({ length: 30 }, (_, i) => came(10 + i, i % 12, START + 2 * DAY_MS + i * 15_000, 4000)),
  ...Array.from({ length: 4 }, (_, i) => came(50 + i, 20, END - HOUR_MS + i * 10_000, 3000)),
].sort((a, b) => a.alarm_time - b.alarm_time)

const named = <Row extends { alarm: number }>({ alarm, ...row }: Row): Omit<Row, 'alarm'> & AlarmOf => ({
  ...row,
  rule_id: String(alarm),
  sn_code: 'PUMP1',
  dev_alias: 'Pump 1',
  alarm_level: 1 + (alarm % 5),
  alarm_name: `报警 ${alarm}`,
  alarm_name_en: `Alarm ${alarm}`,
})

/** What the server would answer about these alarms. */
export function measures(
  alarms: readonly MeasuredAlarm[] = ALARMS,
  since_time: number | null = START,
  window = { start: START, end: END },
): AlarmMeasures {
  const input = { ...window, positions: 1, bucket: 'day' as const, timeZone: 'UTC' }
  const holds = [{ alarm: 3, event_time: END - HOUR_MS, alarm_type: 4 }]
  const found = measure({ ...input, alarms, holds, since_time, dropped_time: null })
  return {
    ...found,
    timezone: 'UTC',
    positions: 1,
    bucket: 'day',
    top: { ...found.top, rows: found.top.rows.map(named) },
    chattering: { ...found.chattering, rows: found.chattering.rows.map(named) },
    stale: { ...found.stale, rows: found.stale.rows.map(named) },
  }
}

/** What a console answers a page of measures. */
export const kpi: Answers = {
  'GET /rAlarmDev/measures': () => measures(),
  'GET /yun/dev/group': () => [
    { group_id: 1, parent_id: null, group_name: 'Water', is_default: true, device_count: 2 },
    { group_id: 2, parent_id: 1, group_name: 'East', is_default: false, device_count: 1 },
  ],
}

/** Read again, and refused. */
export const refused: Then = async ({ server, element: { shadowRoot } }) => {
  const button = await until('a button', () => shadowRoot.querySelectorAll<HTMLElement>('.kpi-head .button')[1])
  await until('the numbers', () => shadowRoot.querySelector('.kpi-tile-value'))
  server.answers['GET /rAlarmDev/measures'] = () => new Refused('100003')
  button.click()
}
const whole: Then = async ({ element: { shadowRoot } }) =>
  void (await until('the lists', () => shadowRoot.querySelector('.kpi-table')))

export const ALARM_KPI_PAGES: Record<string, readonly Page[]> = {
  'sg-alarm-kpi': [
    {
      answers: kpi,
      states: {
        stale: { reach: refused },
        empty: { answers: { ...kpi, 'GET /rAlarmDev/measures': () => measures([], null) } },
      },
      reach: whole,
    },
  ],
}
