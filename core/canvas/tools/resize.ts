import { withControls, withMembers } from '../arrangement.ts'
import type { Handle, PointerAt } from '../editor-api.ts'
import { middleOf, type Spot, type TurnedBox, tidyAngle } from '../geometry.ts'
import { frameOf, movable } from '../selected.ts'
import type { Gesture, Session } from '../session.ts'
import { NOWHERE, type Snapped, snap } from '../snapping.ts'
import { edgesOf, resizedFrame, resizedWith, turnedBy } from '../transforms.ts'
import { toDocument } from '../viewport.ts'
import { reachOf, targetsOf } from './neighbours.ts'

/** Shift keeps the ratio, alt leaves the middle where it is, ctrl does not snap. A turned box does not snap: nothing of it is upright. */
export function resizeGesture(session: Session, handle: Handle, start: Spot): Gesture | null {
  const ids = movable(session)
  const frame = frameOf(session, ids)
  if (!frame) return null
  const { document, view } = session.state()
  const controls = withMembers(document, ids)
  const from = toDocument(view, start)
  const targets = targetsOf(session, new Set(controls.map(({ control_id }) => control_id)))
  session.open()
  return {
    name: 'resize',
    move(at) {
      const to = toDocument(session.state().view, at)
      const by = { x: to.x - from.x, y: to.y - from.y }
      const how = { keepsRatio: Boolean(at.shift), aboutMiddle: Boolean(at.alt) }
      const free = resizedFrame(frame, handle, by, how)
      const snapped = at.ctrl || at.shift || frame.angle !== 0 ? NOWHERE : snapEdges(session, free, handle, targets)
      const end = resizedFrame(frame, handle, { x: by.x + snapped.by.x, y: by.y + snapped.by.y }, how)
      session.preview((base) => withControls(base, resizedWith(controls, frame, end)))
      session.overlay({ lines: snapped.lines, measure: { of: 'size', width: end.width, height: end.height } })
    },
    up: () => {
      session.close({ key: 'stepResized', count: ids.length })
    },
    cancel: () => {
      session.close(null)
    },
  }
}

function snapEdges(session: Session, box: TurnedBox, handle: Handle, targets: Parameters<typeof snap>[1]): Snapped {
  const edges = edgesOf(handle)
  const places = (edge: -1 | 0 | 1) => (edge === 0 ? [] : [edge === 1 ? 1 : 0])
  return snap(box, targets, { x: places(edges.x), y: places(edges.y), isMoving: false, reach: reachOf(session) })
}

/** Degrees that shift keeps to. */
const TURN_STEP = 15

export function rotateGesture(session: Session, start: Spot): Gesture | null {
  const ids = movable(session)
  const frame = frameOf(session, ids)
  if (!frame) return null
  const { document, view } = session.state()
  const controls = withMembers(document, ids)
  const about = middleOf(frame)
  const angleTo = (at: Spot) => (Math.atan2(at.y - about.y, at.x - about.x) * 180) / Math.PI
  const from = angleTo(toDocument(view, start))
  session.open()
  return {
    name: 'rotate',
    move(at: PointerAt) {
      const free = frame.angle + angleTo(toDocument(session.state().view, at)) - from
      const angle = tidyAngle(at.shift ? Math.round(free / TURN_STEP) * TURN_STEP : Math.round(free))
      const turned = turnedBy(controls, about, angle - frame.angle)
      session.preview((base) => withControls(base, turned))
      session.overlay({ measure: { of: 'angle', angle } })
    },
    up: () => {
      session.close({ key: 'stepRotated', count: ids.length })
    },
    cancel: () => {
      session.close(null)
    },
  }
}
