import { useText } from '../../../define/index.ts'
import { Select } from '../../../kit/Select.tsx'
import { DevicePicker } from '../../../parts/device-choice/DevicePicker.tsx'
import { useFeed } from '../feed-context.ts'
import { text } from '../text.ts'

const ALL = 'all'
const SEARCHED_BEYOND = 10

/** A group, and one device of it. */
export function WhoseFilters() {
  const t = useText(text)
  const { whose, view, change } = useFeed()
  if (!whose?.groups) return null
  const { groups, deviceName } = whose
  return (
    <>
      {groups.length > 1 && (
        <Select
          label={t.deviceGroup}
          isLabelHidden
          options={[
            { id: ALL, label: t.allGroups },
            ...groups.map(({ group_id, group_name }) => ({ id: String(group_id), label: group_name })),
          ]}
          value={view.group === null ? ALL : String(view.group)}
          onChange={(id) => change({ group: id === ALL ? null : Number(id), sn: '' })}
          isSearchable={groups.length > SEARCHED_BEYOND}
        />
      )}
      <DevicePicker sn={view.sn} name={deviceName} group={view.group} onChoose={(sn) => change({ sn })} />
    </>
  )
}
