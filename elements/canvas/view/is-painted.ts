import type { ControlState } from '../../../core/canvas/control-state.ts'
import type { ControlDefinition, Look } from '../controls/define-control.ts'
import { LEAST_OPACITY } from './plain-press.ts'

/** px of the longer side that are looked at. */
const MOST_PX = 1024
/** Of its box: a word on a cover over the whole screen does not make the cover seen. */
const LEAST_SHARE = 1 / 500

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
  const { width, height, props } = state
  const scale = Math.min(1, MOST_PX / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width * scale)
  canvas.height = Math.ceil(height * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!paint || !context) return false
  context.scale(scale, scale)
  context.globalAlpha = state.opacity
  try {
    paint({ context, props, state, look, width, height, motionMs: 0, now, isPressed: false })
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    let seen = 0
    for (let at = 3; at < data.length; at += 4) if ((data[at] as number) >= LEAST_OPACITY * 255) seen += 1
    return seen * 4 >= data.length * LEAST_SHARE
  } catch {
    // A placeholder stands for what cannot be painted: nobody knows by it what a press does.
    return false
  }
}
