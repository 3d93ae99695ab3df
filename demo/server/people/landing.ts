import type { Kysely } from 'kysely'
import { landingsFor } from '../../../core/catalogue/routes.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'

const HOME = 'P10000'

/** The pages that a user's roles say are shown first, of those that say one. */
export async function homesOf(q: Kysely<Schema>, { tenant_id, user_id }: Pick<Caller, 'tenant_id' | 'user_id'>) {
  const carried = await q
    .selectFrom('role as r')
    .innerJoin('user_role as ur', (join) =>
      join.onRef('ur.tenant_id', '=', 'r.tenant_id').onRef('ur.role_id', '=', 'r.role_id'),
    )
    .select('r.custom_home')
    .where('ur.tenant_id', '=', tenant_id)
    .where('ur.user_id', '=', user_id)
    .where('r.custom_home', 'is not', null)
    .orderBy('r.role_id')
    .execute()
  return carried.flatMap(({ custom_home }) => custom_home ?? [])
}

/** The page shown first: what a role says, else home, else the first page of the console; each only where it may be opened. */
export function landingOf(homes: readonly string[], { roles }: Pick<Caller, 'roles'>): string {
  const open: readonly string[] = landingsFor(roles).map(({ landing }) => landing)
  return [...homes, HOME, ...open].find((code) => open.includes(code)) ?? HOME
}
