import type { FieldProps } from '../../kit/Field.tsx'
import { Select } from '../../kit/Select.tsx'
import { groupOptions } from '../user-group-picker/group-options.ts'
import type { NamedTree } from './group.ts'

const NONE = 'none'

export interface GroupPickerProps extends FieldProps {
  tree: NamedTree
  /** Undefined where nothing is chosen yet. */
  value: number | null | undefined
  onChange: (id: number | null) => void
  /** The words of the choice that is no group; null where a group has to be chosen. */
  noneLabel: string | null
  /** False for a group that cannot be chosen; it is shown, for what stands below it. */
  mayChoose?: ((id: number) => boolean) | undefined
  placeholder?: string
}

/** One group of a tree, or none. */
export function GroupPicker({ tree, value, onChange, noneLabel, mayChoose = () => true, ...rest }: GroupPickerProps) {
  const groups = groupOptions(tree, value).map((option) => ({ ...option, isDisabled: !mayChoose(Number(option.id)) }))
  const none = noneLabel === null ? [] : [{ id: NONE, label: noneLabel }]
  return (
    <Select
      {...rest}
      options={[...none, ...groups]}
      value={value === undefined || (value === null && noneLabel === null) ? null : String(value ?? NONE)}
      onChange={(id) => onChange(id === NONE ? null : Number(id))}
      isSearchable={groups.length > 10}
    />
  )
}
