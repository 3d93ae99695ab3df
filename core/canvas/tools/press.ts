import type { PointerAt } from '../editor-api.ts'
import type { Spot } from '../geometry.ts'
import type { Gesture } from '../session.ts'

/** px of the view: a hand that clicks is not still. */
const DRAG_PX = 3
const TOUCH_DRAG_PX = 8

/** A press that is a click where the pointer is let go at once, and becomes another gesture where it is dragged. */
export function press(start: PointerAt, onDrag: () => Gesture | null, onClick: (at: PointerAt) => void): Gesture {
  let drag: Gesture | null = null
  let isPressed = true
  return {
    get name() {
      return drag?.name ?? null
    },
    move(at) {
      const far = Math.hypot(at.x - start.x, at.y - start.y) >= (start.isTouch ? TOUCH_DRAG_PX : DRAG_PX)
      if (isPressed && far) {
        isPressed = false
        drag = onDrag()
      }
      drag?.move(at)
    },
    up(at) {
      if (drag) drag.up(at)
      else if (isPressed) onClick(at)
    },
    cancel: () => drag?.cancel(),
  }
}

/** Only along the longer way: shift held. */
export const alongAxis = (by: Spot): Spot => (Math.abs(by.x) >= Math.abs(by.y) ? { x: by.x, y: 0 } : { x: 0, y: by.y })

/** In steps of 45° from a spot: shift held. */
export function inEighths(from: Spot, to: Spot): Spot {
  const eighth = Math.PI / 4
  const angle = Math.round(Math.atan2(to.y - from.y, to.x - from.x) / eighth) * eighth
  const length = (to.x - from.x) * Math.cos(angle) + (to.y - from.y) * Math.sin(angle)
  return { x: from.x + length * Math.cos(angle), y: from.y + length * Math.sin(angle) }
}
