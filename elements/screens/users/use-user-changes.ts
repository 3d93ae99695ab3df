import { useState } from 'react'
import { messageOf, SUCCESS } from '../../../core/catalogue/codes.ts'
import type { User } from '../../../core/contract/user.ts'
import { mayBeDone } from '../../../core/stores/call-failure.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { refusalText } from '../../parts/form/refusal.ts'
import { useAttempts } from '../../parts/user-group-picker/use-attempts.ts'
import { text } from './panel-text.ts'
import { nameOf } from './UserMarks.tsx'

export type Change = 'move' | 'activate' | 'lock' | 'delete'
type Done = readonly { user_id: number; code: string }[]

/** What was not done, and why, of each user. */
export interface Refusals {
  change: Change
  /** No reply said whether it was done. */
  isUnknown: boolean
  users: readonly { user_id: number; name: string; why: string }[]
}

/** Changes many users, or one: what was done is a toast with undo, a refusal is shown for each user. */
export function useUserChanges(reload: () => void) {
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const { toastProps, done, refused, attempt } = useAttempts()
  const [refusals, setRefusals] = useState<Refusals | null>(null)
  const [pending, setPending] = useState<Change | null>(null)

  const namesOf = (users: readonly User[]) =>
    users.length === 1 && users[0] ? nameOf(users[0]) : t.someUsers({ count: users.length })

  async function run(
    change: Change,
    users: readonly User[],
    call: (user_ids: number[]) => Promise<Done>,
    undo?: (users: readonly User[]) => Promise<unknown>,
  ): Promise<readonly User[]> {
    setPending(change)
    setRefusals(null)
    try {
      const codes = new Map(
        (await call(users.map(({ user_id }) => user_id))).map(({ user_id, code }) => [user_id, code]),
      )
      const changed = users.filter(({ user_id }) => codes.get(user_id) === SUCCESS)
      const left = users.filter(({ user_id }) => codes.get(user_id) !== SUCCESS)
      if (left.length > 0)
        setRefusals({
          change,
          isUnknown: false,
          users: left.map((user) => ({
            user_id: user.user_id,
            name: nameOf(user),
            why: messageOf(codes.get(user.user_id) ?? '', lang),
          })),
        })
      if (changed.length > 0)
        done(
          t[`${change}Done`]({ name: namesOf(changed) }),
          undo && (() => void attempt(() => undo(changed), t.undone, reload)),
        )
      return changed
    } catch (error) {
      const why = refusalText(error, lang)
      setRefusals({
        change,
        isUnknown: mayBeDone(error),
        users: users.map((user) => ({ user_id: user.user_id, name: nameOf(user), why })),
      })
      return []
    } finally {
      setPending(null)
      reload()
    }
  }

  const setActive = (isActive: 0 | 1) => (user_ids: number[]) => api.user.setActive({ user_ids, isActive })
  const idsOf = (users: readonly User[]) => users.map(({ user_id }) => user_id)

  /** Everybody to where he was: one call for each group that somebody came from. */
  async function moveBack(users: readonly User[]) {
    for (const user_group_id of new Set(users.map((user) => user.user_group_id))) {
      const some = users.filter((user) => user.user_group_id === user_group_id)
      await api.user.move({ user_ids: idsOf(some), user_group_id })
    }
  }

  return {
    toasts: toastProps,
    pending,
    refusals,
    forget: () => setRefusals(null),
    notify: done,
    refused: (error: unknown, say: (why: string) => string) =>
      refused(mayBeDone(error) ? refusalText(error, lang) : say(refusalText(error, lang))),
    move: (users: readonly User[], user_group_id: number | null) =>
      run('move', users, (user_ids) => api.user.move({ user_ids, user_group_id }), moveBack),
    lock: (users: readonly User[]) => run('lock', users, setActive(0), (some) => setActive(1)(idsOf(some))),
    activate: (users: readonly User[]) => run('activate', users, setActive(1), (some) => setActive(0)(idsOf(some))),
    remove: (users: readonly User[]) => run('delete', users, (user_ids) => api.user.remove({ user_ids })),
  }
}
