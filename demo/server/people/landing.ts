import type { Kysely } from 'kysely'
import { landingsFor } from '../../../core/catalogue/routes.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'

const HOME = 'P10000'
const CUSTOM_PAGE = 'P90000'

/** Dashboards that are somebody's first page, of the caller's sight: said by who keeps dashboards and the organisation's menu. */
export interface CustomPages {
  /** The caller's own. */
  of(q: Kysely<Schema>, caller: Caller): Promise<HomeDashboard | null>
  named(q: Kysely<Schema>, caller: Caller, dashboard_id: number): Promise<HomeDashboard | null>
}
interface HomeDashboard {
  dashboard_id: number
  dashboard_name: string
}

/** The pages that a user's roles say are shown first, of those that say one. */
async function homesOf(q: Kysely<Schema>, { tenant_id, user_id }: Caller) {
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

/**
 * The page shown first: what a role says, else the custom page, else home, else the first page of the console; each only where
 * it may be opened, and the custom page only where there is one.
 */
export async function firstPageOf(q: Kysely<Schema>, caller: Caller, customPages: CustomPages): Promise<string> {
  const hasCustomPage = (await customPages.of(q, caller)) !== null
  const landings: readonly string[] = landingsFor(caller.roles).map(({ landing }) => landing)
  const open = landings.filter((landing) => hasCustomPage || landing !== CUSTOM_PAGE)
  const homes = await homesOf(q, caller)
  return [...homes, CUSTOM_PAGE, HOME, ...open].find((code) => open.includes(code)) ?? HOME
}
