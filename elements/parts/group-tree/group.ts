import type { Tree } from '../../../core/rules/tree.ts'

/** A group of users or devices, as a node of its tree. */
export interface GroupNode {
  readonly object: {
    readonly id: number
    readonly parent_id: number | null
    readonly group_name: string
    readonly remarks: string
  }
}
export type Group = GroupNode['object']
/** What a picker has to know of a group. */
export type NamedNode = { readonly object: Omit<Group, 'remarks'> }
export type NamedTree = Tree<NamedNode>
