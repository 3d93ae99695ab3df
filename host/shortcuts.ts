import type { shortcutText } from './shortcut-text.ts'

type Words = keyof (typeof shortcutText)['rows']

interface ShortcutGroup {
  /** What has to have the focus. */
  where: Words
  rows: readonly { keys: readonly string[]; does: Words }[]
}

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    where: 'anywhere',
    rows: [
      { keys: ['Ctrl K'], does: 'find' },
      { keys: ['?'], does: 'list' },
      { keys: ['Tab'], does: 'skip' },
      { keys: ['Esc'], does: 'close' },
    ],
  },
  {
    where: 'pages',
    rows: [
      { keys: ['Alt ←', 'Alt →'], does: 'movePage' },
      { keys: ['Delete'], does: 'closePage' },
    ],
  },
  {
    where: 'table',
    rows: [
      { keys: ['↑', '↓', 'Page Up', 'Page Down', 'Home', 'End'], does: 'row' },
      { keys: ['Enter'], does: 'openRow' },
      { keys: ['Space'], does: 'selectRow' },
    ],
  },
  { where: 'tabs', rows: [{ keys: ['←', '→', 'Home', 'End'], does: 'tab' }] },
  {
    where: 'screen',
    rows: [
      { keys: ['←', '→', '↑', '↓', 'Home', 'End'], does: 'control' },
      { keys: ['Enter'], does: 'useControl' },
    ],
  },
  {
    where: 'curve',
    rows: [
      { keys: ['←', '→'], does: 'pan' },
      { keys: ['+', '−'], does: 'zoom' },
    ],
  },
]
