import { useState } from 'react'
import { drawnProps } from '../../../../core/canvas/drawn-props.ts'
import { isSame, valueAt } from '../../../../core/canvas/props-path.ts'
import { isOwnProperty } from '../../../../core/canvas/runtime/fitting.ts'
import { fitFor } from '../../../../core/canvas/runtime/live-control.ts'
import { type Binding, type Control, isSound } from '../../../../core/contract/documents/screen.ts'
import { useElement, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Select } from '../../../kit/Select.tsx'
import { namesOf } from '../../controls/control-names.ts'
import { useEditor } from '../editor-context.ts'
import { PropertyInput } from '../inspector/PropertyInput.tsx'
import { BindingTest } from './BindingTest.tsx'
import { type BindingMode, fieldAt, modeOf, withMode } from './bindable-paths.ts'
import { ExpressionField } from './ExpressionField.tsx'
import { RangesEditor } from './RangesEditor.tsx'
import { ScaleEditor } from './ScaleEditor.tsx'
import { StatesOfPoint } from './StatesOfPoint.tsx'
import { text } from './text.ts'

interface BindingEditorProps {
  path: string
  name: string
  lead: Control
}

const NONE: Binding = { expression: '' }

/** Where one property has its values from, and what they become. */
export function BindingEditor({ path, name, lead }: BindingEditorProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { editor, kinds, isReadOnly } = useEditor()
  const shared = editor.readBinding(path)
  const stored = shared.isMixed ? null : shared.value
  const [draft, setDraft] = useState<Binding>(stored ?? NONE)
  const [base, setBase] = useState(stored)
  // An undo, or somebody else's change: what was typed and not taken gives way.
  if (stored !== base) {
    setBase(stored)
    if (!isSame(stored ?? NONE, draft)) setDraft(stored ?? NONE)
  }
  const kind = kinds.get(lead.kind)
  const field = fieldAt(lead.kind, path, kinds)
  const check = fitFor(kind, path)
  const own = drawnProps(lead, kinds)
  const isNumber = field?.type === 'number' || field?.type === 'integer' || field?.type === 'value'
  const now = isOwnProperty(path) ? ownValue(lead, path) : valueAt(own, path)
  const names = namesOf(lead.kind, lang)

  function change(typed: Binding) {
    // A colour is no value of a point: ranges say which it is.
    const isFirst = draft.expression === '' && typed.expression !== ''
    const next = isFirst && field?.type === 'colour' ? withMode(typed, 'ranges', now ?? null) : typed
    setDraft(next)
    const isNothing = next.expression.trim() === '' && !next.ranges && !next.scale
    if (isNothing) editor.commands.setBinding(path, null)
    else if (isSound(next)) editor.commands.setBinding(path, next)
  }
  const fault = (value: unknown) => (check && check(value, own) === undefined ? t.notTaken : null)
  const gives = (label: string, value: unknown, onChange: (value: unknown) => void) => (
    <PropertyInput
      field={field ?? { path, type: 'value', group: 'value', isNullable: true, isOptional: false }}
      label={label}
      value={value}
      isMixed={false}
      isDisabled={isReadOnly}
      choiceName={(choice) => names.choice(path, choice)}
      fault={fault}
      onChange={onChange}
    />
  )
  const mode = modeOf(draft)
  const modes: readonly BindingMode[] = isNumber ? ['plain', 'ranges', 'scale'] : ['plain', 'ranges']
  return (
    <div className="binding-body">
      <ExpressionField
        label={t.expression}
        value={draft.expression}
        isMixed={shared.isMixed}
        isDisabled={isReadOnly}
        onChange={(expression) => change({ ...draft, expression })}
      />
      {(draft.expression !== '' || mode !== 'plain') && (
        <>
          <Select<BindingMode>
            label={t.how}
            isDisabled={isReadOnly}
            options={modes.map((id) => ({ id, label: t[id] }))}
            value={mode}
            onChange={(next) => change(withMode(draft, next, now ?? null))}
          />
          {mode === 'ranges' && (
            <RangesEditor binding={draft} gives={gives} first={now ?? null} isDisabled={isReadOnly} onChange={change} />
          )}
          {mode === 'scale' && <ScaleEditor binding={draft} isDisabled={isReadOnly} onChange={change} />}
          {!isReadOnly && <StatesOfPoint expression={draft.expression} path={path} lead={lead} />}
          <BindingTest binding={draft} path={path} lead={lead} />
          {!isReadOnly && (
            <div className="binding-foot">
              <Button look="plain" icon="trash" onPress={() => change(NONE)}>
                {t.unbind({ name })}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  )
}

function ownValue(control: Control, path: string): unknown {
  if (path === 'visible') return true
  if (path === 'flicker') return 0.5
  return control[path as 'x']
}
