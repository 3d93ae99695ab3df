import { type Kysely, sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { heldBy } from './held-rights.ts'

/**
 * Nobody else changes who is in an organisation, and who may do what there, until this transaction ends. Whoever locks
 * locks this first.
 */
export async function lockPeople(q: Kysely<Schema>, tenant_id: number): Promise<void> {
  // In a statement of its own: what follows then sees all that was committed while it waited.
  await sql`select pg_advisory_xact_lock(hashtext('people'), ${tenant_id}::int)`.execute(q)
}

/**
 * A change of users, their groups, roles and rights, or of who acts as whom. It is checked and written while nobody else
 * changes any of them, and by what the caller holds by then: a check of what another call takes away meanwhile would let
 * it come back. Refused with 100015 when the caller is locked or gone by then.
 */
export const changePeople = <T>(
  db: Db,
  caller: Caller,
  work: (q: Kysely<Schema>, caller: Caller) => Promise<T>,
): Promise<T> =>
  db.tenant(caller.tenant_id, async (q) => {
    await lockPeople(q, caller.tenant_id)
    const held = await heldBy(q, caller)
    if (!held) throw new ApiError('100015')
    // In a simulated session the name shows both.
    return work(q, { ...caller, ...held, user_name: caller.user_name })
  })
