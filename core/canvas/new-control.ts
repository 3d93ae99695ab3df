import type { Control, ScreenDocument } from '../contract/documents/screen.ts'
import { arrangementOf } from './arrangement.ts'
import type { NewControl } from './editor-api.ts'
import { type Box, heldBox, type Spot } from './geometry.ts'
import type { KindTable } from './kind.ts'

/** px of one whose kind the program does not know. */
const UNKNOWN_SIZE = { width: 100, height: 60 }

export const sizeOf = (kinds: KindTable, wanted: NewControl): { readonly width: number; readonly height: number } => {
  const size = kinds.get(wanted.kind)?.size ?? UNKNOWN_SIZE
  return { width: wanted.width ?? size.width, height: wanted.height ?? size.height }
}

/** px of the screens that the sizes of kinds are meant for; in larger ones they would be tiny. */
const MEANT_FOR = { width: 1280, height: 720 }

/** As large as the screen asks for, letters too, unless it has a size of its own. */
export function fittedTo(
  { width, height, grid }: Pick<ScreenDocument, 'width' | 'height' | 'grid'>,
  kinds: KindTable,
  wanted: NewControl,
): NewControl {
  const scale = Math.min(width / MEANT_FOR.width, height / MEANT_FOR.height)
  const kind = kinds.get(wanted.kind)
  if (scale <= 1 || !kind || wanted.width !== undefined || wanted.height !== undefined) return wanted
  const { fontSize } = kind.defaults as { fontSize?: unknown }
  const scaled = (px: number) => (px === 0 ? 0 : Math.max(grid, toGrid(px * scale, grid)))
  return {
    ...wanted,
    width: scaled(kind.size.width),
    height: scaled(kind.size.height),
    props: { ...(typeof fontSize === 'number' && { fontSize: Math.round(fontSize * scale) }), ...wanted.props },
  }
}

const toGrid = (px: number, grid: number): number => Math.round(grid > 0 ? Math.round(px / grid) * grid : px)

/** On whole px, wherever the pointer or the middle of the view is. */
export const boxAbout = (middle: Spot, size: { readonly width: number; readonly height: number }): Box => ({
  x: Math.round(middle.x - size.width / 2),
  y: Math.round(middle.y - size.height / 2),
  ...size,
})

/** Moved onto the page where it would stand beside it, unseen; what is larger begins where the page begins. */
export const ontoPage = (box: Box, page: { readonly width: number; readonly height: number }): Box => ({
  ...box,
  x: Math.max(0, Math.min(box.x, page.width - box.width)),
  y: Math.max(0, Math.min(box.y, page.height - box.height)),
})

/** A control as it is stored when it is new: all of its kind's defaults are written, so that a later program draws it the same. */
export function newControl(
  kinds: KindTable,
  wanted: NewControl,
  control_id: string,
  box: Box,
  layer_id: string,
): Control {
  const kind = kinds.get(wanted.kind)
  return {
    control_id,
    kind: wanted.kind,
    version: kind?.version ?? 1,
    name: wanted.name ?? '',
    ...heldBox(box),
    angle: 0,
    flip_x: false,
    flip_y: false,
    opacity: 1,
    layer_id,
    parent: null,
    locked: false,
    hidden: false,
    props: { ...(kind?.defaults as object | undefined), ...wanted.props },
    bindings: { ...wanted.bindings },
    events: [],
    tooltip: '',
    alarm_of: '',
  }
}

/** Where new controls go: the topmost layer that is neither locked nor hidden, or the topmost. */
export const layerForNew = (document: ScreenDocument): string =>
  (document.layers.findLast(({ locked, hidden }) => !locked && !hidden) ?? document.layers.at(-1))?.layer_id ?? 'main'

/** Adds controls in front of all; into the entered group right after its last member. */
export function withAdded(document: ScreenDocument, added: readonly Control[], entered: string | null): ScreenDocument {
  if (entered === null) return { ...document, controls: [...document.controls, ...added] }
  const { placeOf, members } = arrangementOf(document.controls)
  const inside = added.map((control) => (control.parent === null ? { ...control, parent: entered } : control))
  let last = placeOf.get(entered) ?? document.controls.length - 1
  const open = [entered]
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const member of members.get(id) ?? []) {
      last = Math.max(last, placeOf.get(member.control_id) ?? 0)
      open.push(member.control_id)
    }
  return { ...document, controls: document.controls.toSpliced(last + 1, 0, ...inside) }
}
