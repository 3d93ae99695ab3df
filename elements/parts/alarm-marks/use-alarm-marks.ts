import { useEffect, useMemo } from 'react'
import type { DeviceGroup } from '../../../core/contract/device.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useText } from '../../define/index.ts'
import type { NodeAlarms } from '../../kit/AlarmBadge.tsx'
import { levelOf, levelWord } from '../alarm-level.ts'
import { useAlarmEvents } from '../use-alarm-events.ts'
import { useCall } from '../use-call.ts'
import { alarmsOfDevices, alarmsOfGroups, type Counted } from './node-alarms.ts'
import { text } from './text.ts'

export interface AlarmMarks {
  device: (sn_code: string) => NodeAlarms | null
  /** With all below it; null for devices of no known group. */
  group: (group_id: number | null) => NodeAlarms | null
}

/** The open alarms of devices and groups, as they come and go. Who may not see alarms sees none. */
export function useAlarmMarks(groups: readonly DeviceGroup[]): AlarmMarks {
  const { api, $status } = useConnection()
  const t = useText(text)
  const word = useText(words)
  const { data, reload } = useCall(api.alarmRecord.marks, {})
  useAlarmEvents(null, reload)
  // What came while the line was down was not heard.
  useEffect(() => $status.listen((status) => status === 'live' && reload()), [$status, reload])
  return useMemo(() => {
    const marks = data ?? []
    const [devices, byGroup] = [alarmsOfDevices(marks), alarmsOfGroups(marks, groups)]
    const named = (counted: Counted | undefined): NodeAlarms | null =>
      counted
        ? {
            level: levelOf(counted.alarm_level),
            count: counted.open,
            said: t.openAlarms({ count: counted.open, level: word[levelWord(counted.alarm_level)] }),
          }
        : null
    return { device: (sn_code) => named(devices.get(sn_code)), group: (group_id) => named(byGroup.get(group_id)) }
  }, [data, groups, t, word])
}
