import { pump } from './played-server.ts'

/** What a console answers of screens, for tests of whatever shows them. */
export const control = (control_id: string, kind: string, more: object = {}) => ({
  control_id,
  kind,
  version: 1,
  name: control_id,
  x: 0,
  y: 0,
  width: 120,
  height: 40,
  ...more,
})

export const screen = (more: object = {}) => ({
  screen_id: 12,
  template_id: 3,
  screen_name: 'Main',
  variant: 'desktop',
  is_start: true,
  width: 400,
  height: 300,
  revision: 1,
  published_revision: 1,
  changed_time: 0,
  changed_by: 'li',
  thumbnail: null,
  ...more,
})

/** The document of a pump: its flow, its setpoint to be written, the way to another screen. */
export const CONTROLS = [
  control('flow', 'value', { props: { label: 'Flow' }, bindings: { value: { expression: 'flow' } } }),
  control('running', 'indicator', { y: 60, bindings: { value: { expression: 'running' } } }),
  control('setpoint', 'input', {
    y: 120,
    props: { writes: 'setpoint' },
    bindings: { value: { expression: 'setpoint' } },
  }),
  control('next', 'button', {
    y: 180,
    props: { text: 'Next' },
    events: [{ on: 'click', actions: [{ does: 'switch_screen', screen_id: 13 }] }],
  }),
]

export const shown = (controls: readonly object[] = CONTROLS, more: object = {}) => ({
  screen: screen(),
  document: { version: 1, width: 400, height: 300, controls },
  screens: [screen({ screen_id: 13, screen_name: 'Second', is_start: false })],
  template: { template_id: 3, module_name: 'Pump', is_published: true },
  items: [],
  videos: [],
  differing_devices: 0,
  asks: { write: false, acknowledge: false },
  ...more,
})

export const screenAnswers = {
  'GET /yun/view': ({ query }: { query: URLSearchParams }) =>
    query.get('screen_id') === '13'
      ? shown([control('title', 'text', { props: { text: 'Second screen' } })], {
          screen: screen({ screen_id: 13, screen_name: 'Second', is_start: false }),
          screens: [screen()],
        })
      : shown(),
  'GET /dev/basic': () => pump(),
  'GET /rAlarmDev': () => ({ rows: [], total: 0 }),
  'POST /yun/view/replay': () => [],
  'GET /yun/view/devices': () => ({
    devices: [{ sn_code: 'PUMP1', dev_alias: 'Pump 1', group_id: 1, template_id: 3, screen_id: 12, thumbnail: null }],
    templates: [{ template_id: 4, module_name: 'Overview', screen_id: 20, thumbnail: null }],
    without: 2,
  }),
  'GET /yun/dev/group': () => [
    { group_id: 1, parent_id: null, group_name: 'Water', is_default: false, device_count: 1 },
  ],
  'GET /rAlarmDev/marks': () => [
    { sn_code: 'PUMP1', group_id: 1, open: 2, unconfirmed: 1, alarm_level: 4, points: [] },
  ],
}
