interface Node {
  group_id: number
  parent_id: number | null
}

type Children = ReadonlyMap<number | null, readonly number[]>

function childrenOf(groups: readonly Node[]): Children {
  const children = new Map<number | null, number[]>()
  for (const { group_id, parent_id } of groups) {
    const siblings = children.get(parent_id)
    if (siblings) siblings.push(group_id)
    else children.set(parent_id, [group_id])
  }
  return children
}

function belowOf(children: Children, roots: readonly number[]): Set<number> {
  const found = new Set(roots)
  // A set that grows while it is walked: children of children are found in the same pass.
  for (const group_id of found) for (const child of children.get(group_id) ?? []) found.add(child)
  return found
}

/** The groups of these ids and all below them. */
export const groupsBelow = (groups: readonly Node[], roots: readonly number[]): Set<number> =>
  belowOf(childrenOf(groups), roots)

/** The groups of an organisation, of which many ask what is below them. */
export interface GroupTree {
  /** As `groupsBelow`; the same set for whoever asks for the same groups. */
  below(roots: readonly number[]): ReadonlySet<number>
}

/** Answers that are kept of one tree: each may name all of its groups. */
const KEPT = 100

export function openGroupTree(groups: readonly Node[]): GroupTree {
  const children = childrenOf(groups)
  const known = new Map<string, ReadonlySet<number>>()
  return {
    below(roots) {
      const name = roots.join()
      const below = known.get(name) ?? belowOf(children, roots)
      known.delete(name)
      if (known.size >= KEPT) known.delete(known.keys().next().value as string)
      known.set(name, below)
      return below
    },
  }
}
