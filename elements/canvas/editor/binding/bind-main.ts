import type { Editor } from '../../../../core/canvas/editor-api.ts'
import type { ControlKind } from '../../../../core/canvas/kind.ts'
import { propertiesOf } from '../../../kinds/property-fields.ts'
import { newRow, type Row } from '../inspector/list-rows.ts'

/** What became of a point: for a list whether it is in it now, was already, or finds no room. */
export type Bound = 'bound' | 'added' | 'twice' | 'full'

/** The property that a point is bound to first; none where a kind lists its points. */
export const mainOf = (kind: ControlKind | undefined): string | undefined =>
  kind?.pointList === undefined ? kind?.bindable[0] : undefined

/**
 * Binds what a control mostly shows to a point, or adds the point to those that it lists. A control that can write, and
 * writes nothing yet, writes the point too where that can be written: a press on it then asks for the value, and not first
 * for what is to be done. Null where nothing changed.
 */
export function bindMain(editor: Editor, control_id: string, written: string, isWritable: boolean): Bound | null {
  const control = editor.control(control_id)
  const kind = control && editor.kinds.get(control.kind)
  if (kind?.pointList !== undefined) return addPoint(editor, control_id, kind, kind.pointList, written)
  const path = mainOf(kind)
  if (!control || path === undefined) return null
  const { writes } = { ...kind?.defaults, ...control.props } as { writes?: unknown }
  let isBound = false
  editor.together({ key: 'stepBound', count: 1 }, () => {
    isBound = editor.commands.setBinding(path, { expression: written }, [control_id])
    if (isWritable && writes === '') editor.commands.setProp('writes', written, [control_id])
  })
  return isBound ? 'bound' : null
}

function addPoint(editor: Editor, control_id: string, kind: ControlKind, path: string, point: string): Bound | null {
  const shown = editor.readProp(path, [control_id])
  const rows = !shown.isMixed && Array.isArray(shown.value) ? (shown.value as readonly Row[]) : []
  if (rows.some((row) => row.point === point)) return 'twice'
  const field = propertiesOf(kind).find((own) => own.path === path)
  const vacant = rows.findIndex((row) => row.point === '')
  if (vacant < 0 && rows.length >= (field?.max ?? Number.POSITIVE_INFINITY)) return 'full'
  const next =
    vacant < 0
      ? [...rows, { ...newRow(field?.item ?? [], undefined), point }]
      : rows.with(vacant, { ...rows[vacant], point })
  let isAdded = false
  // A step of its own: points that follow each other quickly are undone one by one.
  editor.together({ key: 'stepChanged', count: 1 }, () => {
    isAdded = editor.commands.setProp(path, next, [control_id])
  })
  return isAdded ? 'added' : null
}
