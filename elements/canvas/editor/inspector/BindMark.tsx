import { useElement, useText } from '../../../define/index.ts'
import { pointName } from '../../../parts/point-text.ts'
import { useAlone } from '../binding/use-points.ts'
import { useEditor } from '../editor-context.ts'
import { Glyph } from '../toolbar/Glyph.tsx'
import { text } from './text.ts'

const LINK =
  'M8.5 11.5a3 3 0 0 0 4.3 0l2.4-2.4a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0l-2.4 2.4a3 3 0 0 0 4.3 4.3l1-1'

/** What a bound property follows, below its field: that holds what is drawn without a value. */
export function BoundTo({ path }: { path: string }) {
  const t = useText(text)
  const { lang } = useElement()
  const { editor } = useEditor()
  const binding = editor.readBinding(path)
  const expression = binding.isMixed ? '' : (binding.value?.expression ?? '')
  const { point, device } = useAlone(expression)
  if (binding.isMixed || !binding.value) return null
  const named = [device, point && pointName(point, lang), expression].filter(Boolean).join(' · ')
  return <p className="prop-help">{t.boundTo({ expression: named })}</p>
}

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
