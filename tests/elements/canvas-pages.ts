import { ONLY_READY, type Page } from './axe-page.ts'
import { until } from './check.ts'
import { dashboard } from './dashboard-answers.ts'
import type { playServer } from './played-server.ts'
import { pump, Refused } from './played-server.ts'
import { control, screen } from './shown-screens.ts'

export type Answers = NonNullable<Parameters<typeof playServer>[0]>
type PlayedRequest = Parameters<Answers[string]>[0]

export const box = (control_id: string, x: number, y: number, more: object = {}) =>
  control(control_id, 'rectangle', { x, y, width: 100, height: 60, ...more })
export const documentOf = (controls: readonly object[] = [], more: object = {}) => ({
  version: 1,
  width: 600,
  height: 400,
  controls,
  ...more,
})
export const lockOf = (editor_id: string, more: object = {}) => ({
  user_id: 7,
  user_name: 'li',
  editor_id,
  since: 0,
  is_mine: true,
  ...more,
})
export const OTHER = lockOf('another-page', { user_id: 8, user_name: 'wang', is_mine: false })

interface Stored {
  revision: number
  document: unknown
}

/** What a console answers the editor: one template with two screens, and a lock that whoever asks has. */
export function editorAnswers(document: unknown = documentOf(), more: Answers = {}, stored?: Stored): Answers {
  const kept: Stored = stored ?? { revision: 1, document }
  const now = (changed: object = {}) => screen({ revision: kept.revision, changed_time: Date.now(), ...changed })
  return {
    'GET /yun/module/view': () => [now(), screen({ screen_id: 13, screen_name: 'Second', is_start: false })],
    'GET /yun/module/view/document': ({ query }: PlayedRequest) => ({
      screen:
        query.get('screen_id') === '13' ? screen({ screen_id: 13, screen_name: 'Second', is_start: false }) : now(),
      document: kept.document,
      lock: null,
      may_edit: true,
    }),
    'PUT /yun/module/view/document': ({ body }: PlayedRequest) => {
      if (body.revision !== kept.revision) return new Refused('100027')
      kept.revision += 1
      kept.document = body.document
      return now()
    },
    'POST /yun/module/view/lock': ({ body }: PlayedRequest) => ({
      lock: body.release ? null : lockOf(String(body.editor_id)),
      present: [],
      revision: kept.revision,
    }),
    'GET /yun/module/basic': () => ({
      template_id: 3,
      module_name: 'Pump',
      module_type: 'standard',
      description: '',
      group_id: null,
      group_name: '',
      is_published: false,
      published_time: null,
      created_time: 0,
      changed_time: 0,
      creator_name: 'li',
      is_own: true,
      may_edit: true,
      is_public: false,
      sharee_count: 0,
      point_count: 0,
      device_count: 1,
      screen_count: 2,
      start_screen_id: 12,
      thumbnail: null,
      points: [],
      alarm_rules: [],
      items: [],
      videos: [],
      differing_devices: 0,
    }),
    'GET /yun/module/binding': () => ({
      rows: [
        {
          sn_code: 'PUMP1',
          dev_alias: 'Pump 1',
          dev_model: 'BX-3',
          group_name: 'Water',
          is_vpn: false,
          template_id: 3,
          module_name: 'Pump',
          may_bind: true,
        },
      ],
      total: 1,
    }),
    'GET /yun/resourcesInfo': () => ({ rows: [], total: 0 }),
    ...more,
  }
}

/** What a console answers the editor of dashboards: one of them, two devices, and a lock that whoever asks has. */
export function dashboardEditorAnswers(
  document: unknown = documentOf(),
  more: Answers = {},
  facts: object = {},
): Answers {
  const kept = { revision: 1, shown_revision: 1, document }
  const now = () => dashboard({ dashboard_id: 12, ...kept, document: undefined, changed_time: Date.now(), ...facts })
  const devices = [pump(), pump({ sn_code: 'PUMP2', dev_alias: 'Pump 2' })]
  return {
    'GET /yun/dashboard/document': () => ({ dashboard: now(), document: kept.document, lock: null, may_edit: true }),
    'PUT /yun/dashboard/save': ({ body }: PlayedRequest) => {
      if (body.revision !== kept.revision) return new Refused('100027')
      kept.revision += 1
      if (body.kind === 'saved') kept.shown_revision = kept.revision
      kept.document = body.document
      return now()
    },
    'POST /yun/dashboard/lock': ({ body }: PlayedRequest) => ({
      lock: body.release ? null : lockOf(String(body.editor_id)),
      present: [],
      revision: kept.revision,
    }),
    'GET /yun/dashboard/versions': () => [],
    'GET /dev': ({ query }: PlayedRequest) => {
      const search = (query.get('search') ?? '').toLowerCase()
      const rows = devices.filter(({ dev_alias }) => dev_alias.toLowerCase().includes(search))
      return { rows, total: rows.length }
    },
    'GET /dev/basic': ({ query }: PlayedRequest) => devices.find(({ sn_code }) => sn_code === query.get('sn_code')),
    'GET /yun/resourcesInfo': () => ({ rows: [], total: 0 }),
    ...more,
  }
}

const drawn = async ({ element }: Parameters<NonNullable<Page['reach']>>[0]) => {
  await until('the drawing', () => element.shadowRoot.querySelector('.stage-board[data-hands]'))
}

export const CANVAS_PAGES: Record<string, readonly Page[]> = {
  'sg-dashboard-editor': [
    {
      attributes: { dashboard: '12' },
      answers: dashboardEditorAnswers(documentOf([box('a', 100, 100), box('b', 300, 100)])),
      states: { stale: false, empty: { attributes: { dashboard: null } } },
      reach: drawn,
    },
    {
      shape: 'with the layouts of narrow pages',
      attributes: { dashboard: '12' },
      answers: dashboardEditorAnswers(documentOf([box('a', 100, 100), box('b', 300, 100)])),
      states: ONLY_READY,
      async reach(played) {
        await drawn(played)
        const tabs = played.element.shadowRoot.querySelectorAll<HTMLElement>('[role=tab]')
        ;[...tabs].find(({ textContent }) => /^(Layouts|布局)$/.test(textContent ?? ''))?.click()
        await until('rows', () => played.element.shadowRoot.querySelector('.layout-row'))
      },
    },
    {
      shape: 'before anything is drawn',
      attributes: { dashboard: '12' },
      answers: dashboardEditorAnswers(),
      states: ONLY_READY,
      reach: drawn,
    },
  ],
  'sg-canvas-editor': [
    {
      attributes: { screen: '12' },
      answers: editorAnswers(documentOf([box('a', 100, 100), box('b', 300, 100)])),
      states: {
        stale: false,
        empty: { attributes: { screen: null, template: '3' }, answers: { 'GET /yun/module/view': () => [] } },
      },
      reach: drawn,
    },
    {
      shape: 'with the list of layers',
      attributes: { screen: '12' },
      answers: editorAnswers(documentOf([box('a', 100, 100), box('b', 300, 100)])),
      states: {
        loading: false,
        empty: false,
        stale: false,
        offline: false,
        forbidden: false,
        expired: false,
        error: false,
      },
      async reach({ element }) {
        const tab = await until('the tab', () =>
          [...element.shadowRoot.querySelectorAll<HTMLElement>('[role=tab]')].find(({ textContent }) =>
            /^(Layers|图层)$/.test(textContent ?? ''),
          ),
        )
        tab.click()
        await until('rows', () => element.shadowRoot.querySelector('[role=treeitem]'))
      },
    },
  ],
}
