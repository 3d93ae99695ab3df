import type { OutputOf } from '../../../core/contract/endpoint.ts'
import type { push } from '../../../core/contract/push.ts'
import { useText } from '../../define/index.ts'
import { Select } from '../../kit/Select.tsx'
import { text } from './text.ts'

export type Audience = OutputOf<typeof push.audience>

interface GroupSelectProps {
  audience: Audience
  /** `all`, or a group's id. */
  value: string
  onChange: (group: string) => void
  error?: string | undefined
}

/** Which devices: all, or those of a group and the groups below it. */
export function GroupSelect({ audience, value, onChange, error }: GroupSelectProps) {
  const t = useText(text)
  const groups = audience.groups.map(({ group_id, group_name }) => ({ id: String(group_id), label: group_name }))
  return (
    <Select
      label={t.group}
      help={value === 'all' ? undefined : t.groupHelp}
      options={[{ id: 'all', label: t.allDevices }, ...groups]}
      value={value}
      onChange={onChange}
      error={error}
      isSearchable={groups.length > 10}
    />
  )
}
