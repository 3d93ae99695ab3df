import type { Kysely } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { amongOpen, type BoundPoints, openedFor, pointsOfVersion, withVersionsRead } from '../documents/index.ts'
import type { GuestDashboards } from '../http/caller.ts'

/** What was saved since counts after this at the latest. */
const CACHED_MS = 1000
const CACHED_MOST = 2000

/** What the guests of portals see of the dashboards that their tokens name. */
export type DashboardsOfGuests = (tenant_id: number, dashboard_ids: readonly number[]) => Promise<GuestDashboards>

interface Known {
  dashboards: Promise<GuestDashboards>
  until: number
}

/** Reads them once for all guests of the same dashboards; as long as nobody saves one, it is the same answer. */
export function openDashboardsOfGuests(db: Db, now: () => number = Date.now): DashboardsOfGuests {
  const cache = new Map<string, Known>()
  return (tenant_id, dashboard_ids) => {
    const ids = [...new Set(dashboard_ids)].sort((a, b) => a - b)
    const place = `${tenant_id} ${ids.join()}`
    const cached = cache.get(place)
    if (cached && cached.until > now()) return cached.dashboards
    const dashboards = renewed(db, tenant_id, ids, cached)
    cache.delete(place)
    if (cache.size >= CACHED_MOST) cache.delete(cache.keys().next().value as string)
    cache.set(place, { dashboards, until: now() + CACHED_MS })
    dashboards.catch(() => cache.get(place)?.dashboards === dashboards && cache.delete(place))
    return dashboards
  }
}

async function renewed(
  db: Db,
  tenant_id: number,
  ids: readonly number[],
  before: Known | undefined,
): Promise<GuestDashboards> {
  const last = await before?.dashboards.catch(() => undefined)
  return withVersionsRead(db, tenant_id, async (q) => {
    const shown = await shownVersions(q, ids)
    const versions = new Map(shown.map(({ dashboard_id, version_id }) => [dashboard_id, version_id]))
    const isSame =
      last?.versions.size === versions.size && [...versions].every(([id, version]) => last.versions.get(id) === version)
    return last && isSame ? last : { versions, points: await pointsOf(q, shown) }
  })
}

type Shown = Awaited<ReturnType<typeof shownVersions>>

const shownVersions = (q: Kysely<Schema>, ids: readonly number[]) =>
  q
    .selectFrom('dashboard as d')
    .innerJoin('dashboard_version as v', (join) =>
      join.onRef('v.tenant_id', '=', 'd.tenant_id').onRef('v.version_id', '=', 'd.shown_version_id'),
    )
    .select(['d.dashboard_id', 'v.version_id', 'v.visitor_points'])
    .where('d.dashboard_id', 'in', ids)
    .orderBy('d.dashboard_id')
    .execute()

/** Points of all these that name their device. */
async function pointsOf(q: Kysely<Schema>, shown: Shown): Promise<BoundPoints> {
  const all = new Map<string, Set<string>>()
  for (const { version_id, visitor_points } of shown) {
    const bound = await pointsOfVersion(q, version_id, 'dashboard')
    for (const [sn, keys] of amongOpen(openedFor(bound ?? new Map(), null), visitor_points, null))
      all.set(sn, new Set([...(all.get(sn) ?? []), ...keys]))
  }
  return all
}
