import type { LayoutItem, LayoutName } from '../contract/documents/dashboard.ts'
import type { DashboardFields } from '../contract/documents/dashboard-fields.ts'
import type { Binding, Control, ControlEvent, Layer, ScreenDocument } from '../contract/documents/screen.ts'
import type { Step } from './editor-step.ts'
import type { Box, Spot, TurnedBox } from './geometry.ts'
import type { KindTable, RawProps } from './kind.ts'

/** What is seen: the document's spot at the view's left upper corner, px of the view a px of the document, and the view's size. */
export interface View extends Spot {
  readonly zoom: number
  readonly width: number
  readonly height: number
}

export interface Modifiers {
  readonly shift?: boolean
  readonly alt?: boolean
  /** Ctrl, or the command key of a Mac. */
  readonly ctrl?: boolean
}
/** A pointer, in px of the view (from the drawing's left upper corner). */
export interface PointerAt extends Spot, Modifiers {
  /** As of PointerEvent: 0 left, 1 middle, 2 right. */
  readonly button?: number
  /** A finger needs more room than a mouse. */
  readonly isTouch?: boolean
}
export interface WheelAt extends Spot, Modifiers {
  /** px. */
  readonly deltaX: number
  readonly deltaY: number
}
/** `key` as of KeyboardEvent. */
export interface KeyPress extends Modifiers {
  readonly key: string
}

/** A control to be placed: its kind, and what differs from the kind's defaults. */
export interface NewControl {
  readonly kind: string
  readonly name?: string
  readonly width?: number
  readonly height?: number
  readonly props?: RawProps
  readonly bindings?: Readonly<Record<string, Binding>>
}

export type Tool =
  | { readonly name: 'select' }
  | { readonly name: 'pan' }
  /** A click places it in its own size, a drag in the size drawn. `stays` keeps the tool for the next one. */
  | { readonly name: 'place'; readonly control: NewControl; readonly stays?: boolean }
  /** Clicks draw its corners (`props.corners`, shares of the box); for kinds whose defaults have some. */
  | { readonly name: 'path'; readonly control: NewControl; readonly stays?: boolean }

export type GestureName = 'move' | 'resize' | 'rotate' | 'marquee' | 'pan' | 'place' | 'path' | 'vertex' | 'guide'

export type Handle = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw'

/** A line to be drawn while something snaps: at `at` of the axis, from `from` to `to` of the other one; px of the document. */
export interface SnapLine {
  readonly axis: 'x' | 'y'
  readonly at: number
  readonly from: number
  readonly to: number
  readonly of: 'edge' | 'middle' | 'page' | 'guide'
}
/** A distance that equals another one: drawn along the axis from `from` to `to`, at `at` of the other axis. */
export interface SnapGap {
  readonly axis: 'x' | 'y'
  readonly from: number
  readonly to: number
  readonly at: number
}

/** What is drawn over the controls while the person does something. px of the document. */
export interface Overlay {
  /** Drawn to the right it takes what it encloses, to the left what it touches. */
  readonly marquee: (Box & { readonly takes: 'touching' | 'enclosed' }) | null
  readonly lines: readonly SnapLine[]
  readonly gaps: readonly SnapGap[]
  /** The new control being dragged open. */
  readonly placing: Box | null
  /** The points drawn so far and the one at the pointer. */
  readonly path: readonly Spot[]
  /** The port that the path would be joined to. */
  readonly port: Spot | null
  /** The control below the pointer that a click would select. */
  readonly hovered: string | null
  /** What to write beside the pointer. */
  readonly measure:
    | { readonly of: 'offset'; readonly x: number; readonly y: number }
    | { readonly of: 'size'; readonly width: number; readonly height: number }
    | { readonly of: 'angle'; readonly angle: number }
    | null
  /** The guide being dragged; `isLeaving` where letting go removes it. */
  readonly guide: { readonly axis: 'x' | 'y'; readonly at: number; readonly isLeaving: boolean } | null
}

/** What the editor is at; a new object at each change, its parts the same objects where they have not changed. */
export interface EditorState {
  /** What is drawn and edited: the screen, or the content of the symbol being edited. */
  readonly document: ScreenDocument
  /** The whole screen, to be saved with `writeDocument`. */
  readonly whole: ScreenDocument
  /** The symbol being edited. */
  readonly symbol: string | null
  /** Ids in the order of picking; the last one leads (align to it, its values are shown first). Groups stand for their members. */
  readonly selection: readonly string[]
  /** The group whose members are picked one by one, entered by a double click. */
  readonly entered: string | null
  readonly view: View
  readonly tool: Tool
  readonly gesture: GestureName | null
  readonly overlay: Overlay
  readonly snapping: Snapping
  /** What undo and redo would take back and do again. */
  readonly undo: Step | null
  readonly redo: Step | null
  /** Whether `whole` is what was last marked as saved. */
  readonly isSaved: boolean
}

/** A frame around what is selected, to draw handles at; px of the document. */
export interface Frame extends TurnedBox {
  readonly ids: readonly string[]
  /** Locked ones have no handles. */
  readonly isLocked: boolean
}

/** A value of several controls at once. */
export type Shared<Value> = { readonly isMixed: false; readonly value: Value } | { readonly isMixed: true }

export type Side = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom'
export type Place = 'front' | 'back' | 'forward' | 'backward'

/** Fields of a control that are set as they are. */
export type SettableField =
  | 'name'
  | 'x'
  | 'y'
  | 'width'
  | 'height'
  | 'angle'
  | 'flip_x'
  | 'flip_y'
  | 'opacity'
  | 'tooltip'
  | 'alarm_of'
  | 'item_id'
  | 'locked'
  | 'hidden'

/** One place where a control refers to another: an event that shows or hides it. */
export interface Referrer {
  readonly control_id: string
  readonly event: number
  readonly action: number
}

export interface FindQuery {
  /** In names, texts of the properties, ids, kinds, points and expressions. */
  readonly search?: string
  readonly kind?: string
  readonly layer_id?: string
  /** Only what names this very point (`flow`, `WW0001.flow`), or any of a device (`WW0001.*`). */
  readonly point?: string
  /** Only what is bound, or is not. */
  readonly isBound?: boolean
}
export interface Found {
  readonly control_id: string
  /** Where the search was found first: `name`, `kind`, `id`, a property's path, `bindings.<path>`, `events.0.…`; null without a search. */
  readonly where: string | null
  readonly excerpt: string
}

/** Each answers whether something changed, and is one step of the history. Without `ids`: what is selected. */
export interface Commands {
  /** Adds one in its kind's size about the middle of the view, or with its middle at `at` (document px), and selects it. Null where the document is full. */
  add(control: NewControl, at?: Spot): string | null
  /** Groups take their members along. Locked ones stay. Answers who refers to what was deleted. */
  remove(ids?: readonly string[]): { readonly removed: number; readonly referrers: readonly Referrer[] }
  duplicate(offset?: Spot): boolean
  /** The text for the clipboard; null where nothing is selected. */
  copy(): string | null
  cut(): string | null
  /** Pastes such a text 10 px further (at `at`: its middle there) and selects it. `foreign`: not a text of ours; `too-many`: the document is full. */
  paste(text: string, at?: Spot): { readonly pasted: number; readonly problem: 'foreign' | 'newer' | 'too-many' | null }
  move(by: Spot, ids?: readonly string[]): boolean

  /** To the selection's bounds (one alone: to the page), or to the page. Groups move as one. */
  align(side: Side, to?: 'selection' | 'page'): boolean
  /** Equal gaps between three or more. */
  distribute(axis: 'x' | 'y'): boolean
  /** As the one picked last. */
  sameSize(what: 'width' | 'height' | 'size'): boolean
  turnBy(degrees: number): boolean
  flip(axis: 'x' | 'y'): boolean
  order(to: Place): boolean
  /** Puts controls right before another one in the painting order (null: to the front), as the list of objects does. */
  orderBefore(ids: readonly string[], before: string | null): boolean

  group(): string | null
  ungroup(): boolean
  /** Makes a symbol of one selected group (or of what is selected) and uses it in its place. Answers its id. */
  makeSymbol(name: string): string | null
  /** Makes ordinary controls of the selected uses of symbols. */
  detachSymbol(): boolean
  placeSymbol(symbol: string, at?: Spot): string | null
  renameSymbol(symbol: string, name: string): boolean
  /** False while it is used. */
  removeSymbol(symbol: string): boolean
  /** From here on `state.document` is the symbol's content. */
  editSymbol(symbol: string): boolean
  leaveSymbol(): void

  lock(isLocked: boolean, ids?: readonly string[]): boolean
  hide(isHidden: boolean, ids?: readonly string[]): boolean
  addLayer(name: string): string | null
  /** What it holds goes to the layer below, or above where there is none. Never the last one. */
  removeLayer(layer_id: string): boolean
  setLayer(layer_id: string, change: Partial<Pick<Layer, 'name' | 'locked' | 'hidden'>>): boolean
  /** To this place among the layers, from 0 (hindmost). Layers order nothing that is painted: only the list. */
  moveLayer(layer_id: string, to: number): boolean
  toLayer(layer_id: string, ids?: readonly string[]): boolean

  /** Repeated sets of the same field within a second are one step. */
  set<Field extends SettableField>(field: Field, value: Control[Field], ids?: readonly string[]): boolean
  /** By its path in `props`: `states.0.text`. `undefined` removes it, so that the kind's default shows. */
  setProp(path: string, value: unknown, ids?: readonly string[]): boolean
  /** Null unbinds. */
  setBinding(path: string, binding: Binding | null, ids?: readonly string[]): boolean
  setEvents(events: readonly ControlEvent[], ids?: readonly string[]): boolean
  /** Puts the look of `from` (default: the one picked last) on the others: what of its look their kind has as well. */
  copyLook(from: string, to: readonly string[]): boolean
  /**
   * Puts one point in the place of another (`flow`, `WW0001.flow`), or one device in the place of another (`WW0001.*`), in
   * bindings, events and properties of the whole screen with its symbols, or of `ids`. Answers how many controls changed.
   */
  replacePoint(from: string, to: string, ids?: readonly string[]): number

  addGuide(axis: 'x' | 'y', at: number): boolean
  moveGuide(axis: 'x' | 'y', index: number, at: number): boolean
  removeGuide(axis: 'x' | 'y', index: number): boolean
  clearGuides(): boolean
  setPage(change: Partial<Pick<ScreenDocument, 'width' | 'height' | 'background' | 'style' | 'grid'>>): boolean
  /** How a narrow page lays a dashboard out. */
  setLayout(name: LayoutName, items: readonly LayoutItem[]): boolean
  /** What else a dashboard has of its own. */
  setDashboard(change: Partial<Omit<DashboardFields, 'layouts'>>): boolean
  /** Adds a point to a path at the nearest place of its line, or removes one (two stay). */
  addVertex(control_id: string, at: Spot): boolean
  removeVertex(control_id: string, index: number): boolean
}

/** Changes what is selected or seen; no step of the history. */
export interface Selecting {
  select(ids: readonly string[]): void
  selectAll(): void
  selectKind(kind: string): void
  invert(): void
  clear(): void
  /** By Tab order: from top to bottom of the painting order. */
  next(): void
  previous(): void
  enter(group_id: string): void
  leave(): void
}

export interface Viewing {
  /** The size of the drawing on the page, when it is known and when it changes. */
  resize(width: number, height: number): void
  pan(by: Spot): void
  /** Keeps the spot (px of the view; default its middle) where it is. */
  zoomTo(zoom: number, at?: Spot): void
  zoomIn(): void
  zoomOut(): void
  fit(): void
  toSelection(): void
  /** Brings a control into sight without changing the zoom. */
  reveal(control_id: string): void
  toDocument(spot: Spot): Spot
  toView(spot: Spot): Spot
}

/** Of handles that the page draws itself. Spots are px of the view. One at a time; `cancel` (or Esc) leaves no trace. */
export interface Gestures {
  begin(name: 'resize', handle: Handle, at: Spot): boolean
  begin(name: 'rotate', none: null, at: Spot): boolean
  /** A point of the one selected path. */
  begin(name: 'vertex', index: number, at: Spot): boolean
  /** From a ruler (`index` null), or an existing guide. Back onto the ruler (outside of the view) removes it. */
  begin(name: 'guide', guide: { axis: 'x' | 'y'; index: number | null }, at: Spot): boolean
  update(at: Spot, modifiers?: Modifiers): void
  end(): void
  cancel(): void
}

export interface Snapping {
  readonly grid: boolean
  readonly guides: boolean
  readonly objects: boolean
}

export interface EditorOptions {
  readonly document: ScreenDocument
  readonly kinds: KindTable
  /** Epoch ms; decides which repeated changes are one step. */
  readonly now?: () => number
  readonly snapping?: Partial<Snapping>
  /** New ids of controls; default: random. */
  readonly newId?: () => string
  /** Controls that the document holds at most; default: those of a screen. */
  readonly most?: number
  /** Something was not added, as the document is full; a paste answers it itself. */
  readonly onFull?: () => void
}

export interface Editor {
  readonly kinds: KindTable
  /** The same object until something changes. */
  state(): EditorState
  /** Hears of each change; at most once per call from outside. */
  listen(onChange: () => void): () => void

  pointerDown(at: PointerAt): void
  pointerMove(at: PointerAt): void
  pointerUp(at: PointerAt): void
  /** After the second pointerUp. Enters a group; on a symbol's use: edits the symbol; ends a path. */
  doubleClick(at: PointerAt): void
  /** Ends what is under way without a trace: lost pointer, focus elsewhere. */
  cancel(): void
  wheel(at: WheelAt): void
  /** Whether the key was ours. Copy, cut and paste are not keys here: the page's clipboard events call the commands. */
  key(press: KeyPress): boolean
  keyUp(press: KeyPress): void
  use(tool: Tool): void
  readonly gesture: Gestures

  readonly commands: Commands
  readonly selecting: Selecting
  readonly viewing: Viewing
  undo(): boolean
  redo(): boolean
  /** What `undo` would take back one by one; the newest last. */
  steps(): readonly Step[]
  /** Several calls as one step: `editor.together({ key: 'stepChanged', count: 1 }, () => { … })`. An error leaves no trace. */
  together(step: Step, change: () => void): void
  /** Puts another document in its place as one step: a version restored, unless it is called otherwise. */
  replace(document: ScreenDocument, step?: Step): void
  markSaved(): void
  snapping(): Snapping
  setSnapping(change: Partial<Snapping>): void

  /** The topmost control at a spot of the view that a click would select; `deep`: the member itself, not its group. */
  hit(at: Spot, deep?: boolean): string | null
  control(control_id: string): Control | undefined
  /** Members of a group, at any depth, in painting order. */
  membersOf(group_id: string): readonly Control[]
  frame(): Frame | null
  readField<Field extends SettableField>(field: Field, ids?: readonly string[]): Shared<Control[Field]>
  /** The shown value: the kind's default where none is stored. */
  readProp(path: string, ids?: readonly string[]): Shared<unknown>
  readBinding(path: string, ids?: readonly string[]): Shared<Binding | null>
  find(query: FindQuery): readonly Found[]
}
