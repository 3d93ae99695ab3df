import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { areOverseen, overseenBy } from './overseen.ts'

const SHOWN = 20

export const NOBODY_THERE = { zh: '用户不存在', en: 'names no user of yours' }

/** Users that the caller may choose from: the same as in the list of users. In an object: Kysely's queries must not be awaited. */
const choosable = async (q: Kysely<Schema>, caller: Caller) => {
  const isOverseen = areOverseen(await overseenBy(q, caller))
  return {
    users: q
      .selectFrom('app_user as u')
      .select(['u.user_id', 'u.user_name', 'u.name', 'u.user_type'])
      .where('u.is_active', '=', 1)
      .where('u.is_experience', '=', false)
      .where(isOverseen),
  }
}

/** Those of these that the caller may choose. */
export async function chosenUsers(q: Kysely<Schema>, caller: Caller, user_ids: readonly number[]) {
  const { users } = await choosable(q, caller)
  return users.where(sql<boolean>`u.user_id = any(${[...user_ids]}::bigint[])`).execute()
}

/** The first of those, other than the caller, whose names have a text in them. */
export async function choosableUsers(q: Kysely<Schema>, caller: Caller, search: string) {
  const text = search.trim().toLowerCase()
  const { users } = await choosable(q, caller)
  return users
    .where('u.user_id', '<>', caller.user_id)
    .$if(text !== '', (some) =>
      some.where(sql<boolean>`position(${text} in lower(concat_ws(chr(10), u.user_name, u.name))) > 0`),
    )
    .orderBy('u.user_name')
    .limit(SHOWN)
    .execute()
}
