import { DEVICE_GROUP_DEPTH, type DeviceGroupRow } from '../../../core/contract/device-group.ts'
import { aboveOf, belowOf, type Tree } from '../../../core/rules/tree.ts'

export interface DeviceGroupNode {
  readonly object: DeviceGroupRow & { readonly id: number }
}
export type Group = DeviceGroupNode['object']
export type GroupTree = Tree<DeviceGroupNode>

export const nodeOf = (row: DeviceGroupRow): DeviceGroupNode => ({ object: { ...row, id: row.group_id } })

/** How many levels there are down to a group, itself included; 0 for the top. */
const depthOf = (tree: GroupTree, id: number | null) => (id === null ? 0 : aboveOf(tree, id).length + 1)

/** Whether a group may be made below another. What the caller does not see above may make it too deep all the same. */
export const takesGroup = (tree: GroupTree, parent: number | null): boolean =>
  (parent === null || tree.byId.get(parent)?.object.may_edit === true) && depthOf(tree, parent) < DEVICE_GROUP_DEPTH

/** Whether a group with all below it may be moved below another. */
export function takesMoved(tree: GroupTree, id: number, parent: number | null): boolean {
  const depth = depthOf(tree, id)
  const lowest = Math.max(depth, ...belowOf(tree, id).map(({ object }) => depthOf(tree, object.id)))
  const isHeld = parent === null || tree.byId.get(parent)?.object.may_edit === true
  const after = depthOf(tree, parent) + lowest - depth + 1
  return isHeld && (after <= DEVICE_GROUP_DEPTH || after <= lowest)
}

/** Devices by state of a group, or of all these. */
export const countsOf = (groups: readonly Pick<Group, 'device_count' | 'online' | 'offline' | 'faulty'>[]) =>
  groups.reduce(
    (sum, one) => ({
      device_count: sum.device_count + one.device_count,
      online: sum.online + one.online,
      offline: sum.offline + one.offline,
      faulty: sum.faulty + one.faulty,
    }),
    { device_count: 0, online: 0, offline: 0, faulty: 0 },
  )
