import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { networkOf } from '../limits/network-of.ts'

/**
 * A password is new: whoever knew the former one is familiar no more where he signed in, but for `address`, from where it was
 * changed. The rows stay, so that the next sign-in from there is announced.
 */
export async function forgetAddresses(
  q: Kysely<Schema>,
  { tenant_id, user_id }: { tenant_id: number; user_id: number },
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
