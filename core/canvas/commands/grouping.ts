import type { Control, ScreenDocument } from '../../contract/documents/screen.ts'
import { arrangementOf, controlOf, GROUP_KIND, isGroup, withControls } from '../arrangement.ts'
import type { Commands } from '../editor-api.ts'
import { boundsOfAll } from '../geometry.ts'
import { findRoom } from '../limits.ts'
import { newControl } from '../new-control.ts'
import { reordered, siblingsIn } from '../painting-order.ts'
import { movable } from '../selected.ts'
import type { Session } from '../session.ts'

/** Units of one group (or of the top) that can become a group of their own. */
export function groupable(session: Session): string[] {
  const { document } = session.state()
  const ids = movable(session)
  const parents = new Set(ids.map((id) => controlOf(document, id)?.parent ?? null))
  return parents.size === 1 && findRoom(session, 1) ? ids : []
}

/** Siblings put into a group that stands where the foremost of them stood. */
export function grouped(
  session: Session,
  document: ScreenDocument,
  ids: readonly string[],
  group_id: string,
): ScreenDocument {
  const { placeOf } = arrangementOf(document.controls)
  const chosen = new Set(ids)
  const units = ids.map((id) => controlOf(document, id) as Control)
  const foremost = units.reduce((a, b) => ((placeOf.get(a.control_id) ?? 0) > (placeOf.get(b.control_id) ?? 0) ? a : b))
  const bounds = boundsOfAll(units) ?? foremost
  const group = {
    ...newControl(session.kinds, { kind: GROUP_KIND }, group_id, bounds, foremost.layer_id),
    parent: foremost.parent,
  }
  // Before the group is in the list the members are brought together, so that the group paints as one.
  const siblings = siblingsIn(document, foremost.parent)
  const last = siblings.indexOf(foremost.control_id)
  const order = [
    ...siblings.slice(0, last).filter((id) => !chosen.has(id)),
    ...siblings.filter((id) => chosen.has(id)),
    ...siblings.slice(last + 1),
  ]
  const together = reordered(document, order)
  const members = new Map(units.map((unit) => [unit.control_id, { ...unit, parent: group_id }]))
  const first = siblings.find((id) => chosen.has(id)) as string
  return {
    ...together,
    controls: together.controls.flatMap((control) => {
      const member = members.get(control.control_id) ?? control
      return control.control_id === first ? [group, member] : member
    }),
  }
}

export function groupingCommands(session: Session): Pick<Commands, 'group' | 'ungroup'> {
  return {
    group() {
      const ids = groupable(session)
      if (ids.length === 0) return null
      const id = session.newId()
      session.edit('stepGrouped', ids.length, (before) => grouped(session, before, ids, id), { select: [id] })
      return id
    },
    ungroup() {
      const { document } = session.state()
      const groups = movable(session).filter((id) => isGroup(controlOf(document, id) as Control))
      const { members } = arrangementOf(document.controls)
      const freed = groups.flatMap((id) => {
        const { parent = null } = controlOf(document, id) as Control
        return (members.get(id) ?? []).map((member) => ({ ...member, parent }))
      })
      const gone = new Set(groups)
      const others = session.state().selection.filter((id) => !gone.has(id))
      const select = [...others, ...freed.map(({ control_id }) => control_id)]
      return session.edit(
        'stepUngrouped',
        groups.length,
        (before) => {
          if (gone.size === 0) return before
          const after = withControls(before, freed)
          return { ...after, controls: after.controls.filter(({ control_id }) => !gone.has(control_id)) }
        },
        { select },
      )
    },
  }
}
