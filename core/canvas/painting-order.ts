import type { Control, ScreenDocument } from '../contract/documents/screen.ts'
import { arrangementOf, withMembers } from './arrangement.ts'

/** The ids that stand side by side in a group (null: at the top), the hindmost first. */
export const siblingsIn = (document: ScreenDocument, parent: string | null): string[] =>
  (arrangementOf(document.controls).members.get(parent) ?? []).map(({ control_id }) => control_id)

/** The siblings of a group in another order, each with all that it holds. The rest of the document keeps its places. */
export function reordered(document: ScreenDocument, order: readonly string[]): ScreenDocument {
  const { placeOf } = arrangementOf(document.controls)
  const blocks: Control[] = order.flatMap((id) => withMembers(document, [id]))
  const places = blocks.map(({ control_id }) => placeOf.get(control_id) as number).sort((a, b) => a - b)
  if (blocks.every((control, at) => document.controls[places[at] as number] === control)) return document
  const controls = document.controls.slice()
  blocks.forEach((control, at) => {
    controls[places[at] as number] = control
  })
  return { ...document, controls }
}
