import { useText } from '../../../define/index.ts'
import { useEditor } from '../editor-context.ts'
import { Glyph } from '../toolbar/Glyph.tsx'
import { text } from './text.ts'

const LINK =
  'M8.5 11.5a3 3 0 0 0 4.3 0l2.4-2.4a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0l-2.4 2.4a3 3 0 0 0 4.3 4.3l1-1'

/** Whether a property is bound; a press opens its binding. */
export function BindMark({ path, name }: { path: string; name: string }) {
  const t = useText(text)
  const { editor, openPanel } = useEditor()
  const binding = editor.readBinding(path)
  const isBound = binding.isMixed || binding.value !== null
  const label = binding.isMixed
    ? t.boundMixed({ name })
    : binding.value
      ? t.bound({ name, expression: binding.value.expression })
      : t.bind({ name })
  return (
    <button
      type="button"
      className="bind-mark"
      data-bound={isBound || undefined}
      aria-label={label}
      title={label}
      onClick={() => openPanel('bindings', path)}
    >
      <Glyph path={LINK} size={14} />
    </button>
  )
}
