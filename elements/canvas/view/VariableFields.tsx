import { useEffect, useEffectEvent, useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { DashboardVariable } from '../../../core/contract/documents/dashboard-fields.ts'
import { useText } from '../../define/index.ts'
import { type Option, Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { useGroupOptions } from '../../parts/group-filter/use-group-options.ts'
import { useTemplateOptions } from '../../parts/template-select/use-template-options.ts'
import { text } from './time-text.ts'

interface VariableFieldProps {
  variable: DashboardVariable
  value: string
  onChange: (value: string) => void
}

/** What a variable of a dashboard is chosen with, behind its name. */
export function VariableField(props: VariableFieldProps) {
  const { name, kind } = props.variable
  const Field = FIELDS[kind]
  return (
    <span className="dashboard-variable">
      <span aria-hidden>{name}</span>
      <Field {...props} />
    </span>
  )
}

const FIELDS = {
  text: Typed,
  choice: (props: VariableFieldProps) => (
    <Chosen {...props} options={props.variable.options.map((id) => ({ id, label: id }))} />
  ),
  group: OfGroups,
  template: OfTemplates,
} as const

/** Taken when the typing pauses: a dashboard is not drawn anew with each key. */
function Typed({ variable, value, onChange }: VariableFieldProps) {
  const [typed, setTyped] = useState(value)
  const [applied, setApplied] = useState(value)
  if (applied !== value) {
    setApplied(value)
    setTyped(value)
  }
  const report = useEffectEvent((next: string) => {
    if (next !== value) onChange(next)
  })
  useEffect(() => {
    const timer = setTimeout(() => report(typed), LIMITS.delayedExecuteMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <TextField
      label={variable.name}
      isLabelHidden
      maxLength={LIMITS.variableValue}
      value={typed}
      onChange={setTyped}
      onBlur={() => report(typed)}
    />
  )
}

const ALL = '-'

function OfGroups(props: VariableFieldProps) {
  const t = useText(text)
  const options = useGroupOptions(Number(props.value) || null)
  return <Chosen {...props} options={[{ id: ALL, label: t.allGroups }, ...options]} />
}

function OfTemplates(props: VariableFieldProps) {
  const t = useText(text)
  return <Chosen {...props} options={[{ id: ALL, label: t.allTemplates }, ...useTemplateOptions()]} />
}

function Chosen({ variable, value, onChange, options }: VariableFieldProps & { options: readonly Option[] }) {
  return (
    <Select
      label={variable.name}
      isLabelHidden
      options={options}
      value={value || ALL}
      isSearchable={options.length > 10}
      onChange={(id) => onChange(id === ALL ? '' : id)}
    />
  )
}
