import type { Page } from './axe-page.ts'
import { ONLY_READY } from './axe-page.ts'
import { until } from './check.ts'
import { dashboardAnswers } from './dashboard-answers.ts'
import { screenAnswers } from './shown-screens.ts'

const drawn: Page['reach'] = async ({ element }) =>
  void (await until('a control', () => element.shadowRoot.querySelector('.screen-proxy')))

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
