import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Counts what an organisation has of something, for whoever adds to it: until this transaction ends, nobody else of the
 * organisation counts the same, for two at once would each find the same room. In a transaction of a tenant.
 */
export async function countAlone<T>(q: Kysely<Schema>, what: string, count: () => Promise<T>): Promise<T> {
  // In a statement of its own: what follows then sees all that was committed while it waited.
  await sql`select pg_advisory_xact_lock(hashtext(${what}), current_setting('app.tenant')::int)`.execute(q)
  return count()
}
