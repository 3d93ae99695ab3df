import { type Kysely, sql } from 'kysely'
import type { FoundPerson } from '../../../core/contract/find.ts'
import { beginningFirst, hasWords } from '../db/has-words.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { overseenBy } from '../rights/index.ts'
import { foundUsers } from './user-rows.ts'

/** Users that the caller oversees and that have all words, at most so many. */
export async function findPeople(
  q: Kysely<Schema>,
  caller: Caller,
  { words, most }: { words: readonly string[]; most: number },
): Promise<FoundPerson[]> {
  const found = await foundUsers(q, await overseenBy(q, caller), {})
  return found
    .leftJoin('user_group as g', (join) =>
      join.onRef('g.tenant_id', '=', 'u.tenant_id').onRef('g.user_group_id', '=', 'u.user_group_id'),
    )
    .select(['u.user_name', 'u.name', 'g.group_name'])
    .where(hasWords(sql`concat_ws(chr(10), u.user_name, u.name, u.user_tel, u.email)`, words))
    .orderBy(sql`${beginningFirst(sql`u.name`, words)}, u.user_id`)
    .limit(most)
    .execute()
}
