import { type Kysely, sql } from 'kysely'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import type { Schema } from '../db/schema.ts'
import { networkOf } from '../limits/network-of.ts'

interface User {
  tenant_id: number
  user_id: number
}

/** An address counts as the user's own for so long after a sign-in from it. */
const FAMILIAR_MS = 30 * DAY_MS
/** Of a user, beside the one that is noted: those that were seen last. */
export const FAMILIAR_MOST = 100

/** Asked also for a name that nobody has, so that the answer takes as long. */
export async function isFamiliarAddress(
  q: Kysely<Schema>,
  user: User | undefined,
  address: string,
  now: number,
): Promise<boolean> {
  const familiar = await q
    .selectFrom('familiar_address')
    .select('last_time')
    .where('tenant_id', '=', user?.tenant_id ?? 0)
    .where('user_id', '=', user?.user_id ?? 0)
    .where('address', '=', networkOf(address))
    .where('last_time', '>', now - FAMILIAR_MS)
    .executeTakeFirst()
  return familiar !== undefined
}

/** Notes where somebody signs in, in place of what is not familiar any more. Resolves with whether it is new to the account. */
export async function noteAddress(
  q: Kysely<Schema>,
  { tenant_id, user_id }: User,
  address: string,
  last_time: number,
): Promise<boolean> {
  const known = q
    .selectFrom('familiar_address')
    .select(['address', 'last_time'])
    .where('tenant_id', '=', tenant_id)
    .where('user_id', '=', user_id)
    .execute()
  const noted = q
    .with('old', (w) =>
      w
        .deleteFrom('familiar_address')
        .where('tenant_id', '=', tenant_id)
        .where('user_id', '=', user_id)
        .where('address', '<>', networkOf(address))
        .where(
          sql<boolean>`(last_time < ${last_time - FAMILIAR_MS} or address in (
            select o.address from familiar_address o where o.tenant_id = ${tenant_id} and o.user_id = ${user_id}
              order by o.last_time desc, o.address offset ${FAMILIAR_MOST}))`,
        ),
    )
    .insertInto('familiar_address')
    .values({ tenant_id, user_id, address: networkOf(address), last_time })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'address']).doUpdateSet({ last_time }))
    .execute()
  // Sent together, and carried out in this order.
  const [before] = await Promise.all([known, noted])
  // The first one of all is the owner's own.
  const isKnown = before.some((row) => row.address === networkOf(address) && row.last_time > 0)
  return before.length > 0 && !isKnown
}

/**
 * A password is new: whoever knew the former one is familiar no more where he signed in, but for `address`, from where it was
 * changed. The rows stay, so that the next sign-in from there is announced.
 */
export async function forgetAddresses(
  q: Kysely<Schema>,
  { tenant_id, user_id }: User,
  address: string | null,
): Promise<void> {
  await q
    .updateTable('familiar_address')
    .set({ last_time: 0 })
    .where('tenant_id', '=', tenant_id)
    .where('user_id', '=', user_id)
    .$if(address !== null, (others) => others.where('address', '<>', networkOf(address ?? '')))
    .execute()
}
