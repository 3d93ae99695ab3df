import { type Kysely, sql } from 'kysely'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import type { FoundScreen } from '../../../core/contract/find.ts'
import { beginningFirst, hasWords } from '../db/has-words.ts'
import type { Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import type { Caller } from '../http/caller.ts'
import { isSeen } from '../templates/index.ts'

type Row = Omit<FoundScreen, 'sn_code' | 'dev_alias'>

interface WantedScreens {
  /** Templates of the devices that the caller sees, which show what was published. */
  shown: readonly number[]
  /** Screens that have all these words; before them the first screens of these templates. */
  words?: readonly string[] | undefined
  first_of?: readonly number[]
  screen_ids?: readonly number[] | undefined
  most: number
}

/** Screens that the caller may watch, and for who draws those of templates that the caller sees. */
export async function findScreens(
  q: Kysely<Schema>,
  caller: Caller,
  { shown, words, first_of = [], screen_ids = [], most }: WantedScreens,
): Promise<Row[]> {
  const isOf = (ids: readonly number[]) => sql<boolean>`t.template_id = any(${numbers(ids)}::bigint[])`
  const isPublished = sql<boolean>`(s.published_version_id is not null and t.published_time is not null)`
  const mayWatch = sql`(${hasRight(caller.roles, 'P24000')} and ${isPublished} and (${isSeen(caller)} or ${isOf(shown)}))`
  const mayDraw = sql`(${hasRight(caller.roles, 'P41600')} and ${isSeen(caller)})`
  const isFirst = sql`(s.is_start and s.variant = 'desktop' and ${isOf(first_of)})`
  const isNamed = words
    ? hasWords(sql`s.screen_name || chr(10) || t.module_name`, words)
    : sql`s.screen_id = any(${numbers(screen_ids)}::bigint[])`
  const { rows } = await sql<Row>`
    select s.screen_id, s.screen_name, t.template_id, t.module_name, ${isPublished} as is_published
    from screen s join template t on t.tenant_id = s.tenant_id and t.template_id = s.template_id
    where (${isFirst} or ${isNamed}) and (${mayWatch} or ${mayDraw})
    order by ${isFirst} desc, ${beginningFirst(sql`s.screen_name`, words ?? [])}, s.screen_id
    limit ${most}`.execute(q)
  return rows
}
