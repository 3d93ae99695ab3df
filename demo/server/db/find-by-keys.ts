import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Until the end of the transaction rows are found one by one in an index: of tables whose statistics say that they are
 * small, all that is there would be read and sorted for a few, or a whole table hashed to join it.
 */
export const findByKeys = (q: Kysely<Schema>) =>
  sql`select set_config('enable_' || way, 'off', true)
    from unnest(array['seqscan', 'bitmapscan', 'sort', 'incremental_sort', 'hashjoin', 'mergejoin']) way`.execute(q)
