import { arrangementOf, isGroup } from '../../../../core/canvas/arrangement.ts'
import type { Control, Layer, ScreenDocument } from '../../../../core/contract/documents/screen.ts'

/** A row of the list. Ids of layers and controls may be the same: the key distinguishes them. */
export type Row =
  | {
      readonly is: 'layer'
      readonly key: string
      readonly level: 1
      readonly layer: Layer
      readonly count: number
      readonly isOpen: boolean
    }
  | {
      readonly is: 'control'
      readonly key: string
      readonly level: number
      readonly control: Control
      /** Null for what has no members. */
      readonly isOpen: boolean | null
    }

export const layerKey = (layer_id: string) => `layer:${layer_id}`
export const controlKey = (control_id: string) => `control:${control_id}`

/** What is in front stands above, layer by layer. Layers are open and groups closed, unless they were toggled. */
export function rowsOf(document: ScreenDocument, isToggled: (key: string) => boolean): Row[] {
  const { members } = arrangementOf(document.controls)
  const top = members.get(null) ?? []
  const rows: Row[] = []
  const add = (control: Control, level: number) => {
    const inner = isGroup(control) ? (members.get(control.control_id) ?? []) : null
    const key = controlKey(control.control_id)
    const isOpen = inner === null ? null : isToggled(key)
    rows.push({ is: 'control', key, level, control, isOpen })
    if (isOpen) for (const member of inner?.toReversed() ?? []) add(member, level + 1)
  }
  for (const layer of document.layers.toReversed()) {
    const own = top.filter(({ layer_id }) => layer_id === layer.layer_id)
    const key = layerKey(layer.layer_id)
    const isOpen = !isToggled(key)
    rows.push({ is: 'layer', key, level: 1, layer, count: own.length, isOpen })
    if (isOpen) for (const control of own.toReversed()) add(control, 2)
  }
  return rows
}

/** Before which sibling a control has to be painted to stand above (or below) another one in the list; null: in front of all. */
export function placeBeside(
  document: ScreenDocument,
  target: Control,
  where: 'above' | 'below',
  moved: readonly string[],
): string | null {
  if (where === 'below') return target.control_id
  const siblings = arrangementOf(document.controls).members.get(target.parent) ?? []
  const at = siblings.findIndex(({ control_id }) => control_id === target.control_id)
  const next = siblings.slice(at + 1).find(({ control_id }) => !moved.includes(control_id))
  return next?.control_id ?? null
}
