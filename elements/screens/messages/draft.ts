import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { OwnNotice, ReceivedNotice, Targets } from '../../../core/contract/message.ts'
import { text } from './text.ts'

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
  notice_id: null,
  title: '',
  body: '',
  everybody: false,
  administrators: false,
  users: [],
  user_group_ids: [],
  role_ids: [],
}

export const draftOf = ({ notice_id, title, body, targets }: OwnNotice): Draft => ({
  notice_id,
  title,
  body,
  everybody: targets.everybody,
  administrators: targets.administrators,
  users: targets.users,
  user_group_ids: targets.user_groups.map(({ user_group_id }) => user_group_id),
  role_ids: targets.roles.map(({ role_id }) => role_id),
})

export const targetsOf = ({ everybody, administrators, users, user_group_ids, role_ids }: Draft): Targets => ({
  everybody,
  administrators,
  user_group_ids,
  role_ids,
  user_ids: users.map(({ user_id }) => user_id),
})

export const hasTargets = (draft: Draft): boolean =>
  draft.everybody ||
  draft.administrators ||
  [draft.users, draft.user_group_ids, draft.role_ids].some((ids) => ids.length > 0)

export const isSame = (a: Draft, b: Draft): boolean => JSON.stringify(a) === JSON.stringify(b)

/** How an answer begins, in the reader's language. */
interface AnswerWords {
  prefix: string
  /** Who wrote what is quoted, and when. */
  wrote: string
}

/** What is quoted leaves half of an answer to who writes it. */
const QUOTED = LIMITS.noticeBody / 2

/** An answer to who wrote, above what he wrote. */
export function answerTo({ user_id, user_name, name, title, body }: Answered, { prefix, wrote }: AnswerWords): Draft {
  const isAnswer = PREFIXES.some((known) => title.startsWith(known))
  return {
    ...EMPTY,
    title: cut(`${isAnswer ? '' : prefix}${title}`, LIMITS.noticeTitle),
    body: body === '' ? '' : `\n\n${wrote}\n${quoted(body)}`,
    users: [{ user_id, user_name, name }],
  }
}

type Answered = Pick<ReceivedNotice, 'user_id' | 'user_name' | 'name' | 'title' | 'body'>

/** An answer to an answer needs no second one, whoever reads it in which language. */
const PREFIXES = text.rows.answerPrefix

function quoted(body: string): string {
  const whole = body.replace(/^/gm, '> ')
  return whole.length > QUOTED ? `${cut(whole, QUOTED - 1)}…` : whole
}

/** Not within a sign that takes two places. */
const cut = (text: string, most: number) => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

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
