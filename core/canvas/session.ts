import type { ScreenDocument } from '../contract/documents/screen.ts'
import { arrangementOf, groupsAround } from './arrangement.ts'
import type { EditorOptions, EditorState, GestureName, Overlay, PointerAt, Snapping, Tool, View } from './editor-api.ts'
import type { Step, StepKey } from './editor-step.ts'
import { createHistory, type Marks, type Moment } from './history.ts'
import type { KindTable } from './kind.ts'
import { settle } from './settle.ts'
import { createSpatialIndex, type SpatialIndex } from './spatial-index.ts'
import { insideSymbol, outOfSymbol, symbolIn } from './symbol-scope.ts'

export const NO_OVERLAY: Overlay = {
  marquee: null,
  lines: [],
  gaps: [],
  placing: null,
  path: [],
  port: null,
  hovered: null,
  measure: null,
  guide: null,
}

/** Something that the person is in the middle of. Spots are px of the view. */
export interface Gesture {
  /** Null as long as it may still be a mere click. */
  readonly name: GestureName | null
  move(at: PointerAt): void
  /** The button let go: the gesture ends, if it is not one of several presses (`down`). */
  up(at: PointerAt): void
  /** A press while it goes on: only gestures of several presses hear it. */
  down?(at: PointerAt): void
  /** Answers whether the key was its own. */
  key?(key: string): boolean
  /** Ends it as if nothing had happened. */
  cancel(): void
}

export interface EditMore {
  /** What is selected afterwards. */
  readonly select?: readonly string[]
  readonly entered?: string | null
  /** Changes with the same key, one soon after the other, are one step. */
  readonly key?: string
}
type Change = (document: ScreenDocument) => ScreenDocument

/** What an editor is at, and the only ways to change it. Shared by its tools and commands. */
export interface Session {
  readonly kinds: KindTable
  readonly options: EditorOptions
  newId(): string
  state(): EditorState
  listen(onChange: () => void): () => void
  /** Tells of what changes inside once, at its end. */
  batch<Result>(work: () => Result): Result
  setSnapping(change: Partial<Snapping>): void
  readonly gesture: Gesture | null

  /** One step of the history. False where the change changes nothing. */
  edit(key: StepKey, count: number, change: Change, more?: EditMore): boolean
  /** The same of the whole screen while a symbol of it is edited. */
  editWhole(key: StepKey, count: number, change: Change): boolean
  /** Changes from here on are seen, but no step until `close`. */
  open(): void
  isOpen(): boolean
  /** Shows the document as `change` makes it from what it was at `open`. */
  preview(change: Change, more?: EditMore): void
  /** Makes one step of all since `open`; null takes it back. */
  close(step: Step | null): boolean
  seal(): void
  undo(): boolean
  redo(): boolean
  steps(): readonly Step[]
  markSaved(): void
  /** Puts another document in its place. */
  replace(whole: ScreenDocument, step: Step): void

  select(ids: readonly string[], entered?: string | null): void
  scope(symbol: string | null): void
  look(view: View): void
  overlay(change: Partial<Overlay>): void
  use(tool: Tool): void
  begin(gesture: Gesture): void
  finish(): void
  /** Finds controls of the shown document by where they are. */
  near: SpatialIndex['near']
}

export function createSession(options: EditorOptions): Session {
  const { kinds, now = Date.now, newId = randomId } = options
  const history = createHistory(now)
  const index = createSpatialIndex()
  const listeners = new Set<() => void>()
  let whole = options.document
  let marks: Marks = { selection: [], entered: null, symbol: null }
  let view: View = { x: 0, y: 0, zoom: 1, width: 0, height: 0 }
  let tool: Tool = { name: 'select' }
  let overlay = NO_OVERLAY
  let snapping: Snapping = { grid: true, guides: true, objects: true, ...options.snapping }
  let gesture: Gesture | null = null
  let from: Moment | null = null
  let shown: { of: ScreenDocument; symbol: string | null; document: ScreenDocument } | null = null
  let state: EditorState | null = null
  let isStale = true
  let depth = 0

  const shownDocument = (): ScreenDocument => {
    if (shown?.of !== whole || shown.symbol !== marks.symbol)
      shown = { of: whole, symbol: marks.symbol, document: insideSymbol(whole, marks.symbol) }
    return shown.document
  }
  const changed = () => {
    const before = state
    isStale = true
    if (depth === 0 && self.state() !== before) for (const listener of [...listeners]) listener()
  }
  const batch = <Result>(work: () => Result): Result => {
    const before = self.state()
    depth += 1
    try {
      return work()
    } finally {
      depth -= 1
      if (depth === 0 && self.state() !== before) for (const listener of [...listeners]) listener()
    }
  }
  const mark = (more: EditMore) => {
    const { select: selection = marks.selection, entered = marks.entered } = more
    marks = keptMarks(shownDocument(), { ...marks, selection, entered }, marks)
  }
  const show = (change: Change, more: EditMore) => {
    const before = shownDocument()
    const after = settle(before, change(before))
    whole = outOfSymbol(whole, marks.symbol, before, after)
    mark(more)
    changed()
  }
  const moment = (): Moment => ({ document: whole, marks })
  const done = (step: Step, before: Moment, key: string | null): boolean => {
    if (whole === before.document) return false
    if (!from) history.push(step, before, moment(), key)
    return true
  }
  const goTo = (to: Moment | null): boolean => {
    if (!to) return false
    whole = to.document
    const { symbol } = to.marks
    marks = symbol === null || symbolIn(whole, symbol) ? to.marks : { selection: [], entered: null, symbol: null }
    mark({})
    changed()
    return true
  }

  const self: Session = {
    kinds,
    options,
    newId: () => {
      const { byId } = arrangementOf(shownDocument().controls)
      for (;;) {
        const id = newId()
        if (!byId.has(id)) return id
      }
    },
    state: () => {
      if (state && !isStale) return state
      const next: EditorState = {
        document: shownDocument(),
        whole,
        ...marks,
        view,
        tool,
        gesture: gesture?.name ?? null,
        overlay,
        snapping,
        undo: history.undoable(),
        redo: history.redoable(),
        isSaved: history.isSaved() && from === null,
      }
      isStale = false
      if (!state || !isSameState(state, next)) state = next
      return state
    },
    listen: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    batch,
    setSnapping: (change) => {
      snapping = { ...snapping, ...change }
      changed()
    },
    get gesture() {
      return gesture
    },

    edit: (key, count, change, more = {}) => {
      const before = moment()
      show(change, more)
      return done({ key, count }, before, more.key ?? null)
    },
    editWhole: (key, count, change) => {
      const before = moment()
      whole = settle(whole, change(whole))
      mark({})
      changed()
      return done({ key, count }, before, null)
    },
    open: () => {
      from ??= moment()
    },
    isOpen: () => from !== null,
    preview: (change, more = {}) => {
      if (!from) return
      whole = from.document
      marks = from.marks
      show(change, more)
    },
    close: (step) => {
      const before = from
      from = null
      if (!before) return false
      if (step) {
        const pushed = history.push(step, before, moment(), null)
        changed()
        return pushed
      }
      goTo(before)
      return false
    },
    seal: history.seal,
    undo: () => goTo(history.undo(whole)),
    redo: () => goTo(history.redo(whole)),
    steps: history.steps,
    markSaved: () => {
      history.markSaved()
      changed()
    },
    replace: (document, step) => {
      const before = moment()
      whole = document
      marks = { selection: [], entered: null, symbol: null }
      history.push(step, before, moment(), null)
      changed()
    },

    select: (ids, entered = marks.entered) => {
      history.seal()
      const next = keptMarks(shownDocument(), { ...marks, selection: ids, entered }, marks)
      if (next === marks) return
      marks = next
      changed()
    },
    scope: (symbol) => {
      history.seal()
      marks = { selection: [], entered: null, symbol: symbol !== null && symbolIn(whole, symbol) ? symbol : null }
      overlay = NO_OVERLAY
      changed()
    },
    look: (next) => {
      view = next
      changed()
    },
    overlay: (change) => {
      const keys = Object.keys(change) as (keyof Overlay)[]
      if (keys.every((key) => overlay[key] === change[key])) return
      overlay = { ...overlay, ...change }
      changed()
    },
    use: (next) => {
      tool = next
      changed()
    },
    begin: (next) => {
      gesture = next
      changed()
    },
    finish: () => {
      gesture = null
      overlay = NO_OVERLAY
      changed()
    },
    near: (box) => {
      index.update(shownDocument().controls)
      return index.near(box)
    },
  }
  return self
}

const isSameState = (a: EditorState, b: EditorState): boolean =>
  (Object.keys(b) as (keyof EditorState)[]).every((key) => a[key] === b[key])

/** Marks that name only what is there; the same object where nothing differs from `old`. */
function keptMarks(document: ScreenDocument, marks: Marks, old: Marks): Marks {
  const { byId } = arrangementOf(document.controls)
  const entered = marks.entered !== null && byId.has(marks.entered) ? marks.entered : null
  const there = [...new Set(marks.selection)].filter((id) => byId.has(id))
  const inside = entered === null ? there : there.filter((id) => isInside(document, id, entered))
  const isSameList = inside.length === old.selection.length && inside.every((id, at) => id === old.selection[at])
  const selection = isSameList ? old.selection : inside
  const symbol = marks.symbol
  if (selection === old.selection && entered === old.entered && symbol === old.symbol) return old
  return { selection, entered, symbol }
}

const isInside = (document: ScreenDocument, id: string, group: string): boolean =>
  groupsAround(document, id).some(({ control_id }) => control_id === group)

const randomId = (): string => `c${Math.random().toString(36).slice(2, 10)}`
