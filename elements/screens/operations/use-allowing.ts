import { useLayoutEffect, useRef, useState } from 'react'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { PERMISSIONS, type Permission } from '../../../core/catalogue/permissions.ts'
import type { Operations } from '../../../core/contract/privilege.ts'
import { mayBeDone } from '../../../core/stores/call-failure.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import type { ToastItem } from '../../kit/Toasts.tsx'
import { refusalText } from '../../parts/form/refusal.ts'
import type { Called } from '../../parts/use-call.ts'
import type { OperationKind } from './api.ts'
import { type CellKey, keyOf, type RequestedCells, withChange } from './matrix-cells.ts'
import { text } from './text.ts'

interface Page {
  rows: Operations[]
  total: number
}
const DONE = '100001'

/**
 * Grants and revokes at once: a box shows the request until the server answers, and the answer from then on. Each
 * change can be undone in its toast.
 */
export function useAllowing(kind: OperationKind, called: Called<Page>) {
  const t = useText(text)
  const { undo } = useText(words)
  const { lang } = useElement()
  const { api } = useConnection()
  const [requested, setRequested] = useState<RequestedCells>(new Map())
  const [toasts, setToasts] = useState<ToastItem[]>([])
  const toastId = useRef(0)
  // By the time answers come, the list may be on another page, and several may come at once.
  const latest = useRef(called)
  useLayoutEffect(() => {
    latest.current = called
  }, [called])

  /** The newest toast of its type stands for those before: undoing is for what was done last. */
  const show = (toast: Omit<ToastItem, 'id'>) => {
    toastId.current += 1
    const id = toastId.current
    setToasts((before) => [...before.filter(({ type }) => type !== toast.type), { ...toast, id }])
  }
  const ask = (keys: readonly CellKey[], is_allowed?: boolean) =>
    setRequested((before) => {
      const next = new Map(before)
      for (const key of keys) {
        if (is_allowed === undefined) next.delete(key)
        else next.set(key, is_allowed)
      }
      return next
    })
  const nameOf = (users: readonly Operations[]) => {
    const [first] = users
    return users.length === 1 && first ? first.name || first.user_name : t.someUsers({ count: users.length })
  }

  async function allow(users: readonly Operations[], code: Permission, is_allowed: boolean, isUndo = false) {
    const operation = PERMISSIONS[code][lang]
    const keys = users.map(({ user_id }) => keyOf(user_id, code))
    const refuse = (refused: readonly Operations[], why: string) =>
      show({ type: 'error', text: t.refused({ operation, name: nameOf(refused), why }) })
    ask(keys, is_allowed)
    try {
      const input = { user_ids: users.map(({ user_id }) => user_id), code, is_allowed }
      const call = kind === 'user' ? api.privilege.allowUsers : api.privilege.allowDevices
      const answers = await call(input)
      const codeOf = new Map(answers.map((answer) => [answer.user_id, answer.code]))
      const done = users.filter(({ user_id }) => codeOf.get(user_id) === DONE)
      const refused = users.filter(({ user_id }) => codeOf.get(user_id) !== DONE)
      take(done, code, is_allowed)
      const [first] = refused
      if (first) refuse(refused, messageOf(codeOf.get(first.user_id) ?? '', lang))
      if (done.length > 0 && !isUndo)
        show({
          type: 'success',
          text: (is_allowed ? t.given : t.taken)({ operation, name: nameOf(done) }),
          action: { label: undo, run: () => void allow(done, code, !is_allowed, true) },
        })
    } catch (error) {
      const why = refusalText(error, lang)
      if (!mayBeDone(error)) return refuse(users, why)
      show({ type: 'error', text: t.unknown({ operation, name: nameOf(users), why }) })
      latest.current.reload()
    } finally {
      ask(keys)
    }
  }

  function take(users: readonly Operations[], code: Permission, is_allowed: boolean) {
    const { data, replace } = latest.current
    if (!data || users.length === 0) return
    const ids = users.map(({ user_id }) => user_id)
    const next = { ...data, rows: withChange(data.rows, ids, code, is_allowed) }
    latest.current = { ...latest.current, data: next }
    replace(next)
  }

  return {
    requested,
    /** A box that waits for its answer takes no other press: two answers could come in either order. */
    allow(users: readonly Operations[], code: Permission, is_allowed: boolean) {
      const free = users.filter(({ user_id }) => !requested.has(keyOf(user_id, code)))
      if (free.length > 0) void allow(free, code, is_allowed)
    },
    toasts,
    dismiss: (id: ToastItem['id']) => setToasts((before) => before.filter((toast) => toast.id !== id)),
  }
}
