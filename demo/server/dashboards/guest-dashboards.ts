import type { Kysely } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import {
  amongOpen,
  openedFor,
  openRemembered,
  pointsIn,
  pointsOfVersion,
  withVersionsRead,
} from '../documents/index.ts'
import type { GuestDashboards } from '../http/caller.ts'

/** What was saved since counts after this at the latest. */
const CACHED_MS = 1000
/** Points that one token opens, more than any page could show: dashboards beyond them are not there for it. */
const POINTS_OF_TOKEN = 20_000

/** What the guests of portals see of the dashboards that their tokens name. */
export type DashboardsOfGuests = (tenant_id: number, dashboard_ids: readonly number[]) => Promise<GuestDashboards>

interface Read {
  open: GuestDashboards
  /** The versions that were read, all of them. */
  of: string
}

/** Reads them once for all guests of the same dashboards; as long as nobody saves one, it is the same answer. */
export function openDashboardsOfGuests(db: Db, now: () => number = Date.now): DashboardsOfGuests {
  const cache = openRemembered<string, Read>(({ open }) => pointsIn(open.points))
  return async (tenant_id, dashboard_ids) => {
    const ids = [...new Set(dashboard_ids)].sort((a, b) => a - b)
    const place = `${tenant_id} ${ids.join()}`
    const cached = cache.get(place)
    if (cached && cached.until > now()) return (await cached.answer).open
    const read = renewed(db, tenant_id, ids, cached?.answer)
    cache.keep(place, read, now() + CACHED_MS)
    return (await read).open
  }
}

async function renewed(
  db: Db,
  tenant_id: number,
  ids: readonly number[],
  before: Promise<Read> | undefined,
): Promise<Read> {
  const last = await before?.catch(() => undefined)
  return withVersionsRead(db, tenant_id, async (q) => {
    const shown = await shownVersions(q, ids)
    const of = shown.map(({ dashboard_id, version_id }) => `${dashboard_id} ${version_id}`).join()
    return last?.of === of ? last : { open: await openOf(q, shown), of }
  })
}

type Shown = Awaited<ReturnType<typeof shownVersions>>

const shownVersions = (q: Kysely<Schema>, ids: readonly number[]) =>
  q
    .selectFrom('dashboard as d')
    .innerJoin('dashboard_version as v', (join) =>
      join.onRef('v.tenant_id', '=', 'd.tenant_id').onRef('v.version_id', '=', 'd.shown_version_id'),
    )
    .select(['d.dashboard_id', 'v.version_id'])
    .where('d.dashboard_id', 'in', ids)
    .orderBy('d.dashboard_id')
    .execute()

/** The points that name their device, of as many of these dashboards as a token may open. */
async function openOf(q: Kysely<Schema>, shown: Shown): Promise<GuestDashboards> {
  const versions = new Map<number, number>()
  const points = new Map<string, Set<string>>()
  let count = 0
  for (const { dashboard_id, version_id } of shown) {
    const version = await q
      .selectFrom('dashboard_version')
      .select('visitor_points')
      .where('version_id', '=', version_id)
      .executeTakeFirst()
    // Deleted since.
    if (!version) continue
    const bound = await pointsOfVersion(q, version_id, 'dashboard')
    const open = amongOpen(openedFor(bound ?? new Map(), null), version.visitor_points, null)
    count += [...open.values()].reduce((sum, { size }) => sum + size, 0)
    if (count > POINTS_OF_TOKEN) break
    versions.set(dashboard_id, version_id)
    for (const [sn, keys] of open) {
      const all = points.get(sn) ?? new Set()
      for (const key of keys) all.add(key)
      points.set(sn, all)
    }
  }
  return { versions, points }
}
