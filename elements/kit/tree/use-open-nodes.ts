import { useState } from 'react'
import { aboveOf, type Tree, type TreeNode } from '../../../core/rules/tree.ts'

/** So many nodes are all in view at first; of more, those at the top. */
const OPEN_AT_FIRST = 60

type Id = number | string

/** Which nodes are open, and the one that the keys are on. What is chosen from outside is seen. */
export function useOpenNodes<Node extends TreeNode<Id>>(
  nodes: readonly Node[],
  whole: Tree<Node>,
  selected: Node['object']['id'] | null,
) {
  const [open, setOpened] = useState<ReadonlySet<Id>>(
    () => new Set(nodes.filter(({ object }) => nodes.length <= OPEN_AT_FIRST || object.parent_id === null).map(idOf)),
  )
  const [wanted, setWanted] = useState<Id | null>(selected)
  // What is chosen from outside is seen, also once it has come or stands elsewhere.
  const [seen, setSeen] = useState<string | null>(null)
  const place = selected === null || !whole.byId.has(selected) ? null : `${selected} ${whole.parents.get(selected)}`
  if (place !== seen) {
    setSeen(place)
    if (selected !== null && place !== null) {
      setWanted(selected)
      setOpened(new Set([...open, ...aboveOf(whole, selected).map(idOf)]))
    }
  }

  const setOpen = (ids: readonly Id[], isOpen: boolean) => {
    const next = new Set(open)
    for (const id of ids) {
      if (isOpen) next.add(id)
      else next.delete(id)
    }
    setOpened(next)
  }

  return { open, setOpen, wanted, setWanted }
}

export const idOf = ({ object }: TreeNode<Id>): Id => object.id
