import type { DeviceGroup } from '../../../core/contract/device.ts'

export interface GroupRow extends DeviceGroup {
  /** 0 for a root. */
  depth: number
}

/** The groups as a tree, written from top to bottom. One whose parent is not to be seen stands at the root. */
export function groupRows(groups: readonly DeviceGroup[]): GroupRow[] {
  const known = new Set(groups.map(({ group_id }) => group_id))
  const rows: GroupRow[] = []
  const placed = new Set<number>()
  const place = (parent_id: number | null, depth: number) => {
    for (const group of groups) {
      const parent = group.parent_id !== null && known.has(group.parent_id) ? group.parent_id : null
      if (parent !== parent_id || placed.has(group.group_id)) continue
      placed.add(group.group_id)
      rows.push({ ...group, depth })
      place(group.group_id, depth + 1)
    }
  }
  place(null, 0)
  // Groups that are their own ancestors: kept in sight rather than lost.
  for (const group of groups) if (!placed.has(group.group_id)) rows.push({ ...group, depth: 0 })
  return rows
}
