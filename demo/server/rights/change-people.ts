import { type Kysely, sql } from 'kysely'
import { isSessionEnd } from '../../../core/catalogue/session-ends.ts'
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
 * it come back. Refused with 100015 when the caller is locked or gone by then, with 100009 when his session has ended.
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
    await requireSession(q, caller)
    // In a simulated session the name shows both.
    return work(q, { ...caller, ...held, user_name: caller.user_name })
  })

/**
 * What lets somebody in outlasts the session of who made it: that is asked for where it is made, whichever process ended it.
 * Refused with 100009.
 */
export async function requireSession(q: Kysely<Schema>, { session_hash }: Caller): Promise<void> {
  if (session_hash === '') return
  const session = await q
    .selectFrom('session')
    .select(['revoked_time', 'end_reason'])
    .where('token_hash', '=', Buffer.from(session_hash, 'hex'))
    .executeTakeFirst()
  if (session?.revoked_time === null) return
  const fault = session?.end_reason ?? ''
  throw new ApiError('100009', { fault: isSessionEnd(fault) ? fault : '', status: 500 })
}
