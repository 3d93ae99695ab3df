import { DEFAULT_SETTINGS, type KeptSettings } from '../../core/contract/organisation-settings.ts'
import { has, type Page } from './axe-page.ts'
import { MENU_EDITOR_PAGES } from './menu-editor-pages.ts'
import type { Answers } from './played-server.ts'

export const READ = 'GET /yun/individuation/settings'

export const keptSettings = (more: Partial<KeptSettings['settings']> = {}): KeptSettings => ({
  settings: { ...DEFAULT_SETTINGS, timezone: 'Asia/Shanghai', week_start: 'monday', ...more },
  version: 1,
  changed_time: 1_760_000_000_000,
  changed_by: 'Li Na',
  sign_in_hosts: ['plant.example'],
  map_files: [],
})

const answers: Answers = { [READ]: () => keptSettings() }
const colours = [
  '#1f6fb2',
  '#b06a00',
  '#12506b',
  '#8a4fa8',
  '#3a8a8c',
  '#6b5a00',
  '#3b49a8',
  '#b04a6e',
  '#4f7d2f',
  '#5b6470',
]

export const ORGANISATION_SETTINGS_PAGES: Record<string, readonly Page[]> = {
  ...MENU_EDITOR_PAGES,
  'sg-organisation-settings': [
    // Requested again after a change of its own alone.
    { answers, states: { empty: false, stale: false }, reach: has('.org-preview') },
    {
      shape: 'with everything set',
      answers: {
        [READ]: () =>
          keptSettings({
            product_name: 'Water works',
            sign_in_text: 'Control room',
            footer: 'ICP 123',
            accent: '#7a1f5c',
            palette: 'own',
            own_colours: colours,
            media_hosts: ['https://cameras.example'],
          }),
      },
      reach: has('.org-colours'),
    },
  ],
}
