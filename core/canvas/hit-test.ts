import type { Control } from '../contract/documents/screen.ts'
import { type Arrangement, arrangementOf, isBarred, isGroup, unitOf } from './arrangement.ts'
import { type Box, boundsOf, distanceToSegment, encloses, isOn, type Spot, turnedTouches } from './geometry.ts'
import { lineSpots } from './path-points.ts'
import type { Session } from './session.ts'
import { toDocument } from './viewport.ts'

/** px of the view around a thin control that still catch it. */
const SLACK = 4
const TOUCH_SLACK = 12

/** Hidden controls and locked layers let the pointer through. A locked control does not: it can be picked to be unlocked. */
function isOpen(session: Session, control: Control): boolean {
  const { document } = session.state()
  if (isGroup(control) || isBarred(document, control, 'hidden')) return false
  return !document.layers.find(({ layer_id }) => layer_id === control.layer_id)?.locked
}

/** The topmost control at a spot of the view; with `deep` itself, else the outermost group that a click would take. */
export function hitAt(session: Session, at: Spot, isDeep = false, isTouch = false): string | null {
  const { document, view, entered } = session.state()
  const spot = toDocument(view, at)
  const slack = (isTouch ? TOUCH_SLACK : SLACK) / view.zoom
  const { byId, placeOf } = arrangementOf(document.controls)
  const reach = { x: spot.x - slack, y: spot.y - slack, width: 2 * slack, height: 2 * slack }
  const near = session.near(reach).sort((a, b) => (placeOf.get(b) ?? 0) - (placeOf.get(a) ?? 0))
  const isHit = (control: Control, room: number) =>
    isOpen(session, control) && catches(session, control, spot, room, slack)
  const hit =
    near.find((id) => isHit(byId.get(id) as Control, 0)) ?? near.find((id) => isHit(byId.get(id) as Control, slack))
  return hit === undefined ? null : isDeep ? hit : unitOf(document, hit, entered)
}

function catches(session: Session, control: Control, spot: Spot, room: number, slack: number): boolean {
  const spots = lineSpots(control, session.kinds)
  if (!spots) {
    const isThin = control.width < slack || control.height < slack
    return isOn(control, spot, isThin ? slack : room)
  }
  const stroke = strokeOf(control)
  return spots.some((to, at) => {
    const from = spots[at - 1]
    return from !== undefined && distanceToSegment(spot, from, to) <= stroke / 2 + slack
  })
}

/** How thick a path is drawn, as far as its properties say. */
function strokeOf({ props }: Control): number {
  for (const name of ['thickness', 'strokeWidth', 'stroke_width', 'lineWidth', 'line_width', 'diameter'])
    if (typeof props[name] === 'number') return props[name]
  return 0
}

/** Units that a marquee takes: what it touches, or encloses wholly. Locked controls are left. */
export function unitsWithin(session: Session, box: Box, how: 'touching' | 'enclosed'): string[] {
  const { document, entered } = session.state()
  const { byId, placeOf } = arrangementOf(document.controls)
  const taken = new Set<string>()
  const left = new Set<string>()
  for (const id of session.near(box)) {
    const control = byId.get(id) as Control
    if (!isOpen(session, control) || isBarred(document, control, 'locked')) continue
    const unit = unitOf(document, id, entered)
    if (entered !== null && !isMemberOf(byId, unit, entered)) continue
    if (how === 'touching' ? turnedTouches(control, box) : encloses(box, boundsOf(byId.get(unit) as Control)))
      taken.add(unit)
    else if (how === 'enclosed') left.add(unit)
  }
  return [...taken].filter((id) => !left.has(id)).sort((a, b) => (placeOf.get(a) ?? 0) - (placeOf.get(b) ?? 0))
}

const isMemberOf = (byId: Arrangement['byId'], id: string, group: string): boolean => byId.get(id)?.parent === group
