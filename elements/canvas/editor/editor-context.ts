import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { Editor, EditorState } from '../../../core/canvas/editor-api.ts'
import type { RawProps } from '../../../core/canvas/kind.ts'
import type { Problem } from '../../../core/canvas/problem.ts'
import type { Screen } from '../../../core/contract/screen.ts'
import type { TemplateDetail } from '../../../core/contract/template.ts'
import type { ControlDefinition, Look } from '../controls/define-control.ts'
import type { Gallery } from '../controls/gallery.ts'
import type { Drawn, DrawnCalls } from './drawn/drawn.ts'

/** The tabs at the right side. */
export type PanelId = 'properties' | 'bindings' | 'events' | 'layouts' | 'check' | 'versions'
/** What opens over the editor. */
export type DialogId = 'preview' | 'import' | 'start' | 'rebind' | 'unresolved' | 'shortcuts'

/** A device to see what is drawn with its values. */
export interface TestDevice {
  readonly sn_code: string
  readonly dev_alias: string
}

export interface EditorContextValue {
  /** While what is drawn cannot be changed, its commands and gestures do nothing. */
  readonly editor: Editor
  /** As the server has it now: its revision is that of the last save. */
  readonly drawn: Drawn
  readonly calls: DrawnCalls
  /** Points, permission items and videos; null until they have come, and where it has no template. */
  readonly template: TemplateDetail | null
  /** All screens of the template; none where it has no template. */
  readonly screens: readonly Screen[]
  /** Those of the template; some of them where there are many, none where it has no template. */
  readonly devices: readonly TestDevice[]
  /** The one that is tested with; '' for none. */
  readonly sn_code: string
  chooseDevice(sn_code: string): void
  /** Whose points are offered first; '' for those of the device that is shown, null where one is to be chosen. */
  readonly pointDevice: string | null
  choosePointDevice(sn_code: string): void
  readonly kinds: ReadonlyMap<string, ControlDefinition<RawProps>>
  readonly gallery: Gallery
  readonly look: Look
  /** Somebody else draws, or the right to is missing. */
  readonly isReadOnly: boolean
  /** What of the stored document could not be read as it stands. */
  readonly problems: readonly Problem[]
  /** This page, as the lock and saves name it. */
  readonly editor_id: string
  readonly panel: PanelId
  /** The property that was requested with the panel: `openPanel('bindings', 'value')`. */
  readonly requested: { readonly path: string } | null
  openPanel(id: PanelId, path?: string): void
  openDialog(id: DialogId): void
  /** Selects a control and brings it into sight. */
  showControl(control_id: string): void
  /** Saves it, as a version unless it is a mere draft; false where it could not be saved, after showing why. */
  save(note?: string, kind?: 'autosave'): Promise<boolean>
  /** The server made another revision itself (a restored version): the editor opens it anew. */
  reopen(): void
  /** Leads to another screen of the template; unsaved changes are saved first. */
  openScreen(screen_id: number): void
  /** The list of screens has changed: one was imported. */
  reloadScreens(): void
}

export const EditorContext = createContext<EditorContextValue | null>(null)

export function useEditor(): EditorContextValue {
  const value = use(EditorContext)
  if (!value) throw new Error('Used outside of the canvas editor')
  return value
}

/** A part of the editor's state; drawn again when that part is another one. The selector gives what the state has, and makes nothing new. */
export function useEditorState<Part>(selector: (state: EditorState) => Part): Part {
  const { editor } = useEditor()
  const listen = useCallback((changed: () => void) => editor.listen(changed), [editor])
  return useSyncExternalStore(listen, () => selector(editor.state()))
}
