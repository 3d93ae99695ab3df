import type { DeviceGroup } from '../../../core/contract/device.ts'
import { sharedNames } from '../../../core/text/device-words.ts'

/** What the monitor's tree holds: groups, devices below them, and screens of several devices at the top. */
export interface MonitorNode {
  readonly object: { readonly id: string; readonly parent_id: string | null }
  readonly name: string
  /** Its SN, for a device whose name another one has, too. */
  readonly note?: string
  readonly sn_code?: string
  readonly template_id?: number
  /** Of a group; null: devices of none. */
  readonly group_id?: number | null
}

interface Watched {
  readonly devices: readonly {
    readonly sn_code: string
    readonly dev_alias: string
    readonly group_id: number | null
  }[]
  readonly templates: readonly { readonly template_id: number; readonly module_name: string }[]
}

const SEVERAL = 'several'
const UNGROUPED = 'ungrouped'

export const deviceNode = (sn_code: string) => `device ${sn_code}`
export const templateNode = (template_id: number) => `template ${template_id}`

/** Groups without a device to watch, in them or below, are left out. */
export function monitorNodes(
  { devices, templates }: Watched,
  groups: readonly DeviceGroup[],
  names: { several: string; ungrouped: string },
): MonitorNode[] {
  const known = new Map(groups.map((group) => [group.group_id, group]))
  const used = new Set<number>()
  for (const { group_id } of devices) {
    let at = group_id === null ? undefined : known.get(group_id)
    while (at && !used.has(at.group_id)) {
      used.add(at.group_id)
      at = at.parent_id === null ? undefined : known.get(at.parent_id)
    }
  }
  const node = (id: string, parent_id: string | null, more: Omit<MonitorNode, 'object'>): MonitorNode => ({
    object: { id, parent_id },
    ...more,
  })
  const shared = sharedNames(devices)
  const isLoose = ({ group_id }: Watched['devices'][number]) => group_id === null || !known.has(group_id)
  return [
    ...(templates.length > 0 ? [node(SEVERAL, null, { name: names.several })] : []),
    ...templates.map(({ template_id, module_name: name }) =>
      node(templateNode(template_id), SEVERAL, { name, template_id }),
    ),
    ...groups
      .filter(({ group_id }) => used.has(group_id))
      .map(({ group_id, parent_id, group_name: name }) =>
        node(`group ${group_id}`, parent_id === null || !used.has(parent_id) ? null : `group ${parent_id}`, {
          name,
          group_id,
        }),
      ),
    ...(devices.some(isLoose) ? [node(UNGROUPED, null, { name: names.ungrouped, group_id: null })] : []),
    ...devices.map((device) =>
      node(deviceNode(device.sn_code), isLoose(device) ? UNGROUPED : `group ${device.group_id}`, {
        name: device.dev_alias,
        sn_code: device.sn_code,
        ...(shared.has(device.dev_alias) && { note: device.sn_code }),
      }),
    ),
  ]
}
