import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { OwnNotice, Targets } from '../../../core/contract/message.ts'

export interface Person {
  user_id: number
  user_name: string
  name: string
}

/** What is being written. Users are known by name, for a list of many shows not all of them. */
export interface Draft {
  /** Null for a new one. */
  notice_id: number | null
  title: string
  body: string
  everybody: boolean
  administrators: boolean
  users: Person[]
  user_group_ids: number[]
  role_ids: number[]
}

export const EMPTY: Draft = {
  ...{ notice_id: null, title: '', body: '', everybody: false, administrators: false },
  ...{ users: [], user_group_ids: [], role_ids: [] },
}

export const draftOf = ({ notice_id, title, body, targets }: OwnNotice): Draft => ({
  ...{ notice_id, title, body, everybody: targets.everybody, administrators: targets.administrators },
  users: targets.users,
  user_group_ids: targets.user_groups.map(({ user_group_id }) => user_group_id),
  role_ids: targets.roles.map(({ role_id }) => role_id),
})

export const targetsOf = ({ everybody, administrators, users, user_group_ids, role_ids }: Draft): Targets => ({
  ...{ everybody, administrators, user_group_ids, role_ids },
  user_ids: users.map(({ user_id }) => user_id),
})

export const hasTargets = (draft: Draft): boolean =>
  draft.everybody ||
  draft.administrators ||
  [draft.users, draft.user_group_ids, draft.role_ids].some((ids) => ids.length > 0)

export const isSame = (a: Draft, b: Draft): boolean => JSON.stringify(a) === JSON.stringify(b)

/** An answer to who wrote. */
export const answerTo = (person: Person, title: string): Draft => ({
  ...EMPTY,
  title: title.slice(0, LIMITS.noticeTitle),
  users: [person],
})

const KEY = 'sg-notice-draft'

/** What was being written when the page went, in this tab; of this user, who may not be the one before. */
export function keptDraft(owner: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(`${KEY}:${owner}`) ?? 'null')
    return isDraft(kept) ? kept : null
  } catch {
    return null
  }
}

export function keepDraft(owner: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(`${KEY}:${owner}`, JSON.stringify(draft))
    else sessionStorage.removeItem(`${KEY}:${owner}`)
  } catch {
    // Where the page may not store anything, it lasts as long as the screen.
  }
}

function isDraft(kept: unknown): kept is Draft {
  if (typeof kept !== 'object' || kept === null) return false
  const draft = kept as Partial<Record<keyof Draft, unknown>>
  return (
    typeof draft.title === 'string' &&
    typeof draft.body === 'string' &&
    [draft.users, draft.user_group_ids, draft.role_ids].every(Array.isArray)
  )
}
