import { useText } from '../../define/index.ts'
import type { FieldProps } from '../../kit/Field.tsx'
import { Select } from '../../kit/Select.tsx'
import { type GroupTree, groupOptions } from './group-options.ts'
import { text } from './text.ts'

const NONE = 'none'

interface UserGroupPickerProps extends Omit<FieldProps, 'label'> {
  label?: string
  tree: GroupTree
  /** Undefined where nothing is chosen yet. */
  value: number | null | undefined
  onChange: (user_group_id: number | null) => void
  /** The words of the choice that is no group; null where a group has to be chosen. */
  noneLabel?: string | null
  /** False for a group that cannot be chosen; it is shown, for what stands below it. */
  mayChoose?: (user_group_id: number) => boolean
  placeholder?: string
}

/** One user group of the organisation, or none. */
export function UserGroupPicker({
  label,
  tree,
  value,
  onChange,
  noneLabel,
  mayChoose = () => true,
  ...rest
}: UserGroupPickerProps) {
  const t = useText(text)
  const groups = groupOptions(tree, value).map((option) => ({ ...option, isDisabled: !mayChoose(Number(option.id)) }))
  const none = noneLabel === null ? [] : [{ id: NONE, label: noneLabel ?? t.top }]
  return (
    <Select
      {...rest}
      label={label ?? t.group}
      options={[...none, ...groups]}
      value={value === undefined || (value === null && noneLabel === null) ? null : String(value ?? NONE)}
      onChange={(id) => onChange(id === NONE ? null : Number(id))}
      isSearchable={groups.length > 10}
    />
  )
}
