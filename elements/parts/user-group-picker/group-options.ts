import type { UserGroupNode } from '../../../core/contract/user-group.ts'
import { aboveOf, type Tree, visibleRows } from '../../../core/rules/tree.ts'
import type { Option } from '../../kit/Select.tsx'
import type { NamedTree } from '../group-tree/group.ts'

export type GroupTree = Tree<UserGroupNode>

/** Wide blanks: a list shows ordinary ones at a line's beginning as nothing. */
const STEP = '\u2003'

/** Every group as options of a select: those below another indented, the chosen one with its path. */
export const groupOptions = (tree: NamedTree, chosen: number | null = null): Option[] =>
  visibleRows(tree, () => true).map(({ node: { object }, level }) => ({
    id: String(object.id),
    label: object.id === chosen ? pathOf(tree, chosen) : STEP.repeat(level - 1) + object.group_name,
  }))

/** The names from the top to a group: "Plant / East"; empty for a group that is not to be seen. */
export const pathOf = (tree: NamedTree, id: number): string => {
  const node = tree.byId.get(id)
  if (!node) return ''
  return [...aboveOf(tree, id).toReversed(), node].map(({ object }) => object.group_name).join(' / ')
}
