import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** Rows that a search by text reads, and up to which a list says how many there are: what is kept has no end. */
export const NEWEST_MOST = 100_000

/** The same of messages, of which each has a long text. */
export const NEWEST_MESSAGES = 20_000
/** A search in long texts counts as so many calls: it reads some ten megabytes. */
export const SEARCH_COST = 10

interface Range {
  start?: number | undefined
  end?: number | undefined
  /** What is searched for; '' for no search. */
  text: string
}

/**
 * The rows of a range of time, and for a search the newest of them alone: no index helps to find a text. What an index
 * does help with is narrowed before, all else after.
 */
export function newestOf<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  time: string,
  { start, end, text }: Range,
  most = NEWEST_MOST,
): SelectQueryBuilder<DB, TB, O> {
  const column = sql.ref(time)
  return rows
    .$if(start !== undefined, (some) => some.where(sql<SqlBool>`${column} >= ${start}`))
    .$if(end !== undefined, (some) => some.where(sql<SqlBool>`${column} < ${end}`))
    .$if(text !== '', (some) => some.orderBy(column, 'desc').limit(most)) as SelectQueryBuilder<DB, TB, O>
}

/** How many rows were found, or NEWEST_MOST where there are more. */
export async function countOf<DB, TB extends keyof DB, O>(
  q: Kysely<Schema>,
  found: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const some = found.select(sql<number>`1`.as('one')).limit(NEWEST_MOST)
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${some}) found`.execute(q)
  return rows[0]?.total ?? 0
}
