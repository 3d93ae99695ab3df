import type { Device } from '../../../../core/contract/device.ts'
import { deviceWords, sharedNames } from '../../../../core/text/device-words.ts'
import type { ShownGroup } from '../view/use-groups.ts'

export type NamedDevice = Pick<Device, 'sn_code' | 'dev_alias' | 'dev_state' | 'group_id'>

/** What stands in the tree: a group, a device, or a line in the place of devices that are not read yet. */
export interface DeviceNode {
  readonly object: { readonly id: string; readonly parent_id: string | null }
  readonly name: string
  readonly group?: ShownGroup
  readonly device?: NamedDevice
  /** The group whose further devices a press reads. */
  readonly more?: number
}

export const groupNode = (group_id: number) => `group ${group_id}`
export const deviceNode = (sn_code: string) => `device ${sn_code}`

interface Read {
  readonly devices: readonly NamedDevice[]
  /** Devices that there are, by the groups whose devices have been read; null where all of all groups have. */
  readonly totals: ReadonlyMap<number, number> | null
}

/** Groups with the devices that are known; those of a group that is not open yet are one line. */
export function deviceNodes(
  groups: readonly ShownGroup[],
  { devices, totals }: Read,
  words: { loading: string; more: (values: { count: number }) => string },
): DeviceNode[] {
  const known = new Set(groups.map(({ group_id }) => group_id))
  const shared = sharedNames(devices)
  const counts = new Map<number, number>()
  for (const { group_id } of devices) if (group_id !== null) counts.set(group_id, (counts.get(group_id) ?? 0) + 1)
  const rest = groups.flatMap(({ group_id, device_count }): DeviceNode[] => {
    const total = totals === null ? 0 : (totals.get(group_id) ?? null)
    const parent_id = groupNode(group_id)
    if (total === null && device_count > 0)
      return [{ object: { id: `wait ${group_id}`, parent_id }, name: words.loading }]
    const count = (total ?? 0) - (counts.get(group_id) ?? 0)
    if (count <= 0) return []
    return [{ object: { id: `more ${group_id}`, parent_id }, name: words.more({ count }), more: group_id }]
  })
  return [
    ...groups.map((group) => ({
      object: {
        id: groupNode(group.group_id),
        parent_id: group.parent_id === null ? null : groupNode(group.parent_id),
      },
      name: group.group_name,
      group,
    })),
    ...devices.map((device) => ({
      object: {
        id: deviceNode(device.sn_code),
        parent_id: device.group_id !== null && known.has(device.group_id) ? groupNode(device.group_id) : null,
      },
      name: shared.has(device.dev_alias) ? deviceWords(device) : device.dev_alias,
      device,
    })),
    ...rest,
  ]
}
