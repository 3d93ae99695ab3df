import type { PointerAt } from '../editor-api.ts'
import type { Spot } from '../geometry.ts'
import { isLine } from '../path-points.ts'
import type { Gesture, Session } from '../session.ts'
import { snap } from '../snapping.ts'
import { toDocument } from '../viewport.ts'
import { portNear, reachOf, targetsOf } from './neighbours.ts'
import { place } from './place.ts'
import { inEighths } from './press.ts'

/** px of the view: two clicks as near as this are the two of a double click. */
const SAME_PX = 2

/** What of a path's corner is caught: a port before all else, then lines of neighbours and the grid. */
export function caughtCorner(
  session: Session,
  at: PointerAt,
  from: Spot | undefined,
  except: string | null = null,
): { readonly spot: Spot; readonly port: Spot | null } {
  const free = toDocument(session.state().view, at)
  if (at.ctrl) return { spot: free, port: null }
  const port = portNear(session, free, except)
  if (port) return { spot: port, port }
  if (at.shift && from) return { spot: inEighths(from, free), port: null }
  const targets = targetsOf(session, new Set(except === null ? [] : [except]))
  const wish = { x: [0], y: [0], isMoving: false, reach: reachOf(session) }
  const { by } = snap({ ...free, width: 0, height: 0 }, targets, wish)
  return { spot: { x: free.x + by.x, y: free.y + by.y }, port: null }
}

/** Each press sets a corner. Enter or a double click ends it, Backspace takes the last corner back. */
export function pathGesture(session: Session): (Gesture & { finish(): void }) | null {
  const { tool } = session.state()
  if (tool.name !== 'path') return null
  const { control, stays } = tool
  const corners: Spot[] = []
  const show = (at: PointerAt) => {
    const { spot, port } = caughtCorner(session, at, corners.at(-1))
    session.overlay({ path: [...corners, spot], port })
    return spot
  }
  const finish = () => {
    session.finish()
    if (corners.length >= 2) place(session, control, { x: 0, y: 0, width: 0, height: 0 }, corners)
    if (!stays) session.use({ name: 'select' })
  }
  return {
    name: 'path',
    down(at) {
      const spot = show(at)
      const last = corners.at(-1)
      const { zoom } = session.state().view
      if (last && Math.hypot(spot.x - last.x, spot.y - last.y) * zoom <= SAME_PX) return
      corners.push(spot)
      if (corners.length === 2 && isLine(session.kinds, control.kind)) finish()
    },
    move: show,
    up() {},
    key(key) {
      if (key === 'Enter') finish()
      else if (key === 'Backspace' && corners.length > 0) {
        corners.pop()
        session.overlay({ path: [...corners] })
      } else return false
      return true
    },
    cancel() {},
    finish,
  }
}
