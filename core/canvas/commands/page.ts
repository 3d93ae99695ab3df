import { DashboardFields } from '../../contract/documents/dashboard-fields.ts'
import { ScreenDocument } from '../../contract/documents/screen.ts'
import { controlOf, withControls } from '../arrangement.ts'
import type { Commands } from '../editor-api.ts'
import { distanceToSegment } from '../geometry.ts'
import { hasCorners, pathSpots, withPath } from '../path-points.ts'
import { isSame } from '../props-path.ts'
import type { Session } from '../session.ts'
import { withGuide } from '../tools/guide.ts'

type Page = Pick<
  Commands,
  | 'addGuide'
  | 'moveGuide'
  | 'removeGuide'
  | 'clearGuides'
  | 'setPage'
  | 'setLayout'
  | 'setDashboard'
  | 'addVertex'
  | 'removeVertex'
>

export function pageCommands(session: Session): Page {
  const guides = () => session.state().document.guides
  /** The guides of a symbol being edited would be nobody's. */
  const mayGuide = () => session.state().symbol === null

  return {
    addGuide: (axis, at) =>
      mayGuide() && Number.isFinite(at) && session.edit('stepGuides', 1, (before) => withGuide(before, axis, null, at)),
    moveGuide: (axis, index, at) =>
      mayGuide() &&
      Number.isFinite(at) &&
      guides()[axis][index] !== undefined &&
      session.edit('stepGuides', 1, (before) => withGuide(before, axis, index, at), { key: `guide ${axis} ${index}` }),
    removeGuide: (axis, index) =>
      mayGuide() &&
      guides()[axis][index] !== undefined &&
      session.edit('stepGuides', 1, (before) => withGuide(before, axis, index, null)),
    clearGuides: () =>
      mayGuide() &&
      guides().x.length + guides().y.length > 0 &&
      session.edit('stepGuides', 1, (before) => ({ ...before, guides: { x: [], y: [] } })),
    setPage(change) {
      const { document } = session.state()
      const fields = Object.entries(change) as [keyof typeof change, unknown][]
      const fits = fields.every(([field, value]) => ScreenDocument.shape[field].safeParse(value).success)
      if (!fits || fields.every(([field, value]) => isSame(document[field], value))) return false
      return session.edit('stepPage', 1, (before) => ({ ...before, ...change }), { key: Object.keys(change).join() })
    },
    setLayout(name, items) {
      const stored = session.state().whole.dashboard ?? {}
      const read = DashboardFields.safeParse(stored)
      const layouts = read.success ? read.data.layouts : {}
      const dashboard = { ...(read.success && stored), layouts: { ...layouts, [name]: { items } } }
      if (!DashboardFields.safeParse(dashboard).success || isSame(layouts[name]?.items, items)) return false
      return session.editWhole('stepLayout', 1, (whole) => ({ ...whole, dashboard }), { key: `layout ${name}` })
    },
    setDashboard(change) {
      const stored = session.state().whole.dashboard ?? {}
      const before = DashboardFields.safeParse(stored)
      const dashboard = { ...(before.success && stored), ...change }
      const after = DashboardFields.safeParse(dashboard)
      if (!after.success || (before.success && isSame(before.data, after.data))) return false
      const key = `dashboard ${Object.keys(change).join()}`
      return session.editWhole('stepDashboard', 1, (whole) => ({ ...whole, dashboard }), { key })
    },
    addVertex(control_id, at) {
      const path = pathOf(session, control_id)
      if (!path) return false
      const { control, spots } = path
      let place = 1
      for (let next = 2; next < spots.length; next += 1) {
        const far = (to: number) => distanceToSegment(at, spots[to - 1] as typeof at, spots[to] as typeof at)
        if (far(next) < far(place)) place = next
      }
      const added = withPath(control, spots.toSpliced(place, 0, at), session.kinds)
      return session.edit('stepPath', 1, (before) => withControls(before, [added]))
    },
    removeVertex(control_id, index) {
      const path = pathOf(session, control_id)
      if (!path || path.spots.length <= 2 || path.spots[index] === undefined) return false
      const left = withPath(path.control, path.spots.toSpliced(index, 1), session.kinds)
      return session.edit('stepPath', 1, (before) => withControls(before, [left]))
    },
  }
}

function pathOf(session: Session, control_id: string) {
  const control = controlOf(session.state().document, control_id)
  const spots = control && hasCorners(session.kinds, control.kind) ? pathSpots(control, session.kinds) : null
  return control && spots ? { control, spots } : null
}
