import { useState } from 'react'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import {
  type DashboardVariable,
  VARIABLE_KINDS,
  VARIABLE_NAME,
} from '../../../../core/contract/documents/dashboard-fields.ts'
import { fieldsOf } from '../../../../core/dashboard/fields.ts'
import { useText } from '../../../define/index.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { type Option, Select } from '../../../kit/Select.tsx'
import { useGroupOptions } from '../../../parts/group-filter/use-group-options.ts'
import { useTemplateOptions } from '../../../parts/template-select/use-template-options.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { Section } from './PropertyRow.tsx'
import { TextInput } from './TextInput.tsx'
import { text } from './text.ts'

/** The variables that a dashboard declares. */
export function VariablesSection() {
  const t = useText(text)
  const { editor, isReadOnly } = useEditor()
  const { variables } = fieldsOf(useEditorState((state) => state.whole))
  const set = (next: readonly DashboardVariable[]) => void editor.commands.setDashboard({ variables: [...next] })
  const freeName = () => {
    let at = variables.length + 1
    while (variables.some(({ name }) => name === `v${at}`)) at += 1
    return `v${at}`
  }
  return (
    <Section title={t.variables}>
      <p className="panel-note">{t.variablesHelp}</p>
      {variables.map((variable, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its name changes while it is typed
        <fieldset key={at} className="list-row" aria-label={t.variable({ count: at + 1 })}>
          <VariableFields
            variable={variable}
            isTaken={(name) => variables.some((other, place) => place !== at && other.name === name)}
            isDisabled={isReadOnly}
            onChange={(part) => set(variables.with(at, { ...variable, ...part }))}
          />
          {!isReadOnly && (
            <div className="list-row-tools">
              <IconButton
                icon="trash"
                label={t.removeVariable({ name: variable.name })}
                onPress={() => set(variables.toSpliced(at, 1))}
              />
            </div>
          )}
        </fieldset>
      ))}
      {!isReadOnly && variables.length < LIMITS.dashboardVariables && (
        <Button
          icon="plus"
          look="plain"
          onPress={() => set([...variables, { name: freeName(), kind: 'text', options: [], value: '' }])}
        >
          {t.addVariable}
        </Button>
      )}
    </Section>
  )
}

interface VariableFieldsProps {
  variable: DashboardVariable
  isTaken: (name: string) => boolean
  isDisabled: boolean
  onChange: (part: Partial<DashboardVariable>) => void
}

function VariableFields({ variable, isTaken, isDisabled, onChange }: VariableFieldsProps) {
  const { name, kind, options, value } = variable
  const t = useText(text)
  const nameFault = (typed: string) =>
    isTaken(typed) ? t.variableTwice : VARIABLE_NAME.test(typed) ? null : t.variableNameWrong
  return (
    <div className="list-row-fields">
      <TextInput
        label={t.variableName}
        isLabelShown
        value={name}
        maxLength={32}
        isDisabled={isDisabled}
        fault={nameFault}
        onChange={(next) => onChange({ name: next })}
      />
      <Select<DashboardVariable['kind']>
        label={t.variableKind}
        isDisabled={isDisabled}
        options={VARIABLE_KINDS.map((id) => ({ id, label: t[`kind_${id}`] }))}
        value={kind}
        onChange={(next) => onChange({ kind: next, value: '' })}
      />
      {kind === 'choice' && <Choices options={options} isDisabled={isDisabled} onChange={onChange} />}
      <FirstValue kind={kind} options={options} value={value} isDisabled={isDisabled} onChange={onChange} />
    </div>
  )
}

type PartProps = Pick<VariableFieldsProps, 'isDisabled' | 'onChange'>

const choicesIn = (typed: string): string[] =>
  [...new Set(typed.split('\n').map((line) => line.slice(0, LIMITS.variableValue)))]
    .filter((line) => line !== '')
    .slice(0, LIMITS.variableOptions)

function Choices({ options, isDisabled, onChange }: PartProps & Pick<DashboardVariable, 'options'>) {
  const t = useText(text)
  const kept = options.join('\n')
  // A line that is begun is no choice yet.
  const [typed, setTyped] = useState(kept)
  return (
    <TextInput
      label={t.variableOptions}
      isLabelShown
      lines={3}
      value={choicesIn(typed).join('\n') === kept ? typed : kept}
      isDisabled={isDisabled}
      onChange={(next) => {
        setTyped(next)
        onChange({ options: choicesIn(next) })
      }}
    />
  )
}

const NONE = '-'

function FirstValue({ kind, ...rest }: PartProps & Pick<DashboardVariable, 'kind' | 'options' | 'value'>) {
  const t = useText(text)
  if (kind === 'group') return <OfGroups {...rest} />
  if (kind === 'template') return <OfTemplates {...rest} />
  const { options, value, isDisabled, onChange } = rest
  if (kind === 'choice')
    return (
      <Select
        label={t.variableValue}
        isDisabled={isDisabled}
        options={options.map((id) => ({ id, label: id }))}
        value={options.includes(value) ? value : (options[0] ?? null)}
        onChange={(next) => onChange({ value: next })}
      />
    )
  return (
    <TextInput
      label={t.variableValue}
      isLabelShown
      maxLength={LIMITS.variableValue}
      value={value}
      isDisabled={isDisabled}
      onChange={(next) => onChange({ value: next })}
    />
  )
}

const OfGroups = (props: PartProps & Pick<DashboardVariable, 'value'>) => {
  const t = useText(text)
  return <FirstId {...props} all={t.allGroups} options={useGroupOptions(Number(props.value) || null)} />
}
const OfTemplates = (props: PartProps & Pick<DashboardVariable, 'value'>) => {
  const t = useText(text)
  return <FirstId {...props} all={t.allTemplates} options={useTemplateOptions()} />
}

interface FirstIdProps extends PartProps {
  value: string
  all: string
  options: readonly Option[]
}

function FirstId({ value, all, options, isDisabled, onChange }: FirstIdProps) {
  const t = useText(text)
  return (
    <Select
      label={t.variableValue}
      isDisabled={isDisabled}
      options={[{ id: NONE, label: all }, ...options]}
      value={value || NONE}
      isSearchable={options.length > 10}
      onChange={(next) => onChange({ value: next === NONE ? '' : next })}
    />
  )
}
