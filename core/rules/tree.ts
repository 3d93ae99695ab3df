/** A node as the organisation's calls answer it. */
export interface TreeNode<Id = unknown> {
  readonly object: { readonly id: Id; readonly parent_id: Id | null }
}
type IdOf<N extends TreeNode> = N['object']['id']

/** Nodes by what they stand below; null for the top. */
export interface Tree<N extends TreeNode> {
  readonly byId: ReadonlyMap<IdOf<N>, N>
  readonly children: ReadonlyMap<IdOf<N> | null, readonly N[]>
  /** What a node stands below: null also where its parent is not among the nodes. */
  readonly parents: ReadonlyMap<IdOf<N>, IdOf<N> | null>
}

/**
 * Puts children below their parents, in the order given. A node whose parent is not to be seen stands at the top, and so
 * does one of a circle: all of it is kept in sight rather than lost.
 */
export function arrange<N extends TreeNode>(nodes: readonly N[]): Tree<N> {
  type Id = IdOf<N>
  const byId = new Map<Id, N>(nodes.map((node) => [node.object.id, node]))
  const parents = new Map<Id, Id | null>()
  for (const { object } of nodes) {
    const { id, parent_id } = object
    parents.set(id, parent_id !== null && byId.has(parent_id) ? parent_id : null)
  }
  const leadsToTop = new Set<Id>()
  for (const { object } of nodes) {
    const way = new Set<Id>()
    let at: Id | null = object.id
    while (at !== null && !leadsToTop.has(at) && !way.has(at)) {
      way.add(at)
      at = parents.get(at) ?? null
    }
    if (at !== null && way.has(at)) parents.set(at, null)
    for (const id of way) leadsToTop.add(id)
  }
  const children = new Map<Id | null, N[]>()
  for (const node of byId.values()) {
    const parent = parents.get(node.object.id) ?? null
    const siblings = children.get(parent)
    if (siblings) siblings.push(node)
    else children.set(parent, [node])
  }
  return { byId, children, parents }
}

export interface TreeRow<N> {
  readonly node: N
  /** From 1. */
  readonly level: number
  /** Null where nothing is below it. */
  readonly isOpen: boolean | null
  /** From 1, among its siblings. */
  readonly position: number
  readonly siblings: number
}

/** The rows that are in view, from top to bottom. */
export function visibleRows<N extends TreeNode>(tree: Tree<N>, isOpen: (id: IdOf<N>) => boolean): TreeRow<N>[] {
  const rows: TreeRow<N>[] = []
  const place = (parent: IdOf<N> | null, level: number) => {
    const siblings = tree.children.get(parent) ?? []
    siblings.forEach((node, at) => {
      const { id } = node.object
      const open = tree.children.has(id) ? isOpen(id) : null
      rows.push({ node, level, isOpen: open, position: at + 1, siblings: siblings.length })
      if (open) place(id, level + 1)
    })
  }
  place(null, 1)
  return rows
}

/** What a node stands below, the nearest first. */
export function aboveOf<N extends TreeNode>(tree: Tree<N>, id: IdOf<N>): N[] {
  const above: N[] = []
  for (let at = tree.parents.get(id) ?? null; at !== null; at = tree.parents.get(at) ?? null) {
    const node = tree.byId.get(at)
    if (node) above.push(node)
  }
  return above
}

/** All that stands below a node, at any depth. */
export function belowOf<N extends TreeNode>(tree: Tree<N>, id: IdOf<N>): N[] {
  return (tree.children.get(id) ?? []).flatMap((node) => [node, ...belowOf(tree, node.object.id)])
}

/** Whether a node may be moved below another (null: to the top): never below itself, and not to where it stands. */
export function mayMoveBelow<N extends TreeNode>(tree: Tree<N>, id: IdOf<N>, parent: IdOf<N> | null): boolean {
  if (!tree.byId.has(id) || (tree.parents.get(id) ?? null) === parent) return false
  if (parent === null) return true
  return tree.byId.has(parent) && parent !== id && !aboveOf(tree, parent).some(({ object }) => object.id === id)
}

/** What a search leaves: the nodes that match, and those that lead to them. */
export function foundNodes<N extends TreeNode>(tree: Tree<N>, matches: (node: N) => boolean): N[] {
  const nodes = [...tree.byId.values()]
  const left = new Set<IdOf<N>>()
  for (const node of nodes.filter(matches))
    for (const one of [node, ...aboveOf(tree, node.object.id)]) left.add(one.object.id)
  return nodes.filter(({ object }) => left.has(object.id))
}
