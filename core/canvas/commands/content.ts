import { outermost, withControls, withMembers } from '../arrangement.ts'
import { clipboardText, type PasteProblem, pastedFrom } from '../clipboard.ts'
import { copiesOf } from '../copies.ts'
import type { Commands, Referrer } from '../editor-api.ts'
import type { StepKey } from '../editor-step.ts'
import { type Box, boundsOfAll, middleOf, type Spot, touches } from '../geometry.ts'
import { findRoom, roomFor } from '../limits.ts'
import { boxAbout, fittedTo, ontoPage, sizeOf, withAdded } from '../new-control.ts'
import { meant, movable } from '../selected.ts'
import type { Session } from '../session.ts'
import { place } from '../tools/place.ts'
import { movedBy } from '../transforms.ts'
import { inSight, middleOfView, toDocument } from '../viewport.ts'

/** px of the document between a thing and its copy. */
const APART = 10

type Content = Pick<Commands, 'add' | 'remove' | 'duplicate' | 'copy' | 'cut' | 'paste' | 'move'>

export function contentCommands(session: Session): Content {
  /** The text pasted last and how often: each further one goes further. */
  let last = { text: '', times: 0 }

  const removeAs = (key: StepKey, ids: readonly string[]) => {
    const { document } = session.state()
    const gone = new Set(withMembers(document, ids).map(({ control_id }) => control_id))
    const referrers = referrersTo(session, gone)
    session.edit(key, ids.length, (before) => ({
      ...before,
      controls: gone.size === 0 ? before.controls : before.controls.filter(({ control_id }) => !gone.has(control_id)),
    }))
    return { removed: gone.size, referrers }
  }

  const copy = (): string | null => {
    const { document, selection } = session.state()
    return clipboardText(document, outermost(document, selection))
  }

  return {
    add(control, at) {
      const { view, document } = session.state()
      const middle = at ?? toDocument(view, middleOfView(view))
      const fitted = fittedTo(document, session.kinds, control)
      return place(
        session,
        fitted,
        ontoPage(onGrid(session, boxAbout(middle, sizeOf(session.kinds, fitted))), document),
      )
    },
    remove: (ids) => removeAs('stepRemoved', movable(session, ids)),
    duplicate(offset = { x: APART, y: APART }) {
      const { document, entered } = session.state()
      const ids = meant(session)
      const copies = copiesOf(withMembers(document, ids), session.newId, offset)
      if (copies.length === 0 || !findRoom(session, copies.length)) return false
      const select = tops(copies)
      return session.edit('stepDuplicated', select.length, (before) => withAdded(before, copies, entered), { select })
    },
    copy,
    cut() {
      const text = copy()
      if (text !== null) removeAs('stepCut', movable(session))
      return text
    },
    paste(text, at) {
      const { document, entered, symbol } = session.state()
      const pasted = pastedFrom(text, document, session.kinds, session.newId, symbol)
      if ('problem' in pasted) return { pasted: 0, problem: pasted.problem }
      const { controls, symbols } = pasted
      if (!roomFor(session, controls.length)) return { pasted: 0, problem: 'too-many' satisfies PasteProblem }
      last = { text, times: last.text === text ? last.times + 1 : 1 }
      const by = whereTo(session, controls, at, last.times * APART)
      const placed = controls.map((control) => movedBy(control, by))
      const select = tops(placed)
      session.edit('stepPasted', select.length, (before) => withAdded({ ...before, symbols }, placed, entered), {
        select,
      })
      return { pasted: select.length, problem: null }
    },
    move(by, ids) {
      const units = movable(session, ids)
      const { document } = session.state()
      const moved = withMembers(document, units).map((control) => movedBy(control, by))
      return session.edit('stepMoved', units.length, (before) => withControls(before, moved), { key: 'move' })
    },
  }
}

/** The box with its upper left corner where the grid has one, as a drag would leave it. */
function onGrid(session: Session, box: Box): Box {
  const { document, snapping } = session.state()
  const { grid } = document
  if (!snapping.grid || grid <= 0) return box
  return { ...box, x: Math.round(box.x / grid) * grid, y: Math.round(box.y / grid) * grid }
}

/** The outermost of new controls: what of them is selected. */
function tops(controls: readonly { readonly control_id: string; readonly parent: string | null }[]): string[] {
  const ids = new Set(controls.map(({ control_id }) => control_id))
  return controls.filter(({ parent }) => parent === null || !ids.has(parent)).map(({ control_id }) => control_id)
}

/** To the spot with their middle; without one a little further than they were, or into the view where that is out of sight. */
function whereTo(
  session: Session,
  controls: Parameters<typeof boundsOfAll>[0],
  at: Spot | undefined,
  apart: number,
): Spot {
  const bounds = boundsOfAll(controls)
  if (!bounds) return { x: 0, y: 0 }
  const { view } = session.state()
  const near = { ...bounds, x: bounds.x + apart, y: bounds.y + apart }
  const isInSight = view.width === 0 || touches(near, inSight(view))
  if (!at && isInSight) return { x: apart, y: apart }
  const to = at ?? toDocument(view, middleOfView(view))
  const from = middleOf(bounds)
  return { x: Math.round(to.x - from.x), y: Math.round(to.y - from.y) }
}

/** Events of what stays that show or hide what goes. */
function referrersTo(session: Session, gone: ReadonlySet<string>): Referrer[] {
  return session
    .state()
    .document.controls.flatMap(({ control_id, events }) =>
      gone.has(control_id)
        ? []
        : events.flatMap(({ actions }, event) =>
            actions.flatMap((does, action) =>
              (does.does === 'show' || does.does === 'hide') && gone.has(does.control_id)
                ? { control_id, event, action }
                : [],
            ),
          ),
    )
}
