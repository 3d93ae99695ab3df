import type { Page } from './axe-page.ts'
import { ONLY_READY } from './axe-page.ts'
import { until } from './check.ts'
import { SCREEN_DEVICE } from './controls-driver.tsx'
import { dashboardAnswers, shownDashboard } from './dashboard-answers.ts'
import { control, screenAnswers } from './shown-screens.ts'

const drawn: Page['reach'] = async ({ element }) =>
  void (await until('a control', () => element.shadowRoot.querySelector('.screen-proxy')))

/** A dashboard with something of each kind to choose for it. */
const chosenAnswers = {
  'GET /yun/dashboard/show': () => {
    const points = [{ point: 'PUMP1.flow', label: '', better: 'none' }]
    const props = { title: 'Figures', points, timeOf: 'dashboard' }
    const shown = shownDashboard({}, [control('figures', 'key-figures', { width: 400, height: 120, props })])
    const kinds = ['text', 'choice', 'group', 'template']
    const variables = kinds.map((kind) => ({ name: `the_${kind}`, kind, options: ['Day', 'Night'], value: '' }))
    return { ...shown, document: { ...shown.document, dashboard: { variables } } }
  },
  'GET /dev/shown': () => SCREEN_DEVICE,
  'GET /hDev': () => ({ source: 'hour', columns: [], rows: [[0, 1, 1, 1, 1, 10]], gaps: [], mean: 1 }),
  'GET /yun/dev/group': () => [],
  'GET /yun/module': () => ({ rows: [], total: 0 }),
}

/** Screens, as those who watch them see them. */
export const SCREEN_PAGES: Record<string, readonly Page[]> = {
  'sg-canvas': [
    {
      attributes: { sn: 'PUMP1' },
      answers: screenAnswers,
      states: { empty: { attributes: { sn: null } }, stale: false, offline: { answers: { 'GET /yun/view': lost } } },
      reach: drawn,
    },
    {
      shape: 'in the past',
      attributes: { sn: 'PUMP1', replay: '' },
      answers: screenAnswers,
      reach: drawn,
    },
  ],
  'sg-screen-monitor': [
    {
      attributes: { sn: 'PUMP1' },
      answers: screenAnswers,
      states: {
        empty: { answers: { 'GET /yun/view/devices': () => ({ devices: [], templates: [] }) } },
        stale: false,
      },
      reach: drawn,
    },
  ],
  'sg-dashboard': [
    {
      attributes: { dashboard: '5', sn: 'PUMP1' },
      answers: dashboardAnswers,
      states: { empty: { attributes: { dashboard: null } }, stale: false },
      reach: drawn,
    },
  ],
  'sg-dashboards': [
    {
      attributes: { dashboard: '5' },
      answers: dashboardAnswers,
      states: { empty: { attributes: { dashboard: null }, answers: { 'GET /yun/dashboard': () => [] } }, stale: false },
      reach: drawn,
    },
    {
      shape: 'with a time and variables to choose',
      attributes: { dashboard: '5', compare: '' },
      answers: { ...dashboardAnswers, ...chosenAnswers },
      reach: async ({ element }) =>
        void (await until('what is chosen', () => element.shadowRoot.querySelectorAll('.dashboard-variable')[3])),
    },
    {
      shape: 'with a component that fills the window',
      attributes: { dashboard: '5', rotate: '60' },
      answers: { ...dashboardAnswers, ...chosenAnswers },
      async reach({ element }) {
        const button = () => element.shadowRoot.querySelector<HTMLElement>('.card-full button')
        ;(await until('its button', button)).click()
        await until('it fills the window', () => element.shadowRoot.querySelector('.screen-view[data-full]'))
      },
    },
  ],
  // A page without a link; what it shows of one is the screen itself.
  'sg-shared-canvas': [
    {
      answers: {},
      states: { ...ONLY_READY, ready: false, empty: {} },
    },
  ],
  'sg-shared-dashboard': [
    {
      answers: {},
      states: { ...ONLY_READY, ready: false, empty: {} },
    },
  ],
}
function lost(): never {
  throw new TypeError('Failed to fetch')
}
