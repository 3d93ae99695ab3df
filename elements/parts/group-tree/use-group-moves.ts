import { useLayoutEffect, useRef } from 'react'
import { mayBeDone } from '../../../core/stores/call-failure.ts'
import { useElement, useText } from '../../define/index.ts'
import { refusalText } from '../form/refusal.ts'
import type { Called } from '../use-call.ts'
import { useUndoToasts } from '../user-group-picker/use-undo-toasts.ts'
import type { Group } from './group.ts'
import { text } from './text.ts'

interface GroupMoves<Data> {
  called: Called<Data>
  nameOf: (data: Data, id: number) => string | undefined
  /** The data with the group at its new place, as they are shown until the server has answered. */
  placed: (data: Data, id: number, parent_id: number | null) => Data
  send: (id: number, parent_id: number | null) => Promise<unknown>
}

/** Moves groups at once, with undo; a refusal is shown and the tree is as the server has it. */
export function useGroupMoves<Data>({ called, nameOf, placed, send }: GroupMoves<Data>) {
  const t = useText(text)
  const { lang } = useElement()
  const { toastProps: toasts, done, refused } = useUndoToasts()
  // Undoing comes after the tree may have been read anew.
  const latest = useRef(called)
  useLayoutEffect(() => {
    latest.current = called
  }, [called])

  const placeName = (id: number | null) => {
    const { data } = latest.current
    return id === null ? t.top : ((data && nameOf(data, id)) ?? String(id))
  }

  async function move(group: Omit<Group, 'remarks'>, to: number | null, isUndo = false) {
    const { id, group_name: name, parent_id: from } = group
    const { data, replace, reload } = latest.current
    if (data) replace(placed(data, id, to))
    const back = () => void move({ ...group, parent_id: to }, from, true)
    try {
      await send(id, to)
      if (isUndo) done(t.movedBack({ name, to: placeName(to) }))
      else done(t.moved({ name, to: placeName(to) }), back)
    } catch (error) {
      const why = refusalText(error, lang)
      refused(mayBeDone(error) ? why : t.notMoved({ name, why }))
    } finally {
      reload()
    }
  }

  return { toasts, done, refused, move, reload: () => latest.current.reload() }
}
