import { type RawBuilder, sql } from 'kysely'

/** Whether a text of a row has each of these words, as `searchWords` has them: whatever its case and the width of its letters. */
export const hasWords = (text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    [sql`true`, ...words.map((word) => sql`position(${word} in lower(normalize(${text}, NFKC))) > 0`)],
    sql` and `,
  )})`

/** An order by names: those that begin with the first word before those that have it within. */
export const beginningFirst = (name: RawBuilder<unknown>, [first = '']: readonly string[]): RawBuilder<unknown> =>
  sql`position(${first} in lower(${name})) <> 1, ${name}`
