import type { NewControl, PointerAt } from '../editor-api.ts'
import { type Box, boxBetween, type Spot, tidy } from '../geometry.ts'
import { findRoom } from '../limits.ts'
import { boxAbout, fittedTo, layerForNew, newControl, ontoPage, sizeOf, withAdded } from '../new-control.ts'
import { isLine, withPath } from '../path-points.ts'
import type { Gesture, Session } from '../session.ts'
import { snap } from '../snapping.ts'
import { toDocument } from '../viewport.ts'
import { reachOf, targetsOf } from './neighbours.ts'
import { inEighths, press } from './press.ts'

/** Adds a control and selects it; null where there is no room for one more. */
export function place(
  session: Session,
  wanted: NewControl,
  box: Box,
  line: readonly Spot[] | null = null,
): string | null {
  const { document, entered } = session.state()
  if (!findRoom(session, 1)) return null
  const id = session.newId()
  const plain = newControl(session.kinds, wanted, id, box, layerForNew(document))
  const control = line ? withPath(plain, line, session.kinds) : plain
  session.edit('stepAdded', 1, (before) => withAdded(before, [control], entered), { select: [id] })
  return id
}

/** A click places it in its own size about the pointer, a drag in the box drawn. Shift keeps its ratio, alt draws about the middle. */
export function placeGesture(session: Session, start: PointerAt): Gesture | null {
  const { tool, view, document } = session.state()
  if (tool.name !== 'place') return null
  const control = fittedTo(document, session.kinds, tool.control)
  const { stays } = tool
  const isLineKind = isLine(session.kinds, control.kind)
  const size = sizeOf(session.kinds, control)
  const targets = targetsOf(session, new Set())
  const caught = (at: PointerAt): Spot => {
    const spot = toDocument(session.state().view, at)
    if (at.ctrl) return spot
    const wish = { x: [0], y: [0], isMoving: false, reach: reachOf(session) }
    const { by } = snap({ ...spot, width: 0, height: 0 }, targets, wish)
    return { x: spot.x + by.x, y: spot.y + by.y }
  }
  const from = caught({ ...start, alt: false, shift: false })
  let ends: readonly [Spot, Spot] | null = null

  const drag: Gesture = {
    name: 'place',
    move(at) {
      const to = caught(at)
      ends = isLineKind && at.shift ? [from, inEighths(from, to)] : drawn(from, to, at, isLineKind ? null : size)
      session.overlay({ placing: boxBetween(...ends), measure: { of: 'size', ...sizeBetween(ends) } })
    },
    up() {
      if (ends) place(session, control, boxBetween(...ends), isLineKind ? ends : null)
      if (!stays) session.use({ name: 'select' })
    },
    cancel() {},
  }
  return press(
    start,
    () => drag,
    () => {
      const middle = toDocument(view, start)
      const box = boxAbout(middle, size)
      const wish = { x: [0], y: [0], isMoving: false, reach: 0 }
      const { by } = start.ctrl ? { by: { x: 0, y: 0 } } : snap(box, { ...targets, x: [], y: [] }, wish)
      place(session, control, ontoPage({ ...box, x: box.x + by.x, y: box.y + by.y }, document))
      if (!stays) session.use({ name: 'select' })
    },
  )
}

function drawn(
  from: Spot,
  to: Spot,
  at: PointerAt,
  ratioOf: { readonly width: number; readonly height: number } | null,
): readonly [Spot, Spot] {
  let end = to
  if (at.shift && ratioOf && ratioOf.width > 0 && ratioOf.height > 0) {
    const scale = Math.max(Math.abs(to.x - from.x) / ratioOf.width, Math.abs(to.y - from.y) / ratioOf.height)
    end = {
      x: from.x + Math.sign(to.x - from.x || 1) * ratioOf.width * scale,
      y: from.y + Math.sign(to.y - from.y || 1) * ratioOf.height * scale,
    }
  }
  return at.alt ? [{ x: 2 * from.x - end.x, y: 2 * from.y - end.y }, end] : [from, end]
}

const sizeBetween = ([a, b]: readonly [Spot, Spot]) => ({
  width: tidy(Math.abs(a.x - b.x)),
  height: tidy(Math.abs(a.y - b.y)),
})
