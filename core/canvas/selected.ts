import type { Control } from '../contract/documents/screen.ts'
import { controlOf, isBarred, isGroup, outermost } from './arrangement.ts'
import type { Frame } from './editor-api.ts'
import { boundsOfAll } from './geometry.ts'
import type { Session } from './session.ts'

/** What a command is for: the ids passed, or what is selected; without what stands in another of them. */
export function meant(session: Session, ids?: readonly string[]): string[] {
  const { document, selection } = session.state()
  return outermost(document, ids ?? selection).filter((id) => controlOf(document, id) !== undefined)
}

/** The same without what is locked by itself, its layer or its group. */
export function movable(session: Session, ids?: readonly string[]): string[] {
  const { document } = session.state()
  return meant(session, ids).filter((id) => !isBarred(document, controlOf(document, id) as Control, 'locked'))
}

/** The frame around what is selected: of one control its own turned box, of several the upright one around them. */
export function frameOf(session: Session, ids: readonly string[] = session.state().selection): Frame | null {
  const { document } = session.state()
  const controls = ids.map((id) => controlOf(document, id)).filter((control) => control !== undefined)
  const [only] = controls
  if (!only) return null
  const isLocked = controls.every((control) => isBarred(document, control, 'locked'))
  if (controls.length === 1 && !isGroup(only)) {
    const { x, y, width, height, angle } = only
    return { x, y, width, height, angle, ids, isLocked }
  }
  const bounds = boundsOfAll(controls)
  return bounds && { ...bounds, angle: 0, ids, isLocked }
}
