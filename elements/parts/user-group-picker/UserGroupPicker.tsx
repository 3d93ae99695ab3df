import { useText } from '../../define/index.ts'
import { GroupPicker, type GroupPickerProps } from '../group-tree/GroupPicker.tsx'
import { text } from './text.ts'

interface UserGroupPickerProps extends Omit<GroupPickerProps, 'label' | 'noneLabel'> {
  label?: string
  noneLabel?: string | null
}

/** One user group of the organisation, or none. */
export function UserGroupPicker({ label, noneLabel, ...rest }: UserGroupPickerProps) {
  const t = useText(text)
  return <GroupPicker {...rest} label={label ?? t.group} noneLabel={noneLabel === undefined ? t.top : noneLabel} />
}
