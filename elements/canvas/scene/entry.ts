import type { ControlState } from '../../../core/canvas/control-state.ts'
import { type Box, boundsOf, boundsOfAll } from '../../../core/canvas/geometry.ts'
import type { ControlDefinition, Size } from '../controls/define-control.ts'
import { hasMarks, marksBox } from './marks.ts'
import type { PixelBox } from './pixel-box.ts'

/** A control of a scene, in painting order. */
export interface SceneControl {
  readonly control_id: string
  // biome-ignore lint/suspicious/noExplicitAny: a scene has controls of every kind, each with props of its own.
  readonly definition: ControlDefinition<any>
  readonly state: ControlState
  /** Nothing is bound to it: it may be painted once, into the background. */
  readonly isStatic: boolean
}

/** What of a control has to be painted again. */
export type Dirt = 'none' | 'value' | 'all'

/** Whom a control shares px with. */
export interface Neighbourhood {
  /** In painting order, itself among them; without those in the background. */
  readonly painted: readonly Entry[]
  /** There is nothing behind but the page's colour. */
  readonly isPlain: boolean
}

/** What a scene knows of a control. */
export class Entry {
  readonly control_id: string
  readonly definition: SceneControl['definition']
  readonly isStatic: boolean
  state: ControlState
  order = 0
  /** All that it paints, in px of the document; null while it paints nothing. */
  bounds: Box | null = null
  /** The same, in px of the canvas. */
  box: PixelBox | null = null
  /** Where px of it are on the canvas now. */
  painted: PixelBox | null = null
  dirt: Dirt = 'none'
  /** Null until it is needed. */
  neighbourhood: Neighbourhood | null = null
  /** Painted into the background. */
  isInGround = false
  isPressed = false
  hasFailed = false
  /** Repaints a second for its own motion. */
  fps = 0
  /** The time that it was painted for last: repainting a part of it uses the same time. */
  motionMs = 0
  /** Epoch ms of what the screen showed then. */
  shownTime = 0
  /** The last step of its motion, whether it may be seen or not. */
  step = 0
  isDimmed = false

  constructor({ control_id, definition, state, isStatic }: SceneControl) {
    this.control_id = control_id
    this.definition = definition
    this.state = state
    this.isStatic = isStatic
  }

  get isMoving(): boolean {
    return this.fps > 0 || this.state.flicker > 0
  }

  /** Whether it looks the same as long as nobody changes it. */
  get isStill(): boolean {
    return this.isStatic && !this.isMoving && !this.isPressed && !this.hasFailed && !hasMarks(this.state)
  }

  /** What a kind says about this control; `otherwise` where it throws, which its painter will do as well. */
  ask<Answer>(question: (definition: SceneControl['definition'], state: ControlState) => Answer, otherwise: Answer) {
    try {
      return question(this.definition, this.state)
    } catch {
      return otherwise
    }
  }
}

/** The upright box around all that a control paints, without its marks. */
export function paintedBox(definition: SceneControl['definition'], state: ControlState): Box {
  const { x, y, width, height, angle } = state
  const ink = Math.max(0, inkOf(definition, state))
  return boundsOf({ x: x - ink, y: y - ink, width: width + ink * 2, height: height + ink * 2, angle })
}

function inkOf({ ink }: SceneControl['definition'], state: ControlState): number {
  try {
    return ink?.(state.props, state) ?? 0
  } catch {
    // Its painter throws as well: a placeholder stands in its box.
    return 0
  }
}

/** All that a control paints, its marks included; null where it paints nothing. */
export function boundsOfEntry(entry: Entry, page: Size): Box | null {
  const { state } = entry
  const { x, y, width, height, angle } = state
  if (!state.visible || !Number.isFinite(x + y + width + height + angle)) return null
  const turned = paintedBox(entry.definition, state)
  const marks = marksBox(state, page)
  return marks ? boundsOfAll([upright(turned), upright(marks)]) : turned
}
const upright = (box: Box) => ({ ...box, angle: 0 })

/** The part of the box, in px of the document, that shows the main property; null where that is all of it. */
export function valueBoxOf(entry: Entry): Box | null {
  const { state } = entry
  if (state.angle !== 0 || state.flip_x || state.flip_y) return null
  const area = entry.ask(({ valueArea }) => valueArea?.(state.props, state), null)
  if (!area) return null
  return { x: state.x + area.x, y: state.y + area.y, width: area.width, height: area.height }
}

/**
 * What a new state changes for the painter. The time of its values does not count: painters draw what changed, and how
 * old it is, is the quality's matter.
 */
export function changeOf(entry: Entry, next: ControlState): 'nothing' | 'value' | 'all' | 'bounds' {
  const { state, definition } = entry
  if (state === next) return 'nothing'
  for (const name of PLACING) if (state[name] !== next[name]) return 'bounds'
  if (state.flip_x !== next.flip_x || state.flip_y !== next.flip_y || state.opacity !== next.opacity) return 'all'
  if (state.flicker !== next.flicker) return 'all'
  const changed = changedProps(state.props, next.props)
  if (changed.length === 0) return 'nothing'
  return changed.length === 1 && changed[0] === definition.bindable[0] ? 'value' : 'all'
}

/** Alarms and quality draw marks at the corner, which reach beyond the box. */
const PLACING = ['x', 'y', 'width', 'height', 'angle', 'visible', 'quality', 'alarm_level'] as const

function changedProps(before: ControlState['props'], after: ControlState['props']): string[] {
  if (before === after) return []
  const changed: string[] = []
  for (const name in after) if (!Object.is(before[name], after[name])) changed.push(name)
  for (const name in before) if (!(name in after)) changed.push(name)
  return changed
}
