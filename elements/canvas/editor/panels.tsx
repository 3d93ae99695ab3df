import { lazyPart } from '../../define/index.ts'
import type { Drawn } from './drawn/drawn.ts'
import type { PanelId } from './editor-context.ts'

/** What the dialogs are handed; they are made while they are open. */
export interface DialogProps {
  readonly onClose: () => void
}

/** The tabs at the right side, in their order. */
export const PANELS: Readonly<Record<Drawn['is'], readonly PanelId[]>> = {
  screen: ['properties', 'bindings', 'events', 'check', 'versions'],
  dashboard: ['properties', 'bindings', 'events', 'layouts', 'check', 'versions'],
}

export const PANEL_PARTS = {
  properties: lazyPart(async () => (await import('./inspector/Inspector.tsx')).default),
  bindings: lazyPart(async () => (await import('./binding/BindingPanel.tsx')).default),
  events: lazyPart(async () => (await import('./events/EventsPanel.tsx')).default),
  layouts: lazyPart(async () => (await import('./layouts/LayoutsPanel.tsx')).default),
  check: lazyPart(async () => (await import('./check/CheckPanel.tsx')).default),
  versions: lazyPart(async () => (await import('./versions/VersionsPanel.tsx')).default),
} as const

export const PointsPanel = lazyPart(async () => (await import('./binding/PointsPanel.tsx')).default)

/** Nothing stands in a dialog's place until it has come: the drawing must not move under the pointer. */
export const DIALOG_PARTS = {
  preview: lazyPart<DialogProps>(async () => (await import('./preview/Preview.tsx')).default, null),
  import: lazyPart<DialogProps>(async () => (await import('./files/ImportDialog.tsx')).default, null),
  start: lazyPart<DialogProps>(async () => (await import('./start/StartDialog.tsx')).default, null),
  rebind: lazyPart<DialogProps>(async () => (await import('./binding/RebindDialog.tsx')).default, null),
  unresolved: lazyPart<DialogProps>(async () => (await import('./binding/UnresolvedDialog.tsx')).default, null),
  shortcuts: lazyPart<DialogProps>(async () => (await import('./toolbar/ShortcutsDialog.tsx')).default, null),
} as const

/** The menu of exports, in the toolbar. */
export const ExportMenu = lazyPart(
  async () => (await import('./files/ExportMenu.tsx')).default,
  <span className="bar-waiting" />,
)
