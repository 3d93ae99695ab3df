import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { createEditor, type Editor } from '../../../core/canvas/editor.ts'
import { type Problem, problemSentence } from '../../../core/canvas/problem.ts'
import { readDocument } from '../../../core/canvas/read-document.ts'
import { writeDocument } from '../../../core/canvas/write-document.ts'
import type { Screen, ScreenLock } from '../../../core/contract/screen.ts'
import { attempt } from '../../../core/stores/attempt.ts'
import { useConnection, useElement, useElementState, useElementTitle, useText } from '../../define/index.ts'
import { ErrorState } from '../../kit/ErrorState.tsx'
import { useKeptChoice } from '../../kit/use-kept-choice.ts'
import { type Called, useCall } from '../../parts/use-call.ts'
import { useNarrow } from '../../parts/use-narrow.ts'
import { KINDS } from '../controls/kinds.ts'
import { EditorLayout } from './EditorLayout.tsx'
import { EditorNotes } from './EditorNotes.tsx'
import { type DialogId, EditorContext, type EditorContextValue, type PanelId } from './editor-context.ts'
import { readOnlyEditor } from './read-only.ts'
import { type Draft, dropDraft, readDraft } from './saving/drafts.ts'
import { useEditorId } from './saving/use-editor-id.ts'
import { useLock } from './saving/use-lock.ts'
import { useSaver } from './saving/use-saver.ts'
import type { StageHandle } from './stage/Stage.tsx'
import { text } from './text.ts'
import { useKeyboard } from './use-keyboard.ts'
import { useLook } from './use-look.ts'

interface OpenedScreen {
  readonly screen: Screen
  readonly document?: unknown
  readonly lock: ScreenLock | null
  readonly may_edit: boolean
}

interface EditorFrameProps {
  opened: OpenedScreen
  onReopen: () => void
  onOpen: (screen_id: number) => void
  onSaved: (detail: { screen_id: number; revision: number }) => boolean
  onClose: () => boolean
}

/** A screen as it was loaded, checked once: a document that this version cannot draw is refused here. */
export function EditorFrame(props: EditorFrameProps) {
  const { lang } = useElement()
  const t = useText(text)
  const [read] = useState(() => readDocument(props.opened.document, KINDS))
  if (read.refusal)
    return <Refused sentence={problemSentence(read.refusal, lang)} title={t.refused} why={t.refusedWhy} />
  return <Opened read={{ document: read.document, problems: read.problems }} {...props} />
}

function Refused({ sentence, title, why }: { sentence: string; title: string; why: string }) {
  useElementState('error')
  return <ErrorState title={title} explanation={`${sentence}${/[。.]$/.test(sentence) ? ' ' : '. '}${why}`} />
}

interface OpenedProps extends EditorFrameProps {
  read: { document: NonNullable<ReturnType<typeof readDocument>['document']>; problems: readonly Problem[] }
}

function Opened({ opened, read, onReopen, onOpen, onSaved, onClose }: OpenedProps) {
  const { api } = useConnection()
  const t = useText(text)
  const toasts = useConnection().toasts
  const frame = useRef<HTMLElement>(null)
  const stage = useRef<StageHandle>(null)
  const thumbnail = useRef<() => string | null>(() => null)
  const [narrowRef, isNarrow] = useNarrow()
  const [editor] = useState<Editor>(() => createEditor({ document: read.document, kinds: KINDS }))
  const editor_id = useEditorId(opened.screen.screen_id)
  const [screen, setScreen] = useState(opened.screen)
  const [newest, setNewest] = useState<Screen | null>(null)
  const { screen_id, template_id } = screen
  useElementTitle(`${screen.screen_name} · ${t.editor}`)

  const [draft, setDraft] = useState<Draft | null>(() => draftOf(opened))
  const mayDraw = opened.may_edit && !isNarrow
  const lock = useLock(screen_id, editor_id, mayDraw)
  const { saver, status } = useSaver({
    editor,
    screen,
    editor_id,
    thumbnail,
    isDraftPending: draft !== null,
    onSaved(next) {
      setScreen(next)
      replaceIn(screens, next)
      onSaved({ screen_id, revision: next.revision })
    },
  })
  const isHeld = lock.isMine ?? (opened.lock === null || opened.lock.editor_id === editor_id)
  const isConflict = status.is === 'conflict'
  const isReadOnly = !mayDraw || !isHeld
  useEffect(() => {
    thumbnail.current = () => stage.current?.drawing()?.thumbnail() ?? null
  }, [])

  const isUnsaved = useSyncExternalStore(editor.listen, () => !editor.state().isSaved)
  const shown = useMemo(() => (isReadOnly ? readOnlyEditor(editor) : editor), [editor, isReadOnly])
  useEffect(() => {
    editor.use({ name: isReadOnly ? 'pan' : 'select' })
    if (isReadOnly) saver.pause()
    else saver.resume()
  }, [editor, saver, isReadOnly])

  // Another page saved while this one only looked: it is drawn as it is now.
  const reopen = useEffectEvent(onReopen)
  const isBehind = lock.revision !== null && lock.revision > screen.revision && status.is === 'saved' && !isUnsaved
  useEffect(() => {
    if (isBehind) reopen()
  }, [isBehind])
  const hasConflict = isConflict || lock.wasTaken
  useEffect(() => {
    if (!hasConflict) return
    let isWanted = true
    api.screen.open({ screen_id }).then(
      (now) => isWanted && setNewest(now.screen),
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [api, screen_id, hasConflict])

  const screens = useCall(api.screen.list, { template_id })
  const template = useCall(api.template.detail, { template_id })
  const bound = useCall(api.template.bindings, BOUND(template_id))
  const devices = bound.data?.rows ?? NO_DEVICES
  const [device, chooseDevice] = useState<string | null>(null)
  const sn_code = device ?? devices[0]?.sn_code ?? ''

  const [panel, choosePanel] = useKeptChoice<PanelId>('canvas-panel', PANEL_IDS, 'properties')
  const [requested, setRequested] = useState<{ path: string } | null>(null)
  const [dialog, setDialog] = useState<DialogId | null>(null)
  const [isFinding, setFinding] = useState(false)
  const openPanel = useCallback(
    (id: PanelId, path?: string) => {
      choosePanel(id)
      setRequested(path === undefined ? null : { path })
    },
    [choosePanel],
  )
  const style = useSyncExternalStore(editor.listen, () => editor.state().document.style)
  const { lookRef, look, gallery } = useLook(style, (address) => stage.current?.drawing()?.scene.pictureCame(address))

  const save = useCallback(async (note?: string) => saver.save('saved', note), [saver])
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
  const reloadScreens = screens.reload
  const latest = useRef(onReopen)
  useEffect(() => {
    latest.current = onReopen
  })
  const reopenNow = useCallback(() => {
    saver.abandon()
    latest.current()
  }, [saver])

  const value = useMemo<EditorContextValue | null>(
    () =>
      look && {
        editor: shown,
        screen,
        template_id,
        devices,
        sn_code,
        chooseDevice,
        gallery,
        look,
        isReadOnly,
        editor_id,
        panel,
        requested,
        template: template.data,
        screens: screens.data ?? NO_SCREENS,
        kinds: KINDS,
        problems: read.problems,
        openPanel,
        openDialog: setDialog,
        showControl,
        save,
        reloadScreens,
        openScreen: (next) => void openScreen(next),
        reopen: reopenNow,
      },
    [
      shown,
      screen,
      template_id,
      devices,
      sn_code,
      gallery,
      look,
      isReadOnly,
      editor_id,
      panel,
      requested,
      template.data,
      screens.data,
      read.problems,
      openPanel,
      showControl,
      save,
      reloadScreens,
      openScreen,
      reopenNow,
    ],
  )

  useKeyboard(frame, {
    editor: shown,
    isReadOnly,
    board: () => stage.current?.board() ?? null,
    save: () => void save(),
    find: () => setFinding(true),
    preview: () => setDialog('preview'),
    showShortcuts: () => setDialog('shortcuts'),
    pasted(problem) {
      if (problem === null || problem === 'foreign') return
      const [zh, en] = problem === 'newer' ? text.rows.pasteNewer : text.rows.pasteMany
      toasts.show('error', { zh, en })
    },
  })

  async function saveAs() {
    const { screen_name, variant } = screen
    const document = writeDocument(editor.state().whole)
    const name = t.copyName({ name: screen_name }).slice(0, 32)
    const made = await attempt(
      api.screen.create({ template_id, screen_name: name, variant, document }, { raisesToast: true }),
    )
    if (!made) return
    saver.abandon()
    dropDraft(screen_id)
    onOpen(made.screen_id)
  }

  return (
    <section
      ref={(element) => {
        frame.current = element
        return narrowRef(element)
      }}
      className="canvas-editor"
      aria-label={t.editor}
      data-narrow={isNarrow || undefined}
    >
      <div ref={lookRef} className="editor-look" aria-hidden />
      <EditorNotes
        screen={screen}
        isNarrow={isNarrow}
        mayEdit={opened.may_edit}
        lock={lock}
        isUnsaved={isUnsaved}
        isConflict={isConflict}
        newest={newest}
        draft={isReadOnly ? null : draft}
        problems={read.problems}
        onDiscard={() => {
          saver.abandon()
          dropDraft(screen_id)
          onReopen()
        }}
        onSaveAs={() => void saveAs()}
        onRestoreDraft={() => {
          const restored = draft && readDocument(draft.document, KINDS)
          setDraft(null)
          if (restored?.document) editor.replace(restored.document)
        }}
        onDropDraft={() => {
          setDraft(null)
          dropDraft(screen_id)
        }}
      />
      {value && (
        <EditorContext value={value}>
          <EditorLayout
            stage={stage}
            isNarrow={isNarrow}
            status={status}
            present={lock.present}
            dialog={dialog}
            onDialogClose={() => setDialog(null)}
            isFinding={isFinding}
            onFind={setFinding}
            onSave={() => void save()}
            onClose={onClose}
          />
        </EditorContext>
      )}
    </section>
  )
}

const PANEL_IDS: readonly PanelId[] = ['properties', 'bindings', 'events', 'check', 'versions']
const NO_DEVICES: EditorContextValue['devices'] = []
const NO_SCREENS: readonly Screen[] = []
const BOUND = (template_id: number) => ({ template_id, is_bound: true, page: 1, page_size: 50 })

/** What the tab kept, unless it is what the server has. */
function draftOf({ screen, document }: OpenedScreen): Draft | null {
  const draft = readDraft(screen.screen_id)
  if (!draft || JSON.stringify(draft.document) !== JSON.stringify(document)) return draft
  dropDraft(screen.screen_id)
  return null
}

function replaceIn(called: Called<Screen[]>, next: Screen): void {
  if (called.data) called.replace(called.data.map((one) => (one.screen_id === next.screen_id ? next : one)))
}
