import { control, screenAnswers } from './shown-screens.ts'

/** What a console answers of dashboards, for tests of whatever shows them. */
export const dashboard = (more: object = {}) => ({
  dashboard_id: 5,
  dashboard_name: 'Water works',
  folder_name: '',
  template_id: null,
  module_name: null,
  width: 400,
  height: 300,
  visible_to: 'all',
  is_favourite: false,
  revision: 3,
  shown_revision: 3,
  changed_time: 0,
  changed_by: 'li',
  user_name: 'li',
  thumbnail: null,
  may_edit: true,
  may_grant: true,
  ...more,
})

/** Two values beside each other, a wide text below them. */
export const DASHBOARD_CONTROLS = [
  control('flow', 'value', { props: { label: 'Flow' }, bindings: { value: { expression: 'flow' } } }),
  control('running', 'indicator', { x: 200, bindings: { value: { expression: 'running' } } }),
  control('note', 'text', { y: 100, width: 400, props: { text: 'Night shift' } }),
]

export const shownDashboard = (more: object = {}, controls: readonly object[] = DASHBOARD_CONTROLS) => ({
  dashboard: dashboard(more),
  document: { version: 1, width: 400, height: 300, controls },
  items: [],
  asks: { write: false, acknowledge: false },
})

export const dashboardAnswers = {
  ...screenAnswers,
  'GET /yun/dashboard': () => [
    dashboard(),
    dashboard({ dashboard_id: 6, dashboard_name: 'Boilers', folder_name: 'Heat', visible_to: 'chosen' }),
    dashboard({ dashboard_id: 7, dashboard_name: 'Mine', is_favourite: true, shown_revision: null }),
  ],
  'GET /yun/dashboard/show': ({ query }: { query: URLSearchParams }) =>
    query.get('dashboard_id') === '6'
      ? shownDashboard({ dashboard_id: 6, dashboard_name: 'Boilers' })
      : shownDashboard({ dashboard_id: Number(query.get('dashboard_id')) }),
  'GET /yun/dashboard/granted': () => ({ visible_to: 'all', user_ids: [], group_ids: [], role_ids: [] }),
  'GET /yun/dashboard/candidate': () => ({
    users: [{ user_id: 21, user_name: 'wang', name: 'Wang Wei' }],
    groups: [{ group_id: 31, group_name: 'East' }],
    roles: [{ role_id: 41, role_name: 'Shift' }],
  }),
}
