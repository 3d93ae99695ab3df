import { controlOf } from './arrangement.ts'
import type { Viewing } from './editor-api.ts'
import { boundsOf, encloses } from './geometry.ts'
import { frameOf } from './selected.ts'
import type { Session } from './session.ts'
import { centred, fitted, inSight, nextZoom, panned, toDocument, toView, zoomed } from './viewport.ts'

/** Nothing is shown larger than this by fitting: a small thing would fill the window. */
const MOST_FITTED = 4

export function createViewing(session: Session): Viewing {
  const view = () => session.state().view
  return {
    resize(width, height) {
      if (width !== view().width || height !== view().height) session.look({ ...view(), width, height })
    },
    pan: (by) => session.look(panned(view(), by)),
    zoomTo: (zoom, at) => session.look(zoomed(view(), zoom, at)),
    zoomIn: () => session.look(zoomed(view(), nextZoom(view().zoom, 1))),
    zoomOut: () => session.look(zoomed(view(), nextZoom(view().zoom, -1))),
    fit() {
      const { width, height } = session.state().document
      session.look(fitted(view(), { x: 0, y: 0, width, height }, MOST_FITTED))
    },
    toSelection() {
      const frame = frameOf(session)
      if (frame) session.look(fitted(view(), boundsOf(frame), MOST_FITTED))
    },
    reveal(control_id) {
      const control = controlOf(session.state().document, control_id)
      if (!control) return
      const bounds = boundsOf(control)
      if (!encloses(inSight(view()), bounds)) session.look(centred(view(), bounds))
    },
    toDocument: (spot) => toDocument(view(), spot),
    toView: (spot) => toView(view(), spot),
  }
}
