import { type Kysely, sql } from 'kysely'
import type { FoundTemplate } from '../../../core/contract/find.ts'
import { beginningFirst, hasWords } from '../db/has-words.ts'
import type { Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import type { Caller } from '../http/caller.ts'
import { isSeen } from './rows.ts'

/** Templates that the caller sees: those that have all words, at most so many, or those of these ids. */
export async function findTemplates(
  q: Kysely<Schema>,
  caller: Caller,
  wanted: { words: readonly string[]; most: number } | { template_ids: readonly number[] },
): Promise<FoundTemplate[]> {
  const isWanted =
    'words' in wanted
      ? hasWords(sql`t.module_name || chr(10) || t.description`, wanted.words)
      : sql<boolean>`t.template_id = any(${numbers(wanted.template_ids)}::bigint[])`
  const { rows } = await sql<FoundTemplate>`
    select t.template_id, t.module_name, coalesce(g.group_name, '') as group_name
    from template t left join template_group g on g.tenant_id = t.tenant_id and g.group_id = t.group_id
    where ${isSeen(caller)} and ${isWanted}
    order by ${'words' in wanted ? beginningFirst(sql`t.module_name`, wanted.words) : sql`t.module_name`}
    limit ${'words' in wanted ? wanted.most : wanted.template_ids.length}`.execute(q)
  return rows
}
