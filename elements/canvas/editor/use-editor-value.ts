import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Editor } from '../../../core/canvas/editor-api.ts'
import type { Problem } from '../../../core/canvas/problem.ts'
import type { Screen } from '../../../core/contract/screen.ts'
import { useConnection } from '../../define/index.ts'
import { useKeptChoice } from '../../kit/use-kept-choice.ts'
import { useCall } from '../../parts/use-call.ts'
import { KINDS } from '../controls/kinds.ts'
import type { Drawn, DrawnCalls } from './drawn/drawn.ts'
import type { DialogId, EditorContextValue, PanelId } from './editor-context.ts'
import { PANELS } from './panels.tsx'
import type { SaveKind, Saver } from './saving/saver.ts'
import type { LookOfEditor } from './use-look.ts'

export interface EditorValueParts {
  editor: Editor
  /** The same, or one whose commands do nothing. */
  shown: Editor
  saver: Saver
  calls: DrawnCalls
  drawn: Drawn
  screens: readonly Screen[] | null
  reloadScreens: () => void
  editor_id: string
  isReadOnly: boolean
  problems: readonly Problem[]
  /** Null until colours and fonts are read. */
  look: LookOfEditor['look']
  gallery: LookOfEditor['gallery']
  openDialog: (id: DialogId) => void
  onOpen: (screen_id: number) => void
  onReopen: () => void
}

const NO_DEVICES: EditorContextValue['devices'] = []
const NO_SCREENS: readonly Screen[] = []
const BOUND = (template_id: number) => ({ template_id, is_bound: true, page: 1, page_size: 50 })
const OF = (template_id: number) => ({ template_id, page: 1, page_size: 50 })

/** What the parts of the editor share. */
export function useEditorValue(parts: EditorValueParts): EditorContextValue | null {
  const { editor, shown, saver, calls, drawn, screens, reloadScreens, editor_id, isReadOnly, problems } = parts
  const { look, gallery, openDialog, onOpen, onReopen } = parts
  const { api } = useConnection()
  const { template_id } = drawn
  const template = useCall(api.template.detail, template_id === null ? null : { template_id })
  // Whoever draws screens may bind devices to their template; of a dashboard's, those that one sees are enough.
  const bound = useCall(api.template.bindings, drawn.is === 'screen' ? BOUND(drawn.template_id) : null)
  const seen = useCall(api.device.list, drawn.is === 'screen' || template_id === null ? null : OF(template_id))
  const devices: EditorContextValue['devices'] = (bound.data ?? seen.data)?.rows ?? NO_DEVICES
  const [device, chooseDevice] = useState<string | null>(null)
  const sn_code = device ?? devices[0]?.sn_code ?? ''
  const [chosenPoint, choosePointDevice] = useState<string | null>(null)
  const pointDevice = template_id === null ? chosenPoint : ''

  const [panel, choosePanel] = useKeptChoice<PanelId>('canvas-panel', PANELS[drawn.is], 'properties')
  const [requested, setRequested] = useState<{ path: string } | null>(null)
  const openPanel = useCallback(
    (id: PanelId, path?: string) => {
      choosePanel(id)
      setRequested(path === undefined ? null : { path })
    },
    [choosePanel],
  )
  const save = useCallback(async (note?: string, kind: SaveKind = 'saved') => saver.save(kind, note), [saver])
  const showControl = useCallback(
    (control_id: string) => {
      editor.selecting.select([control_id])
      editor.viewing.reveal(control_id)
    },
    [editor],
  )
  const leaveFor = useEffectEvent(onOpen)
  const openScreen = useCallback(
    async (next: number) => {
      if (!editor.state().isSaved) await saver.save('autosave')
      leaveFor(next)
    },
    [editor, saver],
  )
  const latest = useRef(onReopen)
  useEffect(() => {
    latest.current = onReopen
  })
  const reopenNow = useCallback(() => {
    saver.abandon()
    latest.current()
  }, [saver])

  return useMemo<EditorContextValue | null>(
    () =>
      look && {
        editor: shown,
        drawn,
        calls,
        devices,
        sn_code,
        chooseDevice,
        pointDevice,
        choosePointDevice,
        gallery,
        look,
        isReadOnly,
        editor_id,
        panel,
        requested,
        template: template.data,
        screens: screens ?? NO_SCREENS,
        kinds: KINDS,
        problems,
        openPanel,
        openDialog,
        showControl,
        save,
        reloadScreens,
        openScreen: (next) => void openScreen(next),
        reopen: reopenNow,
      },
    [
      shown,
      drawn,
      calls,
      devices,
      sn_code,
      pointDevice,
      gallery,
      look,
      isReadOnly,
      editor_id,
      panel,
      requested,
      template.data,
      screens,
      problems,
      openPanel,
      openDialog,
      showControl,
      save,
      reloadScreens,
      openScreen,
      reopenNow,
    ],
  )
}
