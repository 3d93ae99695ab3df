import type { Editor } from '../../../../core/canvas/editor-api.ts'
import type { Row } from './rows.ts'

/** What is done to a row is done to its layer, or to its control. */

export function renameRow({ commands }: Editor, row: Row, name: string): void {
  if (row.is === 'layer') commands.setLayer(row.layer.layer_id, { name: name.slice(0, 32) })
  else commands.set('name', name.slice(0, 64), [row.control.control_id])
}

/** 1: further to the front. */
export function moveRow(editor: Editor, row: Row, by: 1 | -1): void {
  const { commands, selecting } = editor
  if (row.is === 'layer') {
    const at = editor.state().document.layers.indexOf(row.layer)
    commands.moveLayer(row.layer.layer_id, at + by)
  } else {
    selecting.select([row.control.control_id])
    commands.order(by === 1 ? 'forward' : 'backward')
  }
}

export const lockRow = ({ commands }: Editor, row: Row) =>
  row.is === 'layer'
    ? commands.setLayer(row.layer.layer_id, { locked: !row.layer.locked })
    : commands.lock(!row.control.locked, [row.control.control_id])

export const hideRow = ({ commands }: Editor, row: Row) =>
  row.is === 'layer'
    ? commands.setLayer(row.layer.layer_id, { hidden: !row.layer.hidden })
    : commands.hide(!row.control.hidden, [row.control.control_id])
