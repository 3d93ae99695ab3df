import { arrangementOf, isBarred, isGroup } from '../arrangement.ts'
import { type Box, boundsOf, cornersOf, type Spot } from '../geometry.ts'
import { lineSpots } from '../path-points.ts'
import type { Session } from '../session.ts'
import { CATCH_PX, type SnapTargets, snapTargets } from '../snapping.ts'
import { inSight } from '../viewport.ts'

/** More neighbours than this in sight are noise: only the nearest things could be meant. */
const MOST = 400

/** What can be snapped to now: what is in sight, but for the controls that are moved themselves. */
export function targetsOf(session: Session, moved: ReadonlySet<string>): SnapTargets {
  const { document, view, snapping } = session.state()
  return snapTargets(document, snapping.objects ? boxesInSight(session, moved, inSight(view)) : [], snapping)
}

function boxesInSight(session: Session, moved: ReadonlySet<string>, sight: Box): Box[] {
  const { document } = session.state()
  const { byId } = arrangementOf(document.controls)
  const boxes: Box[] = []
  for (const id of session.near(sight)) {
    const control = byId.get(id)
    if (!control || moved.has(id) || isGroup(control) || isBarred(document, control, 'hidden')) continue
    boxes.push(boundsOf(control))
    if (boxes.length === MOST) break
  }
  return boxes
}

export const reachOf = (session: Session): number => CATCH_PX / session.state().view.zoom

/** The place of a neighbour that a path can be joined to: the middles of its sides, or the ends of a line. */
export function portNear(session: Session, spot: Spot, except: string | null = null): Spot | null {
  const { document, view } = session.state()
  const reach = (2 * CATCH_PX) / view.zoom
  const { byId } = arrangementOf(document.controls)
  let best: Spot | null = null
  let nearest = reach
  for (const id of session.near({ x: spot.x - reach, y: spot.y - reach, width: 2 * reach, height: 2 * reach })) {
    const control = byId.get(id)
    if (!control || id === except || isGroup(control) || isBarred(document, control, 'hidden')) continue
    const line = lineSpots(control, session.kinds)
    const corners = cornersOf(control)
    const ports = line
      ? [line[0], line.at(-1)]
      : corners.map((corner, at) => between(corner, corners[(at + 1) % 4] as Spot))
    for (const port of ports) {
      const far = port ? Math.hypot(port.x - spot.x, port.y - spot.y) : Infinity
      if (port && far <= nearest) {
        nearest = far
        best = port
      }
    }
  }
  return best
}

const between = (a: Spot, b: Spot): Spot => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
