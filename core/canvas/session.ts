import type { ScreenDocument } from '../contract/documents/screen.ts'
import { arrangementOf, groupsAround } from './arrangement.ts'
import type { EditorOptions, EditorState, GestureName, Overlay, PointerAt, Snapping, Tool, View } from './editor-api.ts'
import type { Step, StepKey } from './editor-step.ts'
import { createHistory, type HistoryState, type Marks } from './history.ts'
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

/** State of an editor and all that can change it. Shared by its tools and commands. */
export interface Session {
  readonly kinds: KindTable
  readonly options: EditorOptions
  newId(): string
  state(): EditorState
  listen(onChange: () => void): () => void
  /** Notifies listeners once, at its end. */
  batch<Result>(work: () => Result): Result
  setSnapping(change: Partial<Snapping>): void
  readonly gesture: Gesture | null

  /** One step of the history. False where the change changes nothing. */
  edit(key: StepKey, count: number, change: Change, more?: EditMore): boolean
  /** The same of the whole screen while a symbol of it is edited. */
  editWhole(key: StepKey, count: number, change: Change, more?: Pick<EditMore, 'key'>): boolean
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

export const createSession = (options: EditorOptions): Session => new EditorSession(options)

class EditorSession implements Session {
  readonly options
  readonly kinds
  readonly #newId
  readonly #history
  readonly #index = createSpatialIndex()
  readonly #listeners = new Set<() => void>()
  #whole
  #marks: Marks = { selection: [], entered: null, symbol: null }
  #view: View = { x: 0, y: 0, zoom: 1, width: 0, height: 0 }
  #tool: Tool = { name: 'select' }
  #overlay = NO_OVERLAY
  #snapping: Snapping
  #gesture: Gesture | null = null
  #from: HistoryState | null = null
  #shown: { of: ScreenDocument; symbol: string | null; document: ScreenDocument } | null = null
  #state: EditorState | null = null
  #isStale = true
  #depth = 0
  readonly seal: Session['seal']
  readonly steps: Session['steps']

  constructor(options: EditorOptions) {
    this.options = options
    const { kinds, now = Date.now, newId = randomId } = options
    this.kinds = kinds
    this.#newId = newId
    this.#history = createHistory(now)
    this.#whole = options.document
    this.#snapping = { grid: true, guides: true, objects: true, ...options.snapping }
    this.seal = this.#history.seal
    this.steps = this.#history.steps
  }

  #shownDocument(): ScreenDocument {
    if (this.#shown?.of !== this.#whole || this.#shown.symbol !== this.#marks.symbol)
      this.#shown = {
        of: this.#whole,
        symbol: this.#marks.symbol,
        document: insideSymbol(this.#whole, this.#marks.symbol),
      }
    return this.#shown.document
  }

  #changed() {
    const before = this.#state
    this.#isStale = true
    if (this.#depth === 0 && this.state() !== before) for (const listener of [...this.#listeners]) listener()
  }

  readonly batch = <Result>(work: () => Result): Result => {
    const before = this.state()
    this.#depth += 1
    try {
      return work()
    } finally {
      this.#depth -= 1
      if (this.#depth === 0 && this.state() !== before) for (const listener of [...this.#listeners]) listener()
    }
  }

  #mark(more: EditMore) {
    const { select: selection = this.#marks.selection, entered = this.#marks.entered } = more
    this.#marks = keptMarks(this.#shownDocument(), { ...this.#marks, selection, entered }, this.#marks)
  }

  #show(change: Change, more: EditMore) {
    const before = this.#shownDocument()
    const after = settle(before, change(before))
    this.#whole = outOfSymbol(this.#whole, this.#marks.symbol, before, after)
    this.#mark(more)
    this.#changed()
  }

  #snapshot(): HistoryState {
    return { document: this.#whole, marks: this.#marks }
  }

  #done(step: Step, before: HistoryState, key: string | null): boolean {
    if (this.#whole === before.document) return false
    if (!this.#from) this.#history.push(step, before, this.#snapshot(), key)
    return true
  }

  #goTo(to: HistoryState | null): boolean {
    if (!to) return false
    this.#whole = to.document
    const { symbol } = to.marks
    this.#marks =
      symbol === null || symbolIn(this.#whole, symbol) ? to.marks : { selection: [], entered: null, symbol: null }
    this.#mark({})
    this.#changed()
    return true
  }

  readonly newId: Session['newId'] = () => {
    const { byId } = arrangementOf(this.#shownDocument().controls)
    for (;;) {
      const id = this.#newId()
      if (!byId.has(id)) return id
    }
  }

  readonly state: Session['state'] = () => {
    if (this.#state && !this.#isStale) return this.#state
    const next: EditorState = {
      document: this.#shownDocument(),
      whole: this.#whole,
      ...this.#marks,
      view: this.#view,
      tool: this.#tool,
      gesture: this.#gesture?.name ?? null,
      overlay: this.#overlay,
      snapping: this.#snapping,
      undo: this.#history.undoable(),
      redo: this.#history.redoable(),
      isSaved: this.#history.isSaved() && this.#from === null,
    }
    this.#isStale = false
    if (!this.#state || !isSameState(this.#state, next)) this.#state = next
    return this.#state
  }

  readonly listen: Session['listen'] = (onChange) => {
    this.#listeners.add(onChange)
    return () => this.#listeners.delete(onChange)
  }

  readonly setSnapping: Session['setSnapping'] = (change) => {
    this.#snapping = { ...this.#snapping, ...change }
    this.#changed()
  }

  get gesture() {
    return this.#gesture
  }

  readonly edit: Session['edit'] = (key, count, change, more = {}) => {
    const before = this.#snapshot()
    this.#show(change, more)
    return this.#done({ key, count }, before, more.key ?? null)
  }

  readonly editWhole: Session['editWhole'] = (key, count, change, more = {}) => {
    const before = this.#snapshot()
    this.#whole = settle(this.#whole, change(this.#whole))
    this.#mark({})
    this.#changed()
    return this.#done({ key, count }, before, more.key ?? null)
  }

  readonly open: Session['open'] = () => {
    this.#from ??= this.#snapshot()
  }

  readonly isOpen: Session['isOpen'] = () => this.#from !== null

  readonly preview: Session['preview'] = (change, more = {}) => {
    if (!this.#from) return
    this.#whole = this.#from.document
    this.#marks = this.#from.marks
    this.#show(change, more)
  }

  readonly close: Session['close'] = (step) => {
    const before = this.#from
    this.#from = null
    if (!before) return false
    if (step) {
      const pushed = this.#history.push(step, before, this.#snapshot(), null)
      this.#changed()
      return pushed
    }
    this.#goTo(before)
    return false
  }

  readonly undo: Session['undo'] = () => this.#goTo(this.#history.undo(this.#whole))

  readonly redo: Session['redo'] = () => this.#goTo(this.#history.redo(this.#whole))

  readonly markSaved: Session['markSaved'] = () => {
    this.#history.markSaved()
    this.#changed()
  }

  readonly replace: Session['replace'] = (document, step) => {
    const before = this.#snapshot()
    this.#whole = document
    this.#marks = { selection: [], entered: null, symbol: null }
    this.#history.push(step, before, this.#snapshot(), null)
    this.#changed()
  }

  readonly select: Session['select'] = (ids, entered = this.#marks.entered) => {
    this.#history.seal()
    const next = keptMarks(this.#shownDocument(), { ...this.#marks, selection: ids, entered }, this.#marks)
    if (next === this.#marks) return
    this.#marks = next
    this.#changed()
  }

  readonly scope: Session['scope'] = (symbol) => {
    this.#history.seal()
    this.#marks = {
      selection: [],
      entered: null,
      symbol: symbol !== null && symbolIn(this.#whole, symbol) ? symbol : null,
    }
    this.#overlay = NO_OVERLAY
    this.#changed()
  }

  readonly look: Session['look'] = (next) => {
    this.#view = next
    this.#changed()
  }

  readonly overlay: Session['overlay'] = (change) => {
    const keys = Object.keys(change) as (keyof Overlay)[]
    if (keys.every((key) => this.#overlay[key] === change[key])) return
    this.#overlay = { ...this.#overlay, ...change }
    this.#changed()
  }

  readonly use: Session['use'] = (next) => {
    this.#tool = next
    this.#changed()
  }

  readonly begin: Session['begin'] = (next) => {
    this.#gesture = next
    this.#changed()
  }

  readonly finish: Session['finish'] = () => {
    this.#gesture = null
    this.#overlay = NO_OVERLAY
    this.#changed()
  }

  readonly near: Session['near'] = (box) => {
    this.#index.update(this.#shownDocument().controls)
    return this.#index.near(box)
  }
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
