import type { ControlState } from '../../../core/canvas/control-state.ts'
import { boundsOf, encloses, isOn, type Spot } from '../../../core/canvas/geometry.ts'
import { isNone } from '../controls/painting/shape.ts'
import { paintedBox, type SceneControl } from '../scene/index.ts'

/** What leaves visible, between its strokes, that on which it stands. Blocks, shapes and marks that pile up do not. */
const WORDS = /^[\p{L}\p{Nd}\p{P}\p{Sc}\s+<=>|~^`°±×÷≤≥≠²³℃℉←↑→↓]*$/u

interface CoverParts {
  /** In painting order. */
  readonly controls: readonly SceneControl[]
  readonly stateOf: (control_id: string) => ControlState | undefined
  /** Whether anything of it is painted near there. */
  readonly paintsAt: (control: SceneControl, state: ControlState, at: Spot) => boolean
}

/** Whether a spot of a control may be hidden by what is painted over it. One label of its own does not hide it. */
export function isCovered(control_id: string, at: Spot, { controls, stateOf, paintsAt }: CoverParts): boolean {
  const own = stateOf(control_id)
  const order = controls.findIndex((one) => one.control_id === control_id)
  if (!own || order < 0) return true
  const isInPage = controls[order]?.definition.view !== undefined
  let labels = 0
  return controls.some((control, its) => {
    // What stands in the page itself is in front of all that is painted.
    const isAbove = its > order || (its < order && !isInPage && control.definition.view !== undefined)
    const state = isAbove ? stateOf(control.control_id) : undefined
    if (!state?.visible) return false
    if (!isOn(state, at)) {
      const reach = { ...paintedBox(control.definition, state), angle: 0 }
      return isOn(reach, at) && paintsAt(control, state, at)
    }
    if (!isLabelOf(own, control.definition.kind, state)) return true
    labels += 1
    return labels > 1
  })
}

/** Whether a text without a ground or frame of its own is small and plain enough to be what stands on a control. */
function isLabelOf(of: ControlState, kind: string, state: ControlState): boolean {
  const { text, fontSize, backgroundColor, stroke } = state.props
  if (kind !== 'text' || !isNone(backgroundColor) || !isNone(stroke)) return false
  const size = Number(fontSize)
  const { x, y, width, height } = boundsOf(of)
  const around = { x: x - size, y: y - size, width: width + size * 2, height: height + size * 2 }
  return size <= Math.min(of.width, of.height) && encloses(around, boundsOf(state)) && WORDS.test(String(text ?? ''))
}
