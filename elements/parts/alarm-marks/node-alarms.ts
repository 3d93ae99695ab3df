import type { DeviceMark } from '../../../core/contract/alarm-record.ts'
import type { DeviceGroup } from '../../../core/contract/device.ts'

/** How many alarms are open at a node, and the highest level. */
export interface Counted {
  readonly open: number
  readonly alarm_level: number
}

const and = (known: Counted | undefined, { open, alarm_level }: Counted): Counted => ({
  open: (known?.open ?? 0) + open,
  alarm_level: Math.max(known?.alarm_level ?? 0, alarm_level),
})

/** By SN. */
export const alarmsOfDevices = (marks: readonly DeviceMark[]): ReadonlyMap<string, Counted> =>
  new Map(marks.map(({ sn_code, open, alarm_level }) => [sn_code, { open, alarm_level }]))

/** By group, each with all that is below it; by null, devices of no group that is known. */
export function alarmsOfGroups(
  marks: readonly DeviceMark[],
  groups: readonly DeviceGroup[],
): ReadonlyMap<number | null, Counted> {
  const parents = new Map(groups.map(({ group_id, parent_id }) => [group_id, parent_id]))
  const counted = new Map<number | null, Counted>()
  for (const { group_id, ...mark } of marks) {
    const passed = new Set<number>()
    let at = group_id
    while (at !== null && parents.has(at) && !passed.has(at)) {
      passed.add(at)
      counted.set(at, and(counted.get(at), mark))
      at = parents.get(at) ?? null
    }
    if (passed.size === 0) counted.set(null, and(counted.get(null), mark))
  }
  return counted
}
