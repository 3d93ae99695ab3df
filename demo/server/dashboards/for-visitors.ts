import { type Kysely, sql } from 'kysely'
import type { ShownDashboard } from '../../../core/contract/dashboard.ts'
import type { Schema } from '../db/schema.ts'
import { type BoundPoints, frozenDocument, openToVisitors, placesOf, pointsOfVersion } from '../documents/index.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { type Caller, canPassOn } from '../http/caller.ts'
import { StoredJson } from '../http/stored-json.ts'
import { ThreadEnded } from '../limits/limited-thread.ts'
import { mayPassOnTemplate } from '../templates/index.ts'
import { byId, groupsAbove, isVisible } from './rows.ts'

/** A saved dashboard that somebody may put before others. */
export interface DashboardToShare {
  dashboard_id: number
  dashboard_name: string
  template_id: number | null
  version_id: number
  visitor_points: readonly string[] | null
}

/** Null for one that is not there, that the caller does not see, or of which he only sees a device that is shared with him. */
export async function dashboardToShare(
  q: Kysely<Schema>,
  caller: Caller,
  dashboard_id: number,
): Promise<DashboardToShare | null> {
  const { rows } = await sql<DashboardToShare>`
    with recursive ${groupsAbove(caller)}
    select d.dashboard_id, d.dashboard_name, d.template_id, v.version_id, v.visitor_points
    from dashboard d
      join dashboard_version v on v.tenant_id = d.tenant_id and v.version_id = d.shown_version_id
    where ${isVisible(caller)} and ${byId(dashboard_id)}`.execute(q)
  const [found] = rows
  if (!found) return null
  const { template_id } = found
  return template_id === null || (await mayPassOnTemplate(q, caller, template_id)) ? found : null
}

/** A dashboard as it was saved last, to whoever is no user: without what people of the organisation do with it. Null where nothing is shown. */
export async function dashboardForVisitors(q: Kysely<Schema>, dashboard_id: number): Promise<ShownDashboard | null> {
  const row = await q
    .selectFrom('dashboard as d')
    .innerJoin('dashboard_version as v', (join) =>
      join.onRef('v.tenant_id', '=', 'd.tenant_id').onRef('v.version_id', '=', 'd.shown_version_id'),
    )
    .select(['d.dashboard_id', 'd.dashboard_name', 'd.template_id', 'd.width', 'd.height'])
    .select(['v.revision', 'v.document', 'v.created_time as changed_time'])
    .where('d.dashboard_id', '=', dashboard_id)
    .executeTakeFirst()
  if (!row) return null
  const { document, revision, ...described } = row
  return {
    dashboard: {
      ...described,
      folder_name: '',
      module_name: null,
      visible_to: 'all',
      is_favourite: false,
      revision,
      shown_revision: revision,
      changed_by: '',
      user_name: '',
      thumbnail: null,
      may_edit: false,
      may_grant: false,
    },
    document: new StoredJson(document),
    items: [],
    asks: { write: true, acknowledge: true },
  }
}

/**
 * What a document binds, for `openForVisitors`; null where its saver sees all devices anyway. Stands before the transaction
 * that keeps it. Of groups of the gallery, which others may change, visitors see no more than before.
 */
export async function boundBySaver(text: string, { may_see, tenant_id }: Caller): Promise<BoundPoints | null> {
  if (may_see === 'all') return null
  const { read } = await frozenDocument({ document: text, groups: new Map() }, tenant_id).catch((error) => {
    if (!(error instanceof ThreadEnded)) throw error
    return { read: { points: null } }
  })
  return new Map((read.points ?? []).map(([sn, keys]) => [sn, new Set(keys)]))
}

/** Of a document that is new here, points of devices that the caller sees and may pass on. */
const passedOn = (fleet: Fleet, caller: Caller, bound: BoundPoints, known: ReadonlySet<string> = new Set()) =>
  openToVisitors(bound, known, (sn) => {
    const device = fleet.get(sn)
    return device !== undefined && canPassOn(caller, device)
  })

/** What the visitors of share links may read of a document from elsewhere, as `openForVisitors`. */
export const openOfNew = (fleet: Fleet, caller: Caller, bound: BoundPoints | null): string[] | null =>
  bound && passedOn(fleet, caller, bound)

/** Of a copy: what was open of the version, as far as the caller sees it. For `withVersionsRead`. */
export async function openOfCopy(
  q: Kysely<Schema>,
  fleet: Fleet,
  caller: Caller,
  dashboard_id: number,
): Promise<readonly string[] | null> {
  const shown = await shownVersion(q, dashboard_id)
  if (!shown || caller.may_see === 'all') return shown?.visitor_points ?? null
  const own = passedOn(fleet, caller, (await pointsOfVersion(q, shown.version_id, 'dashboard')) ?? new Map())
  const before = shown.visitor_points && new Set(shown.visitor_points)
  return before ? own.filter((place) => before.has(place)) : own
}

const shownVersion = (q: Kysely<Schema>, dashboard_id: number) =>
  q
    .selectFrom('dashboard as d')
    .innerJoin('dashboard_version as v', (join) =>
      join.onRef('v.tenant_id', '=', 'd.tenant_id').onRef('v.version_id', '=', 'd.shown_version_id'),
    )
    .select(['v.version_id', 'v.visitor_points'])
    .where('d.dashboard_id', '=', dashboard_id)
    .executeTakeFirst()

/**
 * What the visitors of share links may read of what the caller saves. Who made a link saw what he gave away: a colleague who
 * draws the dashboard later adds to it nothing but points of devices that he sees himself. For `withVersionsRead`.
 */
export async function openForVisitors(
  q: Kysely<Schema>,
  fleet: Fleet,
  caller: Caller,
  dashboard_id: number,
  bound: BoundPoints | null,
): Promise<string[] | null> {
  if (bound === null) return null
  const before = await shownVersion(q, dashboard_id)
  const boundBefore =
    before && before.visitor_points === null ? await pointsOfVersion(q, before.version_id, 'dashboard') : null
  const known = new Set(before?.visitor_points ?? placesOf(boundBefore ?? []).map(([, place]) => place))
  return passedOn(fleet, caller, bound, known)
}
