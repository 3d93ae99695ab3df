import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/catalogue/durations.ts'
import type { DevicePoint } from '../../core/contract/device-point.ts'
import type { ElementState } from '../../elements/context/element-context.ts'
import { ACCOUNT_PAGES } from './account-pages.ts'
import { ALARM_FEED_PAGES } from './alarm-feed-pages.ts'
import { ALARM_HISTORY_PAGES, history, historyList } from './alarm-history-pages.ts'
import { ALARM_KPI_PAGES } from './alarm-kpi-pages.ts'
import { ALARM_RULES_PAGES } from './alarm-rules-pages.ts'
import { has, type ListPage, ONLY_READY, type Page, pushed, ROW, type Situation, seen, type Then } from './axe-page.ts'
import { CANVAS_PAGES } from './canvas-pages.ts'
import { until } from './check.ts'
import { CONFIGURE_PAGES } from './configure-pages.ts'
import { cardLayoutPage } from './device-board-pages.ts'
import { deviceBulkPages } from './device-bulk-pages.ts'
import { DEVICE_GROUP_PAGES } from './device-group-pages.ts'
import { deviceImportPages } from './device-import-pages.ts'
import { DEVICE_MAP_PAGES } from './device-map-pages.ts'
import { devicePicturePages } from './device-picture-pages.ts'
import { DEVICE_SHARE_PAGES } from './device-share-pages.ts'
import { deviceOffer, listedDevice } from './device-transfer-pages.ts'
import { ENTRANCE_PAGES } from './entrance-pages.ts'
import { HOME_ANSWERS } from './home-pages.ts'
import { MESSAGE_PAGES } from './message-pages.ts'
import { ORGANISATION_SETTINGS_PAGES } from './organisation-settings-pages.ts'
import {
  type Answers,
  alarm,
  command,
  holding,
  marked,
  playServer,
  point,
  pump,
  Refused,
  refuse,
} from './played-server.ts'
import { PUSH_PAGES } from './push-pages.ts'
import { operating, rightsAnswers, signedIn } from './rights-pages.ts'
import { SCREEN_PAGES } from './screen-pages.ts'
import { SHIFT_LOG_PAGES } from './shift-log-pages.ts'
import { TEAM_PAGES } from './team-pages.ts'
import { TEMPLATE_PAGES } from './template-pages.ts'
import { VIRTUAL_DEVICE_PAGES } from './virtual-device-pages.ts'

export { playServer }

const NOW = Date.now()
const all =
  (answer: () => unknown) =>
  (answers: Answers): Situation => ({
    answers: Object.fromEntries(Object.keys(answers).map((call) => [call, answer])),
  })
const NOTHING = { rows: [], total: 0 }

/** What brings any element into a state. */
export const SITUATIONS: Record<ElementState, (answers: Answers) => Situation> = {
  ready: () => ({}),
  loading: all(() => new Promise(() => {})),
  empty: all(() => NOTHING),
  stale: () => ({}),
  offline: all(() => {
    throw new TypeError('Failed to fetch')
  }),
  forbidden: all(() => new Refused('100015')),
  expired: all(() => new Refused('100009')),
  error: all(() => new Refused('100002')),
}

const device = (sn_code: string, more: object = {}) => ({ ...pump(), sn_code, dev_alias: `Pump ${sn_code}`, ...more })
const devices: Answers = {
  'GET /dev': () => ({
    rows: [
      device('P1'),
      device('P2', { dev_state: 2 }),
      device('P3', { dev_state: 3, open_alarms: 2 }),
      device('P4', { dev_state: 4, report_time: null, registered_time: null }),
    ],
    total: 60,
  }),
  'GET /dev/counts': () => ({ online: 1, offline: 1, faulty: 1, unregistered: 1 }),
  'GET /dev/broker': () => ({ scheme: 'mqtt', host: '127.0.0.1', port: 1883, is_local: true }),
  'GET /yun/dev/group': () => [
    { group_id: 1, parent_id: null, group_name: 'Water', is_default: true, device_count: 2 },
    { group_id: 2, parent_id: 1, group_name: 'East', is_default: false, device_count: 1 },
  ],
  'GET /rAlarmDev/marks': () => [
    { sn_code: 'P1', group_id: 2, open: 1, unconfirmed: 1, alarm_level: 2, points: [marked('flow', 2)] },
    { sn_code: 'P3', group_id: 1, open: 2, unconfirmed: 0, alarm_level: 5, points: [marked('running', 5)] },
  ],
  'GET /rAlarmDev': () => ({
    rows: [5, 4, 3, 2, 1].map((alarm_level) => alarm({ alarm_id: String(alarm_level), alarm_level })),
    total: 5,
  }),
}
/** Requested again after an alarm and refused, it shows what it had. */
const staleByAlarm: Situation = {
  async reach(played) {
    const { server, element } = played
    await until('alarms are watched', () => server.watched.has('alarms') && element.dataset.sgState === 'ready')
    refuse(played.server)
    server.push({ type: 'alarm', alarm: alarm() })
  },
}

/** The live values of a pump, as long ago as they are told. */
const live =
  (agoMs = 0, more: object = {}): Then =>
  async ({ server }) => {
    await until('the device is watched', () => server.watched.has('device/PUMP1'))
    const time = Date.now() - agoMs
    const values = { flow: [12.34, 'good', time], running: [true, 'uncertain', time], setpoint: [50, 'bad', time] }
    server.values('snapshot', values, { dev_state: 1, report_time: time, ...more })
  }
const OLD_MS = 600_000
const down: Then = async (played) => {
  await live()(played)
  await until('live', () => played.element.dataset.sgState === 'ready')
  played.server.setDown(true)
}

const monitor: Answers = { 'GET /dev/basic': () => pump({ report_time: Date.now() }) }
const OWN_POINT: DevicePoint = {
  ...point('setpoint', { access: 'rw', write_min: 0, write_max: 100 }),
  template: { name: 'Setpoint', name_en: null, unit: '%', decimals: 0, write_min: 0, write_max: 50 },
  own_fields: ['name', 'unit', 'decimals', 'write_max'],
  is_hidden: true,
  is_removed: false,
  is_closed: false,
}
const editingPoints = (shape: string, steps: readonly string[], last: string): Page => ({
  shape,
  attributes: { sn: 'PUMP1' },
  answers: {
    'GET /dev/basic': () => pump({ report_time: Date.now(), may_edit: true }),
    'GET /dev/points': () => ({ points: [OWN_POINT] }),
  },
  async reach(played) {
    await live()(played)
    await seen(['.list-page-actions .button-plain', ...steps], last)(played)
  },
})
const tab = (id: string, answers: Answers, reach?: Then): Page => ({
  shape: `tab ${id}`,
  attributes: { sn: 'PUMP1', tab: id, points: 'flow' },
  answers: { ...monitor, ...answers },
  states: {
    ...ONLY_READY,
    error: {
      answers: {
        ...all(() => new Refused('100002'))(answers).answers,
        'GET /dev/basic': answers['GET /dev/basic'] ?? monitor['GET /dev/basic'],
      } as Answers,
    },
  },
  ...(reach && { reach }),
})
const none = (id: string, answers: Answers): Page => ({
  ...tab(id, answers),
  shape: `tab ${id} with nothing in it`,
  states: ONLY_READY,
})
const lists = {
  history: {
    'GET /yun/dev/his/data': () => ({
      rows: Array.from({ length: 5 }, (_, at) => ({
        data_time: NOW - at * 1000,
        key: 'flow',
        value: at,
        quality: 'bad',
      })),
      next: null,
    }),
  },
  alarms: { 'GET /hAlarmDev': () => ({ rows: [alarm(), alarm({ alarm_id: '2', confirm_time: NOW })], total: 2 }) },
  operations: {
    'GET /dev/controls/records': () => ({ rows: [command(), command({ id: 'c2', status: 'timeout' })], total: 2 }),
  },
  log: {
    'GET /dev/log': () => ({
      rows: [{ log_id: 1, log_time: NOW, kind: 'refused', detail: { reason: 'too late' } }],
      total: 1,
    }),
    'GET /dev/states': () => ({
      spans: [
        [NOW - 4 * HOUR_MS, NOW - 3 * HOUR_MS, 0],
        [NOW - 3 * HOUR_MS, NOW - 2 * HOUR_MS, 1],
        [NOW - 2 * HOUR_MS, NOW - HOUR_MS, 2],
        [NOW - HOUR_MS, NOW, 3],
      ],
      online: HOUR_MS,
      offline: HOUR_MS,
      faulty: HOUR_MS,
      unknown: HOUR_MS,
    }),
  },
}
const TAB_LISTS: Record<'alarms' | 'operations' | 'log', ListPage> = {
  alarms: historyList,
  operations: {
    file: 'screens/device-monitor/operations/OperationsTab.tsx',
    call: 'GET /dev/controls/records',
    again: pushed('device/PUMP1', { type: 'command', sn_code: 'PUMP1', id: 'c1', status: 'done' }),
  },
  log: { file: 'screens/device-monitor/log/LogTab.tsx', call: 'GET /dev/log', again: false },
}
const curve = (rows: (start: number, end: number) => unknown[]): Answers => ({
  'GET /yun/dev/his/ranges': () => [],
  'GET /hDev': ({ query }) => ({
    source: 'raw',
    columns: [],
    rows: rows(Number(query.get('start')), Number(query.get('end'))),
  }),
})
const track: Answers = {
  'GET /dev/basic': () => pump({ points: [...pump().points, point('lat'), point('lng')] }),
  'GET /dev/gps/history': () => ({
    fixes: Array.from({ length: 9 }, (_, at) => [NOW - DAY_MS / 2 + at * MINUTE_MS, 30 + at / 100, 120 + at / 100, 40]),
    stops: [{ lat: 30, lng: 120, start_time: NOW - DAY_MS / 2, end_time: NOW - DAY_MS / 3 }],
  }),
}

const key = (id: string, state: string) => ({
  key_id: `sgk_${id.repeat(16)}`,
  name: `Portal ${id}`,
  state,
  origins: ['https://portal.example'],
  without_origin: false,
  actions: ['read', 'write'],
  resources: { all: true },
  created_userName: 'Li',
  created_time: NOW - DAY_MS,
  expires_time: NOW + DAY_MS,
  previous_until_time: null,
})
const keys: Answers = {
  'GET /yun/dev/group': devices['GET /yun/dev/group'] as Answers[string],
  'GET /yun/embed/key': () => ({ rows: [key('a', 'active'), key('b', 'expired'), key('c', 'revoked')], total: 3 }),
}
const administrator: Answers = {
  ...holding(['administrator']),
}
const besideKeys = (shape: string, opener: string): Page => ({
  shape,
  answers: { ...keys, ...administrator },
  reach: seen([opener], '.side-panel'),
})

const role = (shape: string, opener: string, inPanel?: string): Page => ({
  shape,
  answers: { ...rightsAnswers, ...signedIn },
  async reach(played) {
    await seen([opener], '[role=tree]')(played)
    if (inPanel) await seen([inPanel], '[role=tabpanel]')(played)
  },
})
const operated: Answers = { 'GET /user/privileges': () => operating, 'GET /dev/privileges': () => operating }

const leaf = (attributes: Record<string, string>, reach: Then = live()): Page => ({
  attributes: { sn: 'PUMP1', ...attributes },
  answers: {
    'GET /dev/shown': () => ({
      dev_alias: 'Pump 1',
      report_interval_s: 60,
      points: [point('flow', { unit: 'm³/h', decimals: 1 })],
    }),
    'GET /hDev/trend': () => [10, 9, 8, 2, 1].map((ago) => [NOW - ago * MINUTE_MS, ago, ago + 2, ago, ago]),
  },
  states: {
    empty: attributes.point ? { reach: live(0, { values: {} }) } : false,
    stale: { reach: live(OLD_MS) },
    offline: { reach: down },
  },
  reach,
})

export const PAGES: Record<string, readonly Page[]> = {
  // Draws nothing.
  'sg-connection': [],
  ...DEVICE_GROUP_PAGES,
  ...ORGANISATION_SETTINGS_PAGES,
  ...ENTRANCE_PAGES,
  'sg-home': [
    {
      answers: devices,
      states: {
        empty: false,
        stale: staleByAlarm,
      },
      reach: has('.count-offline'),
    },
    { shape: 'with all tiles', answers: { ...devices, ...HOME_ANSWERS }, reach: has('.home-quotas') },
  ],
  'sg-device-list': [
    {
      answers: devices,
      list: {
        file: 'screens/device-list/DeviceList.tsx',
        call: 'GET /dev',
        hasSearch: true,
        row: `${ROW}, .device-card`,
        again: pushed('alarms', { type: 'alarm', alarm: alarm() }),
      },
    },
    {
      shape: 'with a note for its page',
      complaint: /page: "x" is not a number/,
      attributes: { page: 'x' },
      answers: devices,
      reach: has('.note'),
    },
    ...deviceBulkPages(devices, device),
    ...deviceImportPages(devices),
    {
      shape: 'with deregistered devices',
      attributes: { show: 'deregistered' },
      answers: {
        ...devices,
        'GET /dev/deregistered': () => ({
          rows: [
            {
              device_id: 7,
              sn_code: 'PUMP7',
              dev_alias: 'Pump 7',
              dev_model: '',
              group_name: 'Works',
              deregistered_time: NOW - DAY_MS,
              deregistered_user_name: 'li',
              deleted_time: NOW + 29 * DAY_MS,
            },
          ],
          total: 1,
        }),
      },
      list: {
        file: 'screens/device-list/DeregisteredList.tsx',
        call: 'GET /dev/deregistered',
        hasSearch: true,
        again: false,
      },
    },
    {
      shape: 'with offered devices',
      attributes: { show: 'offers' },
      answers: { ...devices, 'GET /dev/transfer': () => ({ rows: [deviceOffer()], total: 1 }) },
      list: {
        file: 'screens/device-list/OfferList.tsx',
        call: 'GET /dev/transfer',
        hasSearch: true,
        again: false,
      },
    },
    {
      shape: 'with SNs that may connect',
      attributes: { show: 'listed' },
      answers: { ...devices, 'GET /dev/provisioning': () => ({ rows: [listedDevice()], total: 1, is_open: true }) },
      list: {
        file: 'screens/device-list/ListedList.tsx',
        call: 'GET /dev/provisioning',
        hasSearch: true,
        again: false,
      },
    },
  ],
  'sg-device-board': [
    {
      answers: devices,
      list: {
        file: 'screens/device-board/DeviceBoard.tsx',
        call: 'GET /dev',
        hasSearch: true,
        row: `${ROW}, .tile`,
        again: pushed('alarms', { type: 'alarm', alarm: alarm() }),
        total: 245,
      },
    },
    { shape: 'with a device beside', attributes: { sn: 'P1' }, answers: devices },
    cardLayoutPage(devices),
  ],
  'sg-device-monitor': [
    {
      attributes: { sn: 'PUMP1' },
      answers: monitor,
      states: {
        empty: { attributes: { sn: null } },
        stale: { answers: { 'GET /dev/basic': () => pump({ report_time: NOW - OLD_MS }) }, reach: live(OLD_MS) },
        offline: { reach: down },
      },
      reach: live(),
    },
    {
      shape: 'about to write',
      attributes: { sn: 'PUMP1' },
      answers: monitor,
      async reach(played) {
        await live()(played)
        await seen(['.table-rows button'], '[role=dialog]')(played)
      },
    },
    ...devicePicturePages(live()),
    editingPoints('with its points to be edited', [], '.own-points-table .table-rows [role=row]'),
    editingPoints('with one of its points to be edited', ['.own-points-table .table-rows [role=row]'], '[name=name]'),
    tab('history', lists.history, has(ROW)),
    none('history', { 'GET /yun/dev/his/data': () => ({ ...NOTHING, next: null }) }),
    ...(['alarms', 'operations', 'log'] as const).map((id) => ({
      ...tab(id, lists[id], has(ROW)),
      list: TAB_LISTS[id],
    })),
    tab(
      'curve',
      curve((start, end) => [0, 1, 2, 3].map((at) => [start + (at * (end - start)) / 4, at, at, at, at, 1])),
      has('.chart-place canvas'),
    ),
    none(
      'curve',
      curve(() => []),
    ),
    {
      shape: 'with an alarm on the curve',
      attributes: { sn: 'PUMP1', tab: 'curve', alarm: '5' },
      answers: { ...monitor, ...curve((start) => [[start, 1, 1, 1, 1, 1]]), ...history },
      reach: has('.curve-alarm'),
    },
    {
      shape: 'with other devices on the curve',
      attributes: { sn: 'PUMP1', tab: 'curve', points: 'flow', compare: 'PUMP2,GONE1' },
      answers: {
        ...monitor,
        ...curve((start) => [[start, 1, 1, 1, 1, 1]]),
        'GET /dev/basic': ({ query }) =>
          query.get('sn_code') === 'GONE1' ? new Refused('110509') : pump({ sn_code: query.get('sn_code') ?? '' }),
        'GET /dev': () => ({ rows: [pump({ sn_code: 'PUMP2' })], total: 1 }),
      },
      reach: has('.chip'),
    },
    tab('track', track, has('.table-rows, canvas, ol')),
    none('track', { ...track, 'GET /dev/gps/history': () => ({ fixes: [], stops: [] }) }),
  ],
  'sg-embed-keys': [
    {
      answers: keys,
      list: { file: 'screens/embed-keys/EmbedKeys.tsx', call: 'GET /yun/embed/key', again: false },
    },
    besideKeys('with the form of a new one', '.button-primary'),
    besideKeys('with one of them beside', ROW),
  ],
  ...ALARM_FEED_PAGES,
  ...ALARM_HISTORY_PAGES,
  ...ALARM_KPI_PAGES,
  ...ACCOUNT_PAGES,
  ...PUSH_PAGES,
  ...MESSAGE_PAGES,
  ...SHIFT_LOG_PAGES,
  ...TEAM_PAGES,
  ...TEMPLATE_PAGES,
  ...VIRTUAL_DEVICE_PAGES,
  ...DEVICE_MAP_PAGES,
  ...DEVICE_SHARE_PAGES,
  ...ALARM_RULES_PAGES,
  ...CANVAS_PAGES,
  ...SCREEN_PAGES,
  ...CONFIGURE_PAGES,
  'sg-roles': [
    {
      answers: rightsAnswers,
      list: { file: 'screens/roles/Roles.tsx', call: 'GET /yun/user/role', hasSearch: true, again: false },
    },
    role('with a new one beside', '.button-primary'),
    role('with the device groups of one', ROW, '.side-panel [role=tab]:nth-child(2)'),
    role('with the templates of one', ROW, '.side-panel [role=tab]:nth-child(3)'),
  ],
  'sg-operations': [
    {
      answers: operated,
      list: {
        file: 'screens/operations/Operations.tsx',
        call: 'GET /user/privileges',
        hasSearch: true,
        row: '.matrix tbody tr',
        again: false,
      },
    },
    {
      shape: 'with users selected',
      attributes: { kind: 'device' },
      answers: { ...operated, ...signedIn },
      list: {
        file: 'screens/operations/Operations.tsx',
        call: 'GET /dev/privileges',
        hasSearch: true,
        row: '.matrix tbody tr',
        again: false,
      },
      reach: seen(['.matrix thead input'], '.operations-selected'),
    },
  ],
  'sg-value': [leaf({ point: 'flow' })],
  'sg-status': [leaf({})],
  'sg-trend': [leaf({ point: 'flow' })],
  'sg-gauge': [leaf({ point: 'flow', min: '0', max: '100' })],
}
