import type { NewControl } from '../../../../core/canvas/editor-api.ts'
import { useEditor } from '../editor-context.ts'

type Way = 'add' | 'place' | 'path'

/** Takes a control into the hand, or puts it into the middle of the view. */
export function useUse(onChosen: () => void): (control: NewControl, way: Way) => void {
  const { editor } = useEditor()
  return (control, way) => {
    if (way === 'add') editor.commands.add(control)
    else editor.use({ name: way, control })
    onChosen()
  }
}
