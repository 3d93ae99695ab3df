import { drawnProps } from '../../../../core/canvas/drawn-props.ts'
import type { Editor } from '../../../../core/canvas/editor-api.ts'
import { withValueAt } from '../../../../core/canvas/props-path.ts'

/** Sets a property of all that is selected, also deep in one that is stored nowhere yet because it is the kind's default. */
export function setShownProp(editor: Editor, path: string, value: unknown): void {
  const [root = path, ...inner] = path.split('.')
  const { selection } = editor.state()
  const controls = selection.flatMap((id) => editor.control(id) ?? [])
  if (inner.length === 0 || controls.every(({ props }) => Object.hasOwn(props, root))) {
    editor.commands.setProp(path, value)
    return
  }
  editor.together({ key: 'stepChanged', count: controls.length }, () => {
    for (const control of controls) {
      const shown = drawnProps(control, editor.kinds)[root]
      editor.commands.setProp(root, withValueAt(shown, inner.join('.'), value), [control.control_id])
    }
  })
}
