interface Node {
  group_id: number
  parent_id: number | null
}

/** The groups of these ids and all below them. */
export function groupsBelow(groups: readonly Node[], roots: readonly number[]): Set<number> {
  const found = new Set(roots)
  // A set that grows while it is walked: children of children are found in the same pass.
  for (const group_id of found) {
    for (const group of groups) if (group.parent_id === group_id) found.add(group.group_id)
  }
  return found
}
