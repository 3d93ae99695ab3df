import { useText } from '../../../define/index.ts'
import { DevicePicker } from '../../../parts/device-choice/DevicePicker.tsx'
import { GroupFilter } from '../../../parts/group-filter/GroupFilter.tsx'
import { useFeed } from '../feed-context.ts'
import { text } from '../text.ts'

/** A group, and one device of it. */
export function WhoseFilters() {
  const t = useText(text)
  const { whose, view, change } = useFeed()
  if (!whose?.groups) return null
  const { groups, deviceName } = whose
  return (
    <>
      {groups.length > 1 && (
        <GroupFilter
          label={t.deviceGroup}
          groups={groups}
          value={view.group}
          onChange={(group) => change({ group, sn: '' })}
        />
      )}
      <DevicePicker sn={view.sn} name={deviceName} group={view.group} onChoose={(sn) => change({ sn })} />
    </>
  )
}
