import type { ControlState } from '../../../core/canvas/control-state.ts'
import type { Spot } from '../../../core/canvas/geometry.ts'
import type { ControlDefinition, Look, Size } from '../controls/define-control.ts'
import { LEAST_OPACITY } from './plain-press.ts'

/** px of the longer side that are looked at. */
const MOST_PX = 1024
/** Of its box: a word on a cover over the whole screen does not make the cover seen. */
const LEAST_SHARE = 1 / 500
/** px of the document around a spot: letters and dots have gaps. */
const NEAR_PX = 6

/**
 * Whether anything of a control is to be seen: it is painted alone, because each kind has colours, words and pictures of
 * its own. What stands in the page itself is; what draws nothing, as a group, is not.
 */
export function isPainted(
  // biome-ignore lint/suspicious/noExplicitAny: controls of every kind, each with props of its own
  { paint, view }: ControlDefinition<any>,
  state: ControlState,
  look: Look,
  now: number,
): boolean {
  if (view) return true
  const { width, height } = state
  const scale = Math.min(1, MOST_PX / Math.max(width, height))
  const size = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) }
  const data = paintedAlone(paint, { state, look, now, size, place: (context) => context.scale(scale, scale) })
  // A placeholder stands for what cannot be painted: nobody knows by it what a press does.
  if (data === null) return false
  let seen = 0
  for (let at = 3; at < data.length; at += 4) if ((data[at] as number) >= LEAST_OPACITY * 255) seen += 1
  return seen * 4 >= data.length * LEAST_SHARE
}

/** Whether a control paints anything within some px of a spot of the page, in its box or beyond it. */
export function paintsAt(
  // biome-ignore lint/suspicious/noExplicitAny: as above
  { paint }: ControlDefinition<any>,
  state: ControlState,
  look: Look,
  now: number,
  at: Spot,
): boolean {
  const { x, y, width, height, angle, flip_x, flip_y } = state
  const size = { width: NEAR_PX * 2, height: NEAR_PX * 2 }
  const place = (context: CanvasRenderingContext2D) => {
    context.translate(NEAR_PX - at.x + x + width / 2, NEAR_PX - at.y + y + height / 2)
    context.rotate((angle * Math.PI) / 180)
    context.scale(flip_x ? -1 : 1, flip_y ? -1 : 1)
    context.translate(-width / 2, -height / 2)
  }
  return paintedAlone(paint, { state, look, now, size, place })?.some((value, at) => at % 4 === 3 && value > 0) ?? true
}

interface PaintedAlone {
  readonly state: ControlState
  readonly look: Look
  readonly now: number
  readonly size: Size
  /** Where on the canvas it is painted. */
  readonly place: (context: CanvasRenderingContext2D) => void
}

/** The px of a canvas on which nothing but a control is painted; null where it cannot be. */
function paintedAlone(
  paint: ControlDefinition<ControlState['props']>['paint'],
  { state, look, now, size, place }: PaintedAlone,
): Uint8ClampedArray | null {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!paint || !context) return null
  place(context)
  context.globalAlpha = state.opacity
  const { width, height, props } = state
  try {
    paint({ context, props, state, look, width, height, motionMs: 0, now, isPressed: false })
    return context.getImageData(0, 0, size.width, size.height).data
  } catch {
    return null
  }
}
