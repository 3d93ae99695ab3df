import type { PointerAt } from '../editor-api.ts'
import { boxBetween } from '../geometry.ts'
import { unitsWithin } from '../hit-test.ts'
import type { Gesture, Session } from '../session.ts'
import { toDocument } from '../viewport.ts'

/** Draws a box around controls. Shift adds to what is selected. */
export function marqueeGesture(session: Session, start: PointerAt): Gesture {
  const from = toDocument(session.state().view, start)
  const { selection } = session.state()
  const kept = start.shift || start.ctrl ? selection : []
  return {
    name: 'marquee',
    move(at) {
      const to = toDocument(session.state().view, at)
      const takes = to.x >= from.x ? 'enclosed' : 'touching'
      const box = boxBetween(from, to)
      session.select([...new Set([...kept, ...unitsWithin(session, box, takes)])])
      session.overlay({ marquee: { ...box, takes } })
    },
    up() {},
    cancel: () => session.select(selection),
  }
}
