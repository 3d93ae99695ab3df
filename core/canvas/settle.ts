import type { Control, ScreenDocument } from '../contract/documents/screen.ts'
import { arrangementOf, isGroup } from './arrangement.ts'
import { type Box, boundsOfAll, heldBox } from './geometry.ts'

/**
 * What follows from a change by itself: a group's box lies around its members, and a group that has lost its last member
 * is gone. Groups that the change did not touch stay as they were stored.
 */
export function settle(before: ScreenDocument, after: ScreenDocument): ScreenDocument {
  if (before.controls === after.controls) return after
  const touched = touchedGroups(before, after)
  if (touched.size === 0) return after
  const { byId, members } = arrangementOf(after.controls)
  const settled = new Map<string, Control | null>()
  const wrap = (id: string): Control | null => {
    const known = settled.get(id)
    if (known !== undefined) return known
    const group = byId.get(id) as Control
    settled.set(id, group)
    const inner = (members.get(id) ?? []).flatMap((member) =>
      touched.has(member.control_id) ? (wrap(member.control_id) ?? []) : member,
    )
    const bounds = boundsOfAll(inner)
    const box = bounds && heldBox(bounds)
    const fitted = box && (lies(group, box) ? group : { ...group, ...box, angle: 0 })
    settled.set(id, fitted)
    return fitted
  }
  for (const id of touched) wrap(id)
  if (![...settled].some(([id, group]) => group !== byId.get(id))) return after
  return {
    ...after,
    controls: after.controls.flatMap((control) => {
      const group = settled.get(control.control_id)
      return group === undefined ? control : (group ?? [])
    }),
  }
}

const lies = (group: Control, box: Box): boolean =>
  group.x === box.x &&
  group.y === box.y &&
  group.width === box.width &&
  group.height === box.height &&
  group.angle === 0

function touchedGroups(before: ScreenDocument, after: ScreenDocument): Set<string> {
  const was = arrangementOf(before.controls).byId
  const is = arrangementOf(after.controls).byId
  const touched = new Set<string>()
  const climb = (from: string | null) => {
    let id = from
    while (id !== null && !touched.has(id)) {
      const group = is.get(id)
      if (!group || !isGroup(group)) return
      touched.add(id)
      id = group.parent
    }
  }
  after.controls.forEach((control, place) => {
    if (before.controls[place] === control) return
    const old = was.get(control.control_id)
    if (old === control) return
    climb(control.parent)
    climb(old?.parent ?? null)
    if (!old || old.kind !== control.kind || isGroup(old) !== isGroup(control)) climb(control.control_id)
  })
  before.controls.forEach((control, place) => {
    if (after.controls[place] !== control && !is.has(control.control_id)) climb(control.parent)
  })
  return touched
}
