import type { Editor } from '../../../../core/canvas/editor-api.ts'

/**
 * Binds what a control mostly shows to a point. A control that can write, and writes nothing yet, writes the point too
 * where that can be written: a press on it then asks for the value, and not first for what is to be done.
 */
export function bindMain(editor: Editor, control_id: string, written: string, isWritable: boolean): void {
  const control = editor.control(control_id)
  const kind = control && editor.kinds.get(control.kind)
  const path = kind?.bindable[0]
  if (!control || path === undefined) return
  const { writes } = { ...kind?.defaults, ...control.props } as { writes?: unknown }
  editor.together({ key: 'stepBound', count: 1 }, () => {
    editor.commands.setBinding(path, { expression: written }, [control_id])
    if (isWritable && writes === '') editor.commands.setProp('writes', written, [control_id])
  })
}
