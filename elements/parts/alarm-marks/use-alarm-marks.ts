import { useMemo } from 'react'
import type { DeviceGroup } from '../../../core/contract/device.ts'
import { alarmMarks } from '../../../core/stores/collections/states.ts'
import { words } from '../../../core/text/words.ts'
import { useText } from '../../define/index.ts'
import type { NodeAlarms } from '../../kit/AlarmBadge.tsx'
import { levelOf, levelWord } from '../alarm-level.ts'
import { useCollection } from '../use-collection.ts'
import { alarmsOfDevices, alarmsOfGroups, type Counted } from './node-alarms.ts'
import { alarmsOfPoints, type PointAlarms } from './point-alarms.ts'
import { text } from './text.ts'
import { NO_ALARMS } from './use-point-alarms.ts'

export interface AlarmMarks {
  device: (sn_code: string) => NodeAlarms | null
  /** With all below it; null for devices of no known group. */
  group: (group_id: number | null) => NodeAlarms | null
  points: (sn_code: string) => PointAlarms
}

/** The open alarms of devices, their points and groups, as they come and go. Who may not see alarms sees none. */
export function useAlarmMarks(groups: readonly DeviceGroup[]): AlarmMarks {
  const t = useText(text)
  const word = useText(words)
  const { data } = useCollection(alarmMarks)
  return useMemo(() => {
    const marks = data ?? []
    const [devices, points, byGroup] = [alarmsOfDevices(marks), alarmsOfPoints(marks), alarmsOfGroups(marks, groups)]
    const named = (counted: Counted | undefined): NodeAlarms | null =>
      counted
        ? {
            level: levelOf(counted.alarm_level),
            count: counted.open,
            said: t.openAlarms({ count: counted.open, level: word[levelWord(counted.alarm_level)] }),
          }
        : null
    return {
      device: (sn_code) => named(devices.get(sn_code)),
      group: (group_id) => named(byGroup.get(group_id)),
      points: (sn_code) => points.get(sn_code) ?? NO_ALARMS,
    }
  }, [data, groups, t, word])
}
