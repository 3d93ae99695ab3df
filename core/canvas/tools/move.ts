import { withControls, withMembers } from '../arrangement.ts'
import { copiesOf } from '../copies.ts'
import type { PointerAt } from '../editor-api.ts'
import { boundsOfAll, type Spot } from '../geometry.ts'
import { findRoom, roomFor } from '../limits.ts'
import { withAdded } from '../new-control.ts'
import { movable } from '../selected.ts'
import type { Gesture, Session } from '../session.ts'
import { NOWHERE, snap } from '../snapping.ts'
import { movedBy } from '../transforms.ts'
import { toDocument } from '../viewport.ts'
import { reachOf, targetsOf } from './neighbours.ts'
import { alongAxis } from './press.ts'

const MOVING = [0, 0.5, 1]

/** Drags what is selected. Shift keeps to one axis, alt leaves the originals and drags copies, ctrl does not snap. */
export function moveGesture(session: Session, start: PointerAt): Gesture | null {
  const { document, view, entered } = session.state()
  const ids = movable(session)
  const moved = withMembers(document, ids)
  const box = boundsOfAll(moved)
  if (!box) return null
  const from = toDocument(view, start)
  const targets = targetsOf(session, new Set(moved.map(({ control_id }) => control_id)))
  const mayCopy = roomFor(session, moved.length)
  let isRefused = false
  const copies = () => copiesOf(moved, session.newId, { x: 0, y: 0 })
  let copied: ReturnType<typeof copies> | null = null
  let isCopying = false
  session.open()

  const show = (by: Spot) => {
    if (!isCopying) {
      session.preview((base) =>
        withControls(
          base,
          moved.map((control) => movedBy(control, by)),
        ),
      )
      return
    }
    copied ??= copies()
    const dragged = copied.map((control) => movedBy(control, by))
    const kept = new Set(copied.map(({ control_id }) => control_id))
    const select = copied
      .filter(({ parent }) => parent === null || !kept.has(parent))
      .map(({ control_id }) => control_id)
    session.preview((base) => withAdded(base, dragged, entered), { select })
  }

  return {
    name: 'move',
    move(at) {
      const to = toDocument(session.state().view, at)
      const pulled = { x: to.x - from.x, y: to.y - from.y }
      const by = at.shift ? alongAxis(pulled) : pulled
      const wish = {
        x: at.shift && by.x === 0 ? [] : MOVING,
        y: at.shift && by.y === 0 ? [] : MOVING,
        isMoving: !at.shift,
        reach: reachOf(session),
      }
      const there = { ...box, x: box.x + by.x, y: box.y + by.y }
      const snapped = at.ctrl ? NOWHERE : snap(there, targets, wish)
      const end = { x: by.x + snapped.by.x, y: by.y + snapped.by.y }
      isCopying = Boolean(at.alt) && mayCopy
      if (at.alt && !mayCopy && !isRefused) isRefused = !findRoom(session, moved.length)
      show(end)
      session.overlay({ lines: snapped.lines, gaps: snapped.gaps, measure: { of: 'offset', ...end } })
    },
    up() {
      session.close({ key: isCopying ? 'stepDuplicated' : 'stepMoved', count: ids.length })
    },
    cancel() {
      session.close(null)
    },
  }
}
