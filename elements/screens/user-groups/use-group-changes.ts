import { useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { UserGroupNode } from '../../../core/contract/user-group.ts'
import { mayBeDone } from '../../../core/stores/call-failure.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { refusalText } from '../../parts/form/refusal.ts'
import type { Called } from '../../parts/use-call.ts'
import { useUndoToasts } from '../../parts/user-group-picker/use-undo-toasts.ts'
import type { Group } from './group-form.ts'
import { text } from './text.ts'

const IN_USE = '202003'

type Movable = Pick<Group, 'id' | 'group_name' | 'parent_id'>

/** Moves and deletes groups: a move at once, with undo; a refusal is shown and the tree is as the server has it. */
export function useGroupChanges(called: Called<UserGroupNode[]>) {
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const { toastProps, done, refused } = useUndoToasts()
  const [isPending, setPending] = useState(false)
  // Undoing comes after the tree may have been read anew.
  const latest = useRef(called)
  useLayoutEffect(() => {
    latest.current = called
  }, [called])

  const nameOf = (id: number | null) =>
    id === null ? t.top : (latest.current.data?.find(({ object }) => object.id === id)?.object.group_name ?? String(id))

  async function move({ id, group_name: name, parent_id: from }: Movable, to: number | null, isUndo = false) {
    const { data, replace, reload } = latest.current
    if (data)
      replace(data.map((node) => (node.object.id === id ? { object: { ...node.object, parent_id: to } } : node)))
    const back = () => void move({ id, group_name: name, parent_id: to }, from, true)
    try {
      await api.userGroup.edit({ user_group_id: id, parent_id: to })
      if (isUndo) done(t.movedBack({ name, to: nameOf(to) }))
      else done(t.moved({ name, to: nameOf(to) }), back)
    } catch (error) {
      const why = refusalText(error, lang)
      refused(mayBeDone(error) ? why : t.notMoved({ name, why }))
    } finally {
      reload()
    }
  }

  /** `in-use`: the screen says what to do first. */
  async function remove({ id, group_name }: Group): Promise<'deleted' | 'in-use' | 'refused'> {
    setPending(true)
    try {
      await api.userGroup.remove({ user_group_id: id })
      done(t.deleted({ name: group_name }))
      return 'deleted'
    } catch (error) {
      if (error instanceof ApiError && error.code === IN_USE) return 'in-use'
      refused(refusalText(error, lang))
      return 'refused'
    } finally {
      setPending(false)
      latest.current.reload()
    }
  }

  return { toasts: toastProps, done, isPending, move, remove }
}
