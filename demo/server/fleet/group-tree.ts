interface Node {
  group_id: number
  parent_id: number | null
}

/** The groups of these ids and all below them. */
export function groupsBelow(groups: readonly Node[], roots: readonly number[]): Set<number> {
  const below = new Map<number | null, number[]>()
  for (const { group_id, parent_id } of groups) {
    const children = below.get(parent_id)
    if (children) children.push(group_id)
    else below.set(parent_id, [group_id])
  }
  const found = new Set(roots)
  // A set that grows while it is walked: children of children are found in the same pass.
  for (const group_id of found) for (const child of below.get(group_id) ?? []) found.add(child)
  return found
}
