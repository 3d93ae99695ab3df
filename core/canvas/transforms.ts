import type { Control } from '../contract/documents/screen.ts'
import { isGroup } from './arrangement.ts'
import type { Handle } from './editor-api.ts'
import { type Box, heldBox, middleOf, type Spot, type TurnedBox, tidyAngle, turn } from './geometry.ts'

/** px: nothing gets smaller by dragging. */
const SMALLEST = 1

export const movedBy = (control: Control, by: Spot): Control =>
  by.x === 0 && by.y === 0 ? control : inBox(control, { ...control, x: control.x + by.x, y: control.y + by.y })

/** Which edges a handle takes along: -1 left or top, 1 right or bottom, 0 neither. */
export const edgesOf = (handle: Handle): { readonly x: -1 | 0 | 1; readonly y: -1 | 0 | 1 } => ({
  x: handle.includes('e') ? 1 : handle.includes('w') ? -1 : 0,
  y: handle.includes('s') ? 1 : handle.includes('n') ? -1 : 0,
})

export interface Resizing {
  readonly keepsRatio: boolean
  readonly aboutMiddle: boolean
}

/** A frame whose handle was dragged by px of the document; what is opposite to the handle stays where it is. */
export function resizedFrame(frame: TurnedBox, handle: Handle, by: Spot, how: Resizing): TurnedBox {
  const edges = edgesOf(handle)
  const pull = turn(by, { x: 0, y: 0 }, -frame.angle)
  const share = how.aboutMiddle ? 2 : 1
  let width = edges.x === 0 ? frame.width : Math.max(SMALLEST, frame.width + pull.x * edges.x * share)
  let height = edges.y === 0 ? frame.height : Math.max(SMALLEST, frame.height + pull.y * edges.y * share)
  if (how.keepsRatio && frame.width > 0 && frame.height > 0) {
    const scaleX = width / frame.width
    const scaleY = height / frame.height
    const farther = Math.abs(Math.log(scaleX)) > Math.abs(Math.log(scaleY)) ? scaleX : scaleY
    const scale = edges.x === 0 ? scaleY : edges.y === 0 ? scaleX : farther
    width = Math.max(SMALLEST, frame.width * scale)
    height = Math.max(SMALLEST, frame.height * scale)
  }
  const middle = middleOf(frame)
  // The middle goes half of what was added, towards the handle, in the frame's own directions.
  const shift = how.aboutMiddle
    ? { x: 0, y: 0 }
    : { x: ((width - frame.width) / 2) * edges.x, y: ((height - frame.height) / 2) * edges.y }
  const to = turn({ x: middle.x + shift.x, y: middle.y + shift.y }, middle, frame.angle)
  return { x: to.x - width / 2, y: to.y - height / 2, width, height, angle: frame.angle }
}

const inBox = (control: Control, { x, y, width, height }: Box): Control => ({
  ...control,
  ...heldBox({ x, y, width, height }),
})

/**
 * Controls as the frame around them went from one box to another. One control takes the frame itself; of several, each is
 * scaled where it stands. A turned one stays turned: what would shear it is shared out between its width and height.
 */
export function resizedWith(controls: readonly Control[], from: TurnedBox, to: TurnedBox): Control[] {
  const [only] = controls
  if (controls.length === 1 && only && !isGroup(only)) return [inBox(only, to)]
  const scaleX = from.width === 0 ? 1 : to.width / from.width
  const scaleY = from.height === 0 ? 1 : to.height / from.height
  const [fromMiddle, toMiddle] = [middleOf(from), middleOf(to)]
  return controls.map((control) => {
    const middle = middleOf(control)
    const x = toMiddle.x + (middle.x - fromMiddle.x) * scaleX
    const y = toMiddle.y + (middle.y - fromMiddle.y) * scaleY
    const along = (control.angle * Math.PI) / 180
    const width = control.width * Math.hypot(scaleX * Math.cos(along), scaleY * Math.sin(along))
    const height = control.height * Math.hypot(scaleX * Math.sin(along), scaleY * Math.cos(along))
    return inBox(control, { x: x - width / 2, y: y - height / 2, width, height })
  })
}

/** Controls turned together about a spot. Groups are not turned themselves: their members are. */
export const turnedBy = (controls: readonly Control[], about: Spot, degrees: number): Control[] =>
  controls.map((control) => {
    if (isGroup(control)) return control
    const middle = turn(middleOf(control), about, degrees)
    const { width, height } = control
    const box = { x: middle.x - width / 2, y: middle.y - height / 2, width, height }
    return { ...inBox(control, box), angle: tidyAngle(control.angle + degrees) }
  })

/** Controls mirrored together about lines through a spot: `x` swaps left and right. */
export const flippedBy = (controls: readonly Control[], axis: 'x' | 'y', about: Spot): Control[] =>
  controls.map((control) => {
    if (isGroup(control)) return control
    const angle = tidyAngle(-control.angle)
    return axis === 'x'
      ? {
          ...inBox(control, { ...control, x: 2 * about.x - control.x - control.width }),
          flip_x: !control.flip_x,
          angle,
        }
      : {
          ...inBox(control, { ...control, y: 2 * about.y - control.y - control.height }),
          flip_y: !control.flip_y,
          angle,
        }
  })
