import { useState } from 'react'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { UserGroupNode } from '../../../core/contract/user-group.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { refusalText } from '../../parts/form/refusal.ts'
import { text as groupText } from '../../parts/group-tree/text.ts'
import { useGroupMoves } from '../../parts/group-tree/use-group-moves.ts'
import type { Called } from '../../parts/use-call.ts'

type Group = UserGroupNode['object']
/** `in-use`: the screen says what to do first. */
export type Removal = 'deleted' | 'in-use' | 'refused'
const IN_USE = '202003'

/** Moves and deletes groups: a move at once, with undo; a refusal is shown and the tree is as the server has it. */
export function useGroupChanges(called: Called<UserGroupNode[]>) {
  const t = useText(groupText)
  const { lang } = useElement()
  const { userGroup } = useConnection().api
  const [isPending, setPending] = useState(false)
  const { toasts, done, refused, move, reload } = useGroupMoves<UserGroupNode[]>({
    called,
    nameOf: (nodes, id) => nodes.find(({ object }) => object.id === id)?.object.group_name,
    placed: (nodes, id, parent_id) =>
      nodes.map((node) => (node.object.id === id ? { object: { ...node.object, parent_id } } : node)),
    send: (user_group_id, parent_id) => userGroup.edit({ user_group_id, parent_id }),
  })

  async function remove({ id, group_name }: Group): Promise<Removal> {
    setPending(true)
    try {
      await userGroup.remove({ user_group_id: id })
      done(t.deleted({ name: group_name }))
      return 'deleted'
    } catch (error) {
      if (error instanceof ApiError && error.code === IN_USE) return 'in-use'
      refused(refusalText(error, lang))
      return 'refused'
    } finally {
      setPending(false)
      reload()
    }
  }

  return { toasts, done, isPending, move, remove }
}
