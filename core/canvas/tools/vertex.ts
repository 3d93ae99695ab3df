import { controlOf, withControls } from '../arrangement.ts'
import type { PointerAt } from '../editor-api.ts'
import { pathSpots, withPath } from '../path-points.ts'
import { movable } from '../selected.ts'
import type { Gesture, Session } from '../session.ts'
import { caughtCorner } from './path.ts'

/** Drags one corner of the selected path. Shift keeps to steps of 45° from its neighbour, ctrl does not snap. */
export function vertexGesture(session: Session, index: number): Gesture | null {
  const { document } = session.state()
  const ids = movable(session)
  const control = ids.length === 1 ? controlOf(document, ids[0] as string) : undefined
  const spots = control && pathSpots(control, session.kinds)
  if (!control || !spots?.[index]) return null
  const neighbour = spots[index - 1] ?? spots[index + 1]
  session.open()
  return {
    name: 'vertex',
    move(at: PointerAt) {
      const { spot, port } = caughtCorner(session, at, neighbour, control.control_id)
      session.preview((base) => withControls(base, [withPath(control, spots.with(index, spot), session.kinds)]))
      session.overlay({ port })
    },
    up: () => {
      session.close({ key: 'stepPath', count: 1 })
    },
    cancel: () => {
      session.close(null)
    },
  }
}
