import { arrangementOf, controlOf, groupsAround, isBarred, isGroup } from './arrangement.ts'
import type { Selecting } from './editor-api.ts'
import type { Session } from './session.ts'
import { pickable } from './tools/select.ts'

export function createSelecting(session: Session): Selecting {
  const step = (by: 1 | -1) => {
    const { selection } = session.state()
    const order = pickable(session)
    const at = order.indexOf(selection.at(-1) ?? '')
    const next = at === -1 ? (by === 1 ? 0 : order.length - 1) : at + by
    const id = order[next]
    if (id !== undefined) session.select([id])
  }

  return {
    select(ids) {
      const { document } = session.state()
      const parents = new Set(ids.map((id) => controlOf(document, id)?.parent ?? null))
      const [parent = null] = parents
      // Of several groups: there is no one group to be in.
      session.select(ids, parents.size === 1 ? parent : null)
    },
    selectAll: () => session.select(unlocked(session, pickable(session))),
    selectKind(kind) {
      const { document } = session.state()
      session.select(
        document.controls.filter((control) => control.kind === kind).map(({ control_id }) => control_id),
        null,
      )
    },
    invert() {
      const { selection } = session.state()
      session.select(unlocked(session, pickable(session)).filter((id) => !selection.includes(id)))
    },
    clear: () => session.select([], null),
    next: () => step(1),
    previous: () => step(-1),
    enter(group_id) {
      const { document } = session.state()
      const group = controlOf(document, group_id)
      if (!group || !isGroup(group)) return
      const first = arrangementOf(document.controls).members.get(group_id)?.[0]
      session.select(first ? [first.control_id] : [], group_id)
    },
    leave() {
      const { document, entered } = session.state()
      if (entered === null) return
      session.select([entered], groupsAround(document, entered)[0]?.control_id ?? null)
    },
  }
}

function unlocked(session: Session, ids: readonly string[]): string[] {
  const { document } = session.state()
  return ids.filter((id) => {
    const control = controlOf(document, id)
    return control !== undefined && !isBarred(document, control, 'locked')
  })
}
