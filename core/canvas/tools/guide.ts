import { FARTHEST_PX, type ScreenDocument } from '../../contract/documents/screen.ts'
import type { Gesture, Session } from '../session.ts'
import { toDocument } from '../viewport.ts'

export type GuideAxis = 'x' | 'y'

const heldPx = (at: number): number => Math.max(-FARTHEST_PX, Math.min(FARTHEST_PX, Math.round(at)))

/** `index` null adds one, `at` null takes it away. */
export function withGuide(
  document: ScreenDocument,
  axis: GuideAxis,
  index: number | null,
  at: number | null,
): ScreenDocument {
  const old = document.guides[axis]
  const others = index === null ? old : old.toSpliced(index, 1)
  const place = index ?? old.length
  const guides = at === null ? others : others.toSpliced(place, 0, heldPx(at))
  return { ...document, guides: { ...document.guides, [axis]: guides } }
}

/** Drags a guide, or a new one from a ruler. Let go outside of the view, it is gone. */
export function guideGesture(session: Session, axis: GuideAxis, index: number | null): Gesture | null {
  const { document, symbol } = session.state()
  if (symbol !== null || (index !== null && document.guides[axis][index] === undefined)) return null
  session.open()
  return {
    name: 'guide',
    move(at) {
      const { view } = session.state()
      const place = heldPx(toDocument(view, at)[axis])
      const isLeaving = axis === 'x' ? at.x < 0 || at.x > view.width : at.y < 0 || at.y > view.height
      session.preview((base) => withGuide(base, axis, index, isLeaving ? null : place))
      session.overlay({ guide: { axis, at: place, isLeaving } })
    },
    up: () => {
      session.close({ key: 'stepGuides', count: 1 })
    },
    cancel: () => {
      session.close(null)
    },
  }
}
