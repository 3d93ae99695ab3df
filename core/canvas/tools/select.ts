import { arrangementOf, controlOf, groupsAround, isBarred, isGroup, symbolOf, unitOf } from '../arrangement.ts'
import type { PointerAt } from '../editor-api.ts'
import { hitAt } from '../hit-test.ts'
import type { Gesture, Session } from '../session.ts'
import { marqueeGesture } from './marquee.ts'
import { moveGesture } from './move.ts'
import { press } from './press.ts'

/** A press picks, a drag from a control moves it, a drag from elsewhere draws a box around others. */
export function selectGesture(session: Session, start: PointerAt): Gesture {
  const { document, selection } = session.state()
  const hit = hitAt(session, start, false, start.isTouch)
  const control = hit === null ? undefined : controlOf(document, hit)
  const adds = Boolean(start.shift || start.ctrl)
  const clear = () => {
    if (!adds) session.select([], enteredAround(session, hit))
  }
  // What cannot be moved is no hold: a locked picture behind everything would leave no place to draw a box from.
  if (hit === null || !control || isBarred(document, control, 'locked')) {
    const click = () => {
      if (hit === null) clear()
      else pick(session, hit, adds)
    }
    const drag = () => {
      clear()
      return marqueeGesture(session, start)
    }
    return press(start, drag, click)
  }
  const wasPicked = selection.includes(hit)
  if (!wasPicked) pick(session, hit, adds)
  return press(
    start,
    () => moveGesture(session, start),
    () => {
      if (wasPicked) pick(session, hit, adds)
    },
  )
}

/** The entered group stays entered as long as what is picked stands in it. */
function enteredAround(session: Session, hit: string | null): string | null {
  const { document, entered } = session.state()
  if (hit === null || entered === null) return null
  return groupsAround(document, hit).some(({ control_id }) => control_id === entered) ? entered : null
}

function pick(session: Session, hit: string, adds: boolean): void {
  const { selection } = session.state()
  const entered = enteredAround(session, hit)
  if (!adds) session.select([hit], entered)
  else if (selection.includes(hit)) session.select(selection.filter((id) => id !== hit))
  else session.select([...selection, hit], entered)
}

/** A group is entered, what was hit in it picked; a use of a symbol opens the symbol. */
export function openAt(session: Session, at: PointerAt): void {
  const { document } = session.state()
  const unit = hitAt(session, at, false, at.isTouch)
  const deep = hitAt(session, at, true, at.isTouch)
  const control = unit === null ? undefined : controlOf(document, unit)
  if (!control || deep === null) return
  const symbol = symbolOf(control)
  if (symbol !== null) session.scope(symbol)
  else if (isGroup(control)) session.select([unitOf(document, deep, control.control_id)], control.control_id)
}

/** All that can be picked where the person is, in painting order. */
export function pickable(session: Session): string[] {
  const { document, entered } = session.state()
  return (arrangementOf(document.controls).members.get(entered) ?? [])
    .filter((control) => !isBarred(document, control, 'hidden'))
    .map(({ control_id }) => control_id)
}
