import { useText } from '../../../define/index.ts'
import { useEditor } from '../editor-context.ts'
import { text } from './text.ts'

/** What people call the device whose points are named without one. */
export function useOwnDevice(): string {
  const t = useText(text)
  const { drawn } = useEditor()
  if (drawn.is === 'screen') return t.thisDevice
  return drawn.template_id === null ? t.anyDevice : t.shownDevice
}
