import { useState } from 'react'
import type { DeviceGroupRow } from '../../../core/contract/device-group.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { refusalText } from '../../parts/form/refusal.ts'
import { text as groupText } from '../../parts/group-tree/text.ts'
import { useGroupMoves } from '../../parts/group-tree/use-group-moves.ts'
import type { Called } from '../../parts/use-call.ts'
import type { Group } from './group-tree.ts'
import { text } from './text.ts'

/** Moves and deletes groups: a move at once, with undo; a refusal is shown and the tree is as the server has it. */
export function useGroupChanges(called: Called<DeviceGroupRow[]>) {
  const t = { ...useText(groupText), ...useText(text) }
  const { lang } = useElement()
  const { deviceGroup } = useConnection().api
  const [isPending, setPending] = useState(false)
  const nameOf = (rows: readonly DeviceGroupRow[], id: number) =>
    rows.find(({ group_id }) => group_id === id)?.group_name
  const moves = useGroupMoves<DeviceGroupRow[]>({
    called,
    nameOf,
    placed: (rows, id, parent_id) => rows.map((row) => (row.group_id === id ? { ...row, parent_id } : row)),
    send: (group_id, parent_id) => deviceGroup.edit({ group_id, parent_id }),
  })

  /** Null when it is done; else what the server said against it. */
  async function remove({ id: group_id, group_name: name }: Group, devices_to: number | null): Promise<string | null> {
    setPending(true)
    const to = String((devices_to !== null && nameOf(called.data ?? [], devices_to)) || devices_to)
    try {
      const { moved } = await deviceGroup.remove({ group_id, ...(devices_to !== null && { devices_to }) })
      moves.done(moved > 0 ? t.deletedMoved({ name, count: moved, to }) : t.deleted({ name }))
      return null
    } catch (error) {
      return refusalText(error, lang)
    } finally {
      setPending(false)
      moves.reload()
    }
  }

  const { toasts, done, move } = moves
  return { toasts, done, isPending, move, remove }
}
