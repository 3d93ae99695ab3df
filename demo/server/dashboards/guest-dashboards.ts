import type { Kysely } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { amongOpen, type BoundPoints, openedFor, pointsOfVersion, withVersionsRead } from '../documents/index.ts'
import type { GuestDashboards } from '../http/caller.ts'

/** What was saved since counts after this at the latest. */
const CACHED_MS = 1000
const CACHED_MOST = 2000
/** Points of dashboards that are remembered, of all of them together; as for share links. */
const POINTS_REMEMBERED = 500_000
/** Points that one token opens, more than any page could show: dashboards beyond them are not there for it. */
const POINTS_OF_TOKEN = 20_000

/** What the guests of portals see of the dashboards that their tokens name. */
export type DashboardsOfGuests = (tenant_id: number, dashboard_ids: readonly number[]) => Promise<GuestDashboards>

interface Read {
  open: GuestDashboards
  /** The versions that were read, all of them. */
  of: string
}

interface Known {
  read: Promise<Read>
  until: number
  /** Points, once they are read. */
  size: number
}

/** Reads them once for all guests of the same dashboards; as long as nobody saves one, it is the same answer. */
export function openDashboardsOfGuests(db: Db, now: () => number = Date.now): DashboardsOfGuests {
  const cache = new Map<string, Known>()
  let remembered = 0
  const forget = (place: string) => {
    remembered -= cache.get(place)?.size ?? 0
    cache.delete(place)
  }
  function count(place: string, known: Known, { open }: Read) {
    if (cache.get(place) !== known) return
    known.size = countOf(open.points) + open.points.size
    remembered += known.size
    for (const oldest of cache.keys()) {
      if (remembered <= POINTS_REMEMBERED) break
      if (oldest !== place) forget(oldest)
    }
  }
  return async (tenant_id, dashboard_ids) => {
    const ids = [...new Set(dashboard_ids)].sort((a, b) => a - b)
    const place = `${tenant_id} ${ids.join()}`
    const cached = cache.get(place)
    if (cached && cached.until > now()) return (await cached.read).open
    const read = renewed(db, tenant_id, ids, cached)
    forget(place)
    if (cache.size >= CACHED_MOST) forget(cache.keys().next().value as string)
    const known: Known = { read, until: now() + CACHED_MS, size: 0 }
    cache.set(place, known)
    read.then(
      (done) => count(place, known, done),
      () => cache.get(place) === known && forget(place),
    )
    return (await read).open
  }
}

const countOf = (points: BoundPoints): number => [...points.values()].reduce((sum, { size }) => sum + size, 0)

async function renewed(db: Db, tenant_id: number, ids: readonly number[], before: Known | undefined): Promise<Read> {
  const last = await before?.read.catch(() => undefined)
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
    .select(['d.dashboard_id', 'v.version_id', 'v.visitor_points'])
    .where('d.dashboard_id', 'in', ids)
    .orderBy('d.dashboard_id')
    .execute()

/** The points that name their device, of as many of these dashboards as a token may open. */
async function openOf(q: Kysely<Schema>, shown: Shown): Promise<GuestDashboards> {
  const versions = new Map<number, number>()
  const points = new Map<string, Set<string>>()
  let count = 0
  for (const { dashboard_id, version_id, visitor_points } of shown) {
    const bound = await pointsOfVersion(q, version_id, 'dashboard')
    const open = amongOpen(openedFor(bound ?? new Map(), null), visitor_points, null)
    count += countOf(open)
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
