import type { DeviceGroup } from '../../../core/contract/device.ts'
import { deviceGroups } from '../../../core/stores/collections/devices.ts'
import { type ElementProps, useText } from '../../define/index.ts'
import { HistoryList } from '../../parts/alarm-history/HistoryList.tsx'
import { KeptNote } from '../../parts/alarm-history/KeptNote.tsx'
import type { AlarmHistoryView } from '../../parts/alarm-history/view.ts'
import { consoleActions } from '../../parts/alarm-panel/console-actions.ts'
import { boundsOf } from '../../parts/use-bounded-range.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { useView } from '../../parts/use-view.ts'
import type { api } from './api.ts'
import { text } from './text.ts'

const NO_GROUPS: readonly DeviceGroup[] = []

export function AlarmHistory(props: ElementProps<typeof api>) {
  const { search, sn, group = null, level, type, lasted, sort, page, alarm } = props
  const t = useText(text)
  const fromProps = {
    search,
    sn,
    group,
    level,
    type,
    lasted,
    ...boundsOf(props),
    sort,
    page: page > 1 ? page : null,
    alarm,
  }
  const [view, change] = useView<AlarmHistoryView>(fromProps, props.onViewChange)
  const groups = useCollection(deviceGroups).data ?? NO_GROUPS
  return (
    <HistoryList
      title={t.title}
      label={t.title}
      view={view}
      change={change}
      groups={groups}
      note={<KeptNote />}
      actions={consoleActions(props)}
    />
  )
}
