import { withExpressions } from '../../../../core/canvas/point-places.ts'
import type { ScreenDocument } from '../../../../core/contract/documents/screen.ts'
import { parseExpression } from '../../../../core/rules/expression/expression.ts'
import type { ParameterValue } from '../../../../core/rules/expression/points.ts'
import { useText } from '../../../define/index.ts'
import { ExpressionField } from '../binding/ExpressionField.tsx'
import { useEditorState } from '../editor-context.ts'
import { text } from './text.ts'

/** Names that a symbol's bindings leave open, in their order. */
export function parametersOf(document: Pick<ScreenDocument, 'symbols'>, symbol: string): readonly string[] {
  const names = new Set<string>()
  const note = (source: string) => {
    const parsed = parseExpression(source)
    for (const name of parsed.ok ? parsed.expression.parameters : []) names.add(name)
    for (const [, name] of source.matchAll(/\$([A-Za-z_]\w*)/g)) if (name) names.add(name)
    return source
  }
  const { controls } = (Object.hasOwn(document.symbols, symbol) && document.symbols[symbol]) || { controls: [] }
  for (const control of controls) withExpressions(control, note, note)
  return [...names]
}

interface ParametersInputProps {
  symbol: string
  value: unknown
  isDisabled: boolean
  onChange: (value: Readonly<Record<string, ParameterValue>>) => void
}

/** What a use of a symbol says for the names that its bindings leave open. */
export function ParametersInput({ symbol, value, isDisabled, onChange }: ParametersInputProps) {
  const t = useText(text)
  const whole = useEditorState((state) => state.whole)
  const values = (typeof value === 'object' && value !== null ? value : {}) as Record<string, ParameterValue>
  const names = [...new Set([...parametersOf(whole, symbol), ...Object.keys(values)])]
  if (names.length === 0) return <p className="panel-note">{t.noParameters}</p>
  return (
    <div className="prop-rows">
      {names.map((name) => (
        <ExpressionField
          key={name}
          label={`$${name}`}
          value={Object.hasOwn(values, name) ? String(values[name]) : ''}
          isDisabled={isDisabled}
          lines={1}
          placeholder={t.parameterHelp}
          onChange={(typed) => {
            const { [name]: _, ...others } = values
            onChange(typed === '' ? others : { ...others, [name]: typed })
          }}
        />
      ))}
    </div>
  )
}
