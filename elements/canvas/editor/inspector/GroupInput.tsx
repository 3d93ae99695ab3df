import type { DashboardVariable } from '../../../../core/contract/documents/dashboard-fields.ts'
import { fieldsOf } from '../../../../core/dashboard/fields.ts'
import { useText } from '../../../define/index.ts'
import { CHOSEN_GROUP } from '../../../kinds/property-schema.ts'
import { type Option, Select } from '../../../kit/Select.tsx'
import { useGroupOptions } from '../../../parts/group-filter/use-group-options.ts'
import { useTemplateOptions } from '../../../parts/template-select/use-template-options.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { text } from './text.ts'

const ALL = '-'

interface IdInputProps {
  label: string
  /** An id, or what stands for one; null for all. */
  value: unknown
  isMixed: boolean
  isDisabled: boolean
  onChange: (value: number | string | null) => void
}

export interface GroupInputProps extends IdInputProps {
  /** The group that is chosen beside it is one of them. */
  hasChosen: boolean
}

/** A device group, all of them, the one that is chosen beside it, or a variable of the dashboard. */
export function GroupInput({ hasChosen, ...props }: GroupInputProps) {
  const t = useText(text)
  const options = useGroupOptions(typeof props.value === 'number' ? props.value : null)
  const chosen = hasChosen ? [{ id: CHOSEN_GROUP, label: t.chosenGroup }] : []
  return <IdSelect {...props} kind="group" all={t.allGroups} more={chosen} options={options} />
}

/** A template, all of them, or a variable of the dashboard. */
export function TemplateInput(props: IdInputProps) {
  const t = useText(text)
  return <IdSelect {...props} kind="template" all={t.allTemplates} more={[]} options={useTemplateOptions()} />
}

interface IdSelectProps extends IdInputProps {
  kind: DashboardVariable['kind']
  all: string
  more: readonly Option[]
  options: readonly Option[]
}

function IdSelect({ label, value, isMixed, isDisabled, onChange, kind, all, more, options }: IdSelectProps) {
  const t = useText(text)
  const { drawn } = useEditor()
  const { variables } = fieldsOf(useEditorState((state) => state.whole))
  const ofDashboard = drawn.is === 'dashboard' ? variables.filter((variable) => variable.kind === kind) : []
  const id = value === null || value === undefined ? ALL : String(value)
  const listed = [
    { id: ALL, label: all },
    ...more,
    ...ofDashboard.map(({ name }) => ({ id: `\${${name}}`, label: t.variableOf({ name }) })),
    ...options,
  ]
  const isKnown = listed.some((option) => option.id === id)
  return (
    <Select
      label={label}
      isLabelHidden
      isDisabled={isDisabled}
      placeholder={isMixed ? t.mixed : ''}
      options={isKnown ? listed : [...listed, { id, label: t.gone({ id }) }]}
      value={isMixed ? null : id}
      isSearchable={listed.length > 10}
      onChange={(next) => onChange(next === ALL ? null : /^\d+$/.test(next) ? Number(next) : next)}
    />
  )
}
