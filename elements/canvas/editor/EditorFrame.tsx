import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Editor } from '../../../core/canvas/editor.ts'
import { type Problem, problemSentence } from '../../../core/canvas/problem.ts'
import { readDocument } from '../../../core/canvas/read-document.ts'
import { writeDocument } from '../../../core/canvas/write-document.ts'
import type { Screen } from '../../../core/contract/screen.ts'
import { attempt } from '../../../core/stores/attempt.ts'
import { useConnection, useElement, useElementState, useElementTitle, useText } from '../../define/index.ts'
import { ErrorState } from '../../kit/ErrorState.tsx'
import { type Called, useCall } from '../../parts/use-call.ts'
import { useNarrow } from '../../parts/use-narrow.ts'
import { KINDS } from '../controls/kinds.ts'
import type { Drawn, DrawnCalls, OpenedDrawn } from './drawn/drawn.ts'
import { useNoun } from './drawn/noun.ts'
import { EditorLayout } from './EditorLayout.tsx'
import { EditorNotes } from './EditorNotes.tsx'
import { type DialogId, EditorContext } from './editor-context.ts'
import { readOnlyEditor } from './read-only.ts'
import { type Draft, dropDraft, readDraft } from './saving/drafts.ts'
import type { Saver } from './saving/saver.ts'
import { useEditorId } from './saving/use-editor-id.ts'
import { useLock } from './saving/use-lock.ts'
import { useNewest } from './saving/use-newest.ts'
import { useSaver } from './saving/use-saver.ts'
import type { StageHandle } from './stage/Stage.tsx'
import { text } from './text.ts'
import { useEditorValue } from './use-editor-value.ts'
import { useKeyboard } from './use-keyboard.ts'
import { useLook } from './use-look.ts'
import { useMadeEditor } from './use-made-editor.ts'

interface EditorFrameProps {
  calls: DrawnCalls
  opened: OpenedDrawn
  onReopen: () => void
  onOpen: (id: number) => void
  onSaved: (drawn: Drawn) => void
  onClose: () => boolean
}

/** What was loaded, checked once: a document that this version cannot draw is refused here. */
export function EditorFrame(props: EditorFrameProps) {
  const { lang } = useElement()
  const t = useText(text)
  const noun = useNoun(props.opened.drawn)
  const [read] = useState(() => readDocument(props.opened.document, KINDS))
  if (read.refusal)
    return <Refused sentence={problemSentence(read.refusal, lang)} title={t.refused({ noun })} why={t.refusedWhy} />
  return <Opened read={{ document: read.document, problems: read.problems }} {...props} />
}

function Refused({ sentence, title, why }: { sentence: string; title: string; why: string }) {
  useElementState('error')
  return <ErrorState title={title} explanation={`${sentence}${/[。.]$/.test(sentence) ? ' ' : '. '}${why}`} />
}

interface OpenedProps extends EditorFrameProps {
  read: { document: NonNullable<ReturnType<typeof readDocument>['document']>; problems: readonly Problem[] }
}

function Opened({ calls, opened, read, onReopen, onOpen, onSaved, onClose }: OpenedProps) {
  const { api } = useConnection()
  const t = useText(text)
  const toasts = useConnection().toasts
  const frame = useRef<HTMLElement>(null)
  const stage = useRef<StageHandle>(null)
  const thumbnail = useRef<() => string | null>(() => null)
  const [narrowRef, isNarrow] = useNarrow()
  const [drawn, setDrawn] = useState(opened.drawn)
  const { id, template_id } = drawn
  const { editor, sayFull } = useMadeEditor(read.document, drawn.is)
  const editor_id = useEditorId(drawn)
  useElementTitle(`${drawn.name} · ${t[drawn.is]}`)

  const [draft, setDraft] = useState<Draft | null>(() => draftOf(opened))
  const mayDraw = opened.may_edit && !isNarrow
  const lock = useLock(calls, id, editor_id, mayDraw)
  const { saver, status } = useSaver({
    editor,
    calls,
    drawn,
    editor_id,
    thumbnail,
    isDraftPending: draft !== null,
    onSaved(next) {
      setDrawn(next)
      if (next.is === 'screen') replaceIn(screens, next.screen)
      onSaved(next)
    },
  })
  const isHeld = lock.isMine ?? (opened.lock === null || opened.lock.editor_id === editor_id)
  const isConflict = status.is === 'conflict'
  const isReadOnly = !mayDraw || !isHeld
  useEffect(() => {
    thumbnail.current = () => stage.current?.drawing()?.thumbnail() ?? null
  }, [])

  const isUnsaved = useSyncExternalStore(editor.listen, () => !editor.state().isSaved)
  const shown = useShownEditor(editor, saver, isReadOnly)

  const isBehind = lock.revision !== null && lock.revision > saver.revision() && status.is === 'saved' && !isUnsaved
  useReopening(isBehind, onReopen)
  const newest = useNewest(calls, id, isConflict || lock.wasTaken)
  const screens = useCall(api.screen.list, template_id === null ? null : { template_id })
  const [dialog, setDialog] = useState<DialogId | null>(null)
  const [isFinding, setFinding] = useState(false)
  const style = useSyncExternalStore(editor.listen, () => editor.state().document.style)
  const { lookRef, look, gallery } = useLook(style, (address) => stage.current?.drawing()?.scene.pictureCame(address))

  const value = useEditorValue({
    editor,
    shown,
    saver,
    calls,
    drawn,
    screens: screens.data,
    reloadScreens: screens.reload,
    editor_id,
    isReadOnly,
    problems: read.problems,
    look,
    gallery,
    openDialog: setDialog,
    onOpen,
    onReopen,
  })

  useKeyboard(frame, {
    editor: shown,
    isReadOnly,
    board: () => stage.current?.board() ?? null,
    save: () => void saver.save('saved'),
    find: () => setFinding(true),
    preview: () => setDialog('preview'),
    showShortcuts: () => setDialog('shortcuts'),
    pasted(problem) {
      if (problem === null || problem === 'foreign') return
      if (problem === 'too-many') return sayFull()
      const [zh, en] = text.rows.pasteNewer
      toasts.show('error', { zh, en })
    },
  })

  async function saveAs() {
    const document = writeDocument(editor.state().whole)
    const name = t.copyName({ name: drawn.name }).slice(0, 32)
    const made = await attempt(calls.copy({ drawn, name, document }, { raisesToast: true }))
    if (!made) return
    saver.abandon()
    dropDraft(drawn)
    onOpen(made.id)
  }

  return (
    <section
      ref={(element) => {
        frame.current = element
        return narrowRef(element)
      }}
      className="canvas-editor"
      aria-label={t[drawn.is]}
      data-is={drawn.is}
      data-narrow={isNarrow || undefined}
    >
      <div ref={lookRef} className="editor-look" aria-hidden />
      <EditorNotes
        drawn={drawn}
        isNarrow={isNarrow}
        mayEdit={opened.may_edit}
        lock={lock}
        isUnsaved={isUnsaved}
        status={status}
        newest={newest}
        draft={isReadOnly ? null : draft}
        problems={read.problems}
        onDiscard={() => {
          saver.abandon()
          dropDraft(drawn)
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
          dropDraft(drawn)
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
            onSave={() => void saver.save('saved')}
            onClose={onClose}
          />
        </EditorContext>
      )}
    </section>
  )
}

/** While it cannot be changed, nothing of it is, nor saved. */
function useShownEditor(editor: Editor, saver: Saver, isReadOnly: boolean): Editor {
  useEffect(() => {
    editor.use({ name: isReadOnly ? 'pan' : 'select' })
    if (isReadOnly) saver.pause()
    else saver.resume()
  }, [editor, saver, isReadOnly])
  return useMemo(() => (isReadOnly ? readOnlyEditor(editor) : editor), [editor, isReadOnly])
}

/**
 * Another page saved while this one only looked: it is drawn as it is now. Its own saves are known to the saver first, and may
 * be announced before their answer has come.
 */
function useReopening(isBehind: boolean, onReopen: () => void): void {
  const reopen = useEffectEvent(onReopen)
  useEffect(() => {
    if (isBehind) reopen()
  }, [isBehind])
}

/** What the tab kept, unless it is what the server has. */
function draftOf({ drawn, document }: OpenedDrawn): Draft | null {
  const draft = readDraft(drawn)
  if (!draft || JSON.stringify(draft.document) !== JSON.stringify(document)) return draft
  dropDraft(drawn)
  return null
}

function replaceIn(called: Called<Screen[]>, next: Screen): void {
  if (called.data) called.replace(called.data.map((one) => (one.screen_id === next.screen_id ? next : one)))
}
