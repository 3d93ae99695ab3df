import type { PointerAt } from '../editor-api.ts'
import type { Gesture, Session } from '../session.ts'
import { panned } from '../viewport.ts'

export function panGesture(session: Session, start: PointerAt): Gesture {
  const { view } = session.state()
  return {
    name: 'pan',
    move(at) {
      const { width, height } = session.state().view
      session.look({ ...panned(view, { x: at.x - start.x, y: at.y - start.y }), width, height })
    },
    up() {},
    cancel: () => session.look(view),
  }
}
