import { drawnProps } from '../../../../core/canvas/drawn-props.ts'
import { isSame } from '../../../../core/canvas/props-path.ts'
import type { Control } from '../../../../core/contract/documents/screen.ts'
import { useElement, useText } from '../../../define/index.ts'
import { propertiesOf } from '../../../kinds/property-fields.ts'
import { Button } from '../../../kit/Button.tsx'
import { useEditor } from '../editor-context.ts'
import { type Row, statesFrom } from '../inspector/list-rows.ts'
import { text } from './text.ts'
import { useNamed } from './use-points.ts'

/** Offers the words of an enumerated point for the states that it chooses, where they differ. */
export function StatesOfPoint({ expression, path, lead }: { expression: string; path: string; lead: Control }) {
  const t = useText(text)
  const { lang } = useElement()
  const { editor, kinds } = useEditor()
  const { point } = useNamed(expression)
  const kind = kinds.get(lead.kind)
  const list = kind?.bindable[0] === path ? propertiesOf(kind).find(({ type }) => type === 'states') : undefined
  if (!list || !point?.enum_text) return null
  const rows = (drawnProps(lead, kinds)[list.path] ?? []) as readonly Row[]
  const states = statesFrom(rows, point.enum_text, lang, list.max)
  if (!states || isSame(rows, states)) return null
  return (
    <Button look="plain" onPress={() => editor.commands.setProp(list.path, states)}>
      {t.takeStates({ count: states.length })}
    </Button>
  )
}
