import {
  type PointerEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Editor } from '../../../../core/canvas/editor-api.ts'
import { useElement, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { namesOf } from '../../controls/control-names.ts'
import { GalleryContext } from '../../controls/gallery-context.ts'
import type { SceneControl } from '../../scene/index.ts'
import { type ShownStates, Views } from '../../view/Views.tsx'
import { usePointNames } from '../binding/use-point-names.ts'
import { useSayBound } from '../binding/use-say-bound.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { StageStart } from '../start/StageStart.tsx'
import { ContextMenu } from './ContextMenu.tsx'
import { type Drawing, openDrawing } from './drawing.ts'
import { spotIn } from './pointers.ts'
import { text } from './text.ts'

export interface StageHandle {
  board(): HTMLElement | null
  readonly drawing: () => Drawing | null
  focus(): void
}

/** The drawing with its rulers. The keyboard's way to every control is the list of layers. */
export function Stage({ ref }: { ref: Ref<StageHandle> }) {
  const { editor, look, gallery, isReadOnly, drawn, sn_code } = useEditor()
  const { lang } = useElement()
  const t = useText(text)
  const host = useRef<HTMLDivElement>(null)
  const overlay = useRef<HTMLCanvasElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const across = useRef<HTMLCanvasElement>(null)
  const down = useRef<HTMLCanvasElement>(null)
  const drawing = useRef<Drawing | null>(null)
  const [views, setViews] = useState<readonly SceneControl[]>([])
  const editorNow = useEffectEvent(() => editor)
  const isReadOnlyNow = useEffectEvent(() => isReadOnly)
  const sayBound = useEffectEvent(useSayBound())
  const lookNow = useEffectEvent(() => look)
  const words = useMemo(
    () => ({
      offset: (x: number, y: number) => t.offset({ x, y }),
      size: (width: number, height: number) => t.size({ width, height }),
      angle: (angle: number) => t.angle({ angle }),
    }),
    [t],
  )
  const wordsNow = useEffectEvent(() => words)
  const states = useMemo<ShownStates>(
    () => ({
      stateOf: (control_id) => drawing.current?.sync.stateOf(control_id),
      listen: (changed) => drawing.current?.sync.listen(changed) ?? (() => {}),
    }),
    [],
  )

  useEffect(() => {
    if (!host.current || !overlay.current || !layer.current || !grid.current || !across.current || !down.current) return
    const opened = openDrawing({
      host: host.current,
      overlay: overlay.current,
      grid: grid.current,
      layer: layer.current,
      rulers: { x: across.current, y: down.current },
      editor: () => editorNow(),
      isReadOnly: () => isReadOnlyNow(),
      onPoint: (outcome, written) => sayBound(outcome, written),
      look: lookNow(),
      words: wordsNow(),
    })
    drawing.current = opened
    const update = () => setViews(opened.sync.controls().filter(({ definition }) => definition.view))
    opened.sync.onReordered = update
    update()
    return () => {
      opened.dispose()
      drawing.current = null
    }
  }, [])
  useEffect(() => drawing.current?.setLook(look), [look])
  useEffect(() => drawing.current?.setWords(words), [words])
  const nameOf = usePointNames(lang)
  useEffect(() => drawing.current?.sync.nameBy(nameOf), [nameOf])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what may be done decides what is drawn
  useEffect(() => drawing.current?.refresh(), [isReadOnly, editor])
  useImperativeHandle(ref, () => ({
    board: () => host.current,
    drawing: () => drawing.current,
    focus: () => host.current?.focus({ preventScroll: true }),
  }))

  const onRuler = (axis: 'x' | 'y') => (event: PointerEvent<HTMLCanvasElement>) => {
    if (isReadOnly || event.button !== 0 || !host.current) return
    dragGuide(editor, axis, host.current, event)
  }

  const isEmpty = useEditorState((state) => state.document.controls.length === 0 && state.overlay.placing === null)
  const isWhole = useEditorState((state) => state.symbol === null)
  const isStart = drawn.is === 'dashboard' && drawn.template_id === null && isWhole && !isReadOnly
  return (
    <div className="stage">
      <div className="stage-corner" aria-hidden />
      {/* A guide along the page comes out of the ruler that it is parallel to. */}
      <canvas
        ref={across}
        className="stage-ruler stage-ruler-x"
        title={t.ruler_x}
        aria-hidden
        onPointerDown={onRuler('y')}
      />
      <canvas
        ref={down}
        className="stage-ruler stage-ruler-y"
        title={t.ruler_y}
        aria-hidden
        onPointerDown={onRuler('x')}
      />
      <div
        ref={host}
        className="stage-board"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a drawing is worked in by the keyboard
        tabIndex={0}
        aria-label={t.stage({ name: drawn.name })}
        aria-description={t.stageHelp}
      >
        <div className="stage-views">
          <GalleryContext value={gallery}>
            <Views
              layer={layer}
              controls={views}
              states={states}
              look={look}
              sn_code={sn_code}
              isEditing
              replayTime={null}
            >
              {null}
            </Views>
          </GalleryContext>
        </div>
        <div ref={grid} className="stage-grid" hidden />
        <canvas ref={overlay} className="stage-overlay" />
        {isEmpty && !isReadOnly && !isStart && (
          <div className="stage-empty" aria-hidden>
            <strong>{drawn.is === 'screen' ? t.emptyTitle : t.emptyDashboard}</strong>
            <span>{t.emptyWhy}</span>
          </div>
        )}
      </div>
      {isEmpty && isStart && <StageStart />}
      <ContextMenu host={host} onDone={() => host.current?.focus({ preventScroll: true })} />
      <SymbolBar />
      <Announced lang={lang} />
    </div>
  )
}

/** A guide comes out of a ruler, and goes where it is dragged. */
function dragGuide(editor: Editor, axis: 'x' | 'y', box: HTMLElement, event: PointerEvent<HTMLCanvasElement>): void {
  const ruler = event.currentTarget
  if (!editor.gesture.begin('guide', { axis, index: null }, spotIn(box, event))) return
  ruler.setPointerCapture(event.pointerId)
  const off = new AbortController()
  const { signal } = off
  const move = (next: globalThis.PointerEvent) =>
    editor.gesture.update(spotIn(box, next), { shift: next.shiftKey, ctrl: next.ctrlKey })
  const done = (finish: () => void) => () => {
    off.abort()
    finish()
  }
  ruler.addEventListener('pointermove', move, { signal })
  ruler.addEventListener('pointerup', done(editor.gesture.end), { signal })
  ruler.addEventListener('pointercancel', done(editor.gesture.cancel), { signal })
}

/** Whose content is drawn, where that is not the screen's. */
function SymbolBar() {
  const t = useText(text)
  const { editor } = useEditor()
  const symbol = useEditorState((state) => state.symbol)
  const symbols = useEditorState((state) => state.whole.symbols)
  if (symbol === null) return null
  return (
    <div className="stage-symbol" role="status">
      {t.editingSymbol({ name: symbols[symbol]?.name ?? '' })}
      <Button onPress={() => editor.commands.leaveSymbol()}>{t.leaveSymbol}</Button>
    </div>
  )
}

/** Says what is selected to those who do not see the drawing. */
function Announced({ lang }: { lang: 'zh' | 'en' }) {
  const t = useText(text)
  const { editor } = useEditor()
  const selection = useEditorState((state) => state.selection)
  const [only] = selection
  const control = selection.length === 1 && only !== undefined ? editor.control(only) : undefined
  const said = control
    ? t.selectedOne({ name: control.name || namesOf(control.kind, lang).kind })
    : selection.length > 0
      ? t.selectedSome({ count: selection.length })
      : ''
  return (
    <div className="stage-said" aria-live="polite">
      {said}
    </div>
  )
}
