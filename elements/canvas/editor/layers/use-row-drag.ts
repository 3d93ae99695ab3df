import { type DragEvent, useState } from 'react'
import { controlOf } from '../../../../core/canvas/arrangement.ts'
import type { Control } from '../../../../core/contract/documents/screen.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { placeBeside, type Row } from './rows.ts'

const ROW_DROP = 'application/x-sightglass-row'

interface RowDrag {
  /** Where a row that is dragged would land. */
  drop: { key: string; where: 'above' | 'below' } | null
  onDragStart: (event: DragEvent, row: Row) => void
  onDragOver: (event: DragEvent, row: Row) => void
  onDragEnd: () => void
  onDrop: (event: DragEvent, row: Row) => void
}

/** Controls are moved by dragging their rows: to another layer, or to another place in the order. */
export function useRowDrag(): RowDrag {
  const { editor } = useEditor()
  const document = useEditorState((state) => state.document)
  const selection = useEditorState((state) => state.selection)
  const [drop, setDrop] = useState<RowDrag['drop']>(null)

  const onDragOver = (event: DragEvent, row: Row) => {
    if (!event.dataTransfer.types.includes(ROW_DROP)) return
    event.preventDefault()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    setDrop({ key: row.key, where: event.clientY < top + height / 2 ? 'above' : 'below' })
  }
  const onDrop = (event: DragEvent, row: Row) => {
    const id = event.dataTransfer.getData(ROW_DROP)
    const where = drop?.where ?? 'below'
    setDrop(null)
    if (!id) return
    event.preventDefault()
    const moved = selection.includes(id) ? selection : [id]
    if (row.is === 'layer') return void editor.commands.toLayer(row.layer.layer_id, moved)
    const before = placeBeside(document, row.control, where, moved)
    const layer_id = (controlOf(document, id) as Control | undefined)?.layer_id
    editor.together({ key: 'stepOrdered', count: moved.length }, () => {
      if (layer_id !== row.control.layer_id) editor.commands.toLayer(row.control.layer_id, moved)
      editor.commands.orderBefore(moved, before)
    })
  }

  return {
    drop,
    onDragStart: (event, row) =>
      void (row.is === 'control' && event.dataTransfer.setData(ROW_DROP, row.control.control_id)),
    onDragOver,
    onDragEnd: () => setDrop(null),
    onDrop,
  }
}
