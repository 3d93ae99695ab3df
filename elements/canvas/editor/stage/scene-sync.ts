import { isBarred } from '../../../../core/canvas/arrangement.ts'
import type { ControlState } from '../../../../core/canvas/control-state.ts'
import { drawnProps, isPlaceholder } from '../../../../core/canvas/drawn-props.ts'
import { expandDocument } from '../../../../core/canvas/expand.ts'
import type { Control, ScreenDocument } from '../../../../core/contract/documents/screen.ts'
import type { ControlDefinition } from '../../controls/define-control.ts'
import { KINDS, kindOf } from '../../controls/kinds.ts'
import { placeholderOf, type Scene, type SceneControl } from '../../scene/index.ts'
import type { ShownStates } from '../../view/Views.tsx'

// biome-ignore lint/suspicious/noExplicitAny: controls of every kind, each with props of its own
type AnyDefinition = ControlDefinition<any>

const stilled = new Map<AnyDefinition, AnyDefinition>()
const placeholders = new Map<string, AnyDefinition>()

/** A drawing board is quiet: what moves in operation stands still while it is drawn. */
function stillOf(definition: AnyDefinition): AnyDefinition {
  const known = stilled.get(definition)
  if (known) return known
  const { motion: _motion, ...still } = definition
  stilled.set(definition, still)
  return still
}

function placeholderFor(kind: string): AnyDefinition {
  const known = placeholders.get(kind) ?? placeholderOf(kind)
  placeholders.set(kind, known)
  return known
}

/** What a binding follows, in few words. */
export type NameOf = (expression: string) => string

/** Kinds that are their value alone: without one they would all look alike. */
const NAMED = new Set(['value', 'input'])

/** What is drawn in the place of a value that is bound and is not known before operation; null for none. */
function boundName({ kind, props, bindings }: Control, nameOf: NameOf | null): string | null {
  const bound = bindings.value
  return nameOf && bound && NAMED.has(kind) && (props.value ?? null) === null ? `[${nameOf(bound.expression)}]` : null
}

interface Drawn {
  readonly isHidden: boolean
  readonly named: string | null
  readonly scene: SceneControl
}
const drawn = new WeakMap<Control, Drawn>()

function stateOf(control: Control, isHidden: boolean, named: string | null): ControlState {
  const props = drawnProps(control, KINDS)
  const { x, y, width, height, angle, flip_x, flip_y, opacity } = control
  return {
    x,
    y,
    width,
    height,
    angle,
    flip_x,
    flip_y,
    opacity,
    props: named === null ? props : { ...props, value: named },
    visible: !isHidden,
    flicker: 0,
    quality: null,
    alarm_level: 0,
    data_time: null,
  }
}

/** The same object as long as the control and the name of what it follows are the same. */
function sceneControlOf(control: Control, isHidden: boolean, nameOf: NameOf | null): SceneControl {
  const known = drawn.get(control)
  const named = boundName(control, nameOf)
  if (known?.isHidden === isHidden && known.named === named) return known.scene
  const kind = kindOf(control.kind)
  const definition = !kind || isPlaceholder(control, KINDS) ? placeholderFor(control.kind) : stillOf(kind)
  const { control_id } = control
  // Not painted into the background: a drag would take it out of there again.
  const scene = { control_id, definition, state: stateOf(control, isHidden, named), isStatic: false }
  drawn.set(control, { isHidden, named, scene })
  return scene
}

/** The controls of a document as they are drawn without values; with `nameOf`, those that are bound say to what. */
export function sceneControlsOf(document: ScreenDocument, nameOf: NameOf | null = null): readonly SceneControl[] {
  const isAnyHidden = document.layers.some(({ hidden }) => hidden) || document.controls.some(({ hidden }) => hidden)
  if (!isAnyHidden) return expandDocument(document).map((control) => sceneControlOf(control, control.hidden, nameOf))
  const hidden = new Set(
    document.controls.filter((control) => isBarred(document, control, 'hidden')).map(({ control_id }) => control_id),
  )
  return expandDocument(document).map((control) => {
    // A member of a symbol's use is called `use/member`.
    const use = control.control_id.split('/')[0] as string
    return sceneControlOf(control, hidden.has(use) || control.hidden, nameOf)
  })
}

export const pageOf = ({ width, height, background }: ScreenDocument) => ({ width, height, background })

export interface SceneSync extends ShownStates {
  /** Shows a document: of one that has the same controls in the same order, only what changed is drawn again. */
  show(document: ScreenDocument): void
  /** How what is bound is called from now on. */
  nameBy(nameOf: NameOf): void
  controls(): readonly SceneControl[]
  /** Called when controls came, went or changed their order. */
  onReordered: (() => void) | null
}

export function createSceneSync(scene: Scene): SceneSync {
  const listeners = new Set<() => void>()
  let shown: ScreenDocument | null = null
  let controls: readonly SceneControl[] = []
  let byId: ReadonlyMap<string, SceneControl> | null = null
  let nameOf: NameOf | null = null

  const isSameOrder = (next: readonly SceneControl[]) =>
    next.length === controls.length &&
    next.every(({ control_id, definition }, index) => {
      const before = controls[index] as SceneControl
      return before.control_id === control_id && before.definition === definition
    })
  const isSamePage = (next: ScreenDocument) =>
    shown !== null && shown.width === next.width && shown.height === next.height && shown.background === next.background

  const self: SceneSync = {
    onReordered: null,
    controls: () => controls,
    show(document) {
      if (
        document.controls === shown?.controls &&
        document.layers === shown.layers &&
        document.symbols === shown.symbols &&
        isSamePage(document)
      )
        return
      draw(document)
    },
    nameBy(next) {
      nameOf = next
      if (shown) draw(shown)
    },
    stateOf(control_id) {
      byId ??= new Map(controls.map((control) => [control.control_id, control]))
      return byId.get(control_id)?.state
    },
    listen(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }

  function draw(document: ScreenDocument): void {
    const next = sceneControlsOf(document, nameOf)
    const isKept = isSamePage(document) && isSameOrder(next)
    const before = controls
    shown = document
    controls = next
    byId = null
    if (isKept) {
      const changed = new Map<string, ControlState>()
      next.forEach((control, index) => {
        if (control !== before[index]) changed.set(control.control_id, control.state)
      })
      scene.update(changed)
    } else {
      scene.setControls(next, pageOf(document))
      self.onReordered?.()
    }
    for (const listener of listeners) listener()
  }
  return self
}
