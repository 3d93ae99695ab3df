import { landingsFor } from '../../../core/catalogue/routes.ts'
import type { Db } from '../db/db.ts'
import type { Caller } from '../http/caller.ts'

const HOME = 'P10000'

/** The page shown first: what a role says, else home, else the first page of the console; each only where it may be opened. */
export async function menuPermissionsOf(db: Db, { tenant_id, user_id, roles }: Caller): Promise<string> {
  const carried = await db.tenant(tenant_id, (q) =>
    q
      .selectFrom('role as r')
      .innerJoin('user_role as ur', (join) =>
        join.onRef('ur.tenant_id', '=', 'r.tenant_id').onRef('ur.role_id', '=', 'r.role_id'),
      )
      .select('r.custom_home')
      .where('ur.user_id', '=', user_id)
      .where('r.custom_home', 'is not', null)
      .orderBy('r.role_id')
      .execute(),
  )
  const open: readonly string[] = landingsFor(roles).map(({ landing }) => landing)
  const wanted = [...carried.map(({ custom_home }) => custom_home), HOME, ...open]
  return wanted.find((code) => code !== null && open.includes(code)) ?? HOME
}
