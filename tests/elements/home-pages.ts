import { DAY_MS } from '../../core/catalogue/durations.ts'
import { type Answers, holding } from './played-server.ts'

const begun = (day: number, levels: number[]) => ({ start_time: day * DAY_MS, end_time: (day + 1) * DAY_MS, levels })

/** What the home page shows beside devices and alarms. */
export const HOME_ANSWERS: Answers = {
  ...holding(['P00000', 'P10000', 'P30000', 'P50000', 'P53000', 'P70000', 'P73000']),
  'GET /bulletin/board': () => ({ rows: [], total: 0 }),
  'GET /yun/userInfo': () => ({
    user_id: 7,
    user_name: 'li',
    name: 'Li',
    user_type: 1,
    tenant_id: 1,
    tenant_name: 'Water',
    simulated_by: null,
    is_experience: false,
  }),
  'GET /rAlarmDev/counts': () => ({
    levels: [5, 4, 3, 2, 1].map((alarm_level) => ({ alarm_level, unconfirmed: 1, open: 2 })),
    held: 0,
    worst: null,
  }),
  'GET /administrator/statistics': () => ({
    alarms: [1, 2, 3, 4, 5, 6, 7].map((day) => begun(day, day === 7 ? [1, 2, 3, 2, 1] : [0, 0, 0, 0, 0])),
    availability: {
      start: 0,
      end: 1,
      rows: [{ sn_code: 'P9', dev_alias: 'Pump P9', online: 9999, known: 10_000, outages: 2 }],
    },
    quotas: [
      { quota: 'templates', limit: 10, used: 10 },
      { quota: 'sms', limit: null, used: 4 },
    ],
  }),
}
