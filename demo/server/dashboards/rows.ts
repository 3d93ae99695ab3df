import { type Kysely, type RawBuilder, sql } from 'kysely'
import { hasRight, type Right } from '../../../core/catalogue/held-rights.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Dashboard } from '../../../core/contract/dashboard.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { DocumentLocks } from '../documents/index.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { templatesOfDevices } from '../fleet/seen-devices.ts'
import type { Caller } from '../http/caller.ts'
import { isSeen } from '../templates/index.ts'

export interface DashboardParts {
  db: Db
  fleet: Fleet
  locks: DocumentLocks
  now: () => number
}

/** By whether a dashboard is an equipment dashboard. */
const RIGHTS: Readonly<Record<'organisation' | 'equipment', { watch: Right; edit: Right }>> = {
  organisation: { watch: 'P20000', edit: 'P21200' },
  equipment: { watch: 'P100000', edit: 'P101200' },
}

const rightsFor = (template_id: number | null) => RIGHTS[template_id === null ? 'organisation' : 'equipment']

/** Whether the caller draws dashboards of this kind, as far as he sees them. */
export const mayEdit = ({ roles }: Caller, template_id: number | null): boolean =>
  hasRight(roles, rightsFor(template_id).edit)

const mayWatch = (caller: Caller, template_id: number | null): boolean =>
  hasRight(caller.roles, rightsFor(template_id).watch) || mayEdit(caller, template_id)

/** The condition on `dashboard d`: its kind is one of those that the caller has this right on. */
const ofKinds = (has: (template_id: number | null) => boolean) =>
  sql<boolean>`(case when d.template_id is null then ${has(null)}::boolean else ${has(0)}::boolean end)`

/** The user group that the caller is in, and those above it, as `above`. */
export const groupsAbove = ({ user_group_id }: Caller) => sql`above as (
  select user_group_id, parent_id from user_group where user_group_id = ${user_group_id}
  union
  select p.user_group_id, p.parent_id from user_group p join above a on a.parent_id = p.user_group_id)`

/** Whether one of those that a dashboard was shown to is the caller: himself, a group that he is in, directly or below it, or his role. */
const isChosen = ({ user_id }: Caller) => sql<boolean>`exists (
  select from dashboard_grant g
  where g.dashboard_id = d.dashboard_id
    and (g.user_id = ${user_id}
      or g.user_group_id in (select user_group_id from above)
      or g.role_id in (select role_id from user_role where user_id = ${user_id})))`

/**
 * The condition on `dashboard d`: the caller sees it, but for the template of an equipment dashboard. What nobody has saved
 * yet is there for who draws; who is no user sees none.
 */
export function isVisible(caller: Caller): RawBuilder<boolean> {
  const { user_type, user_id } = caller
  if (user_id === 0) return sql<boolean>`false`
  const isOfKind = ofKinds((template_id) => mayWatch(caller, template_id))
  if (user_type === 1) return isOfKind
  const isThere = sql<boolean>`(d.shown_revision is not null or ${ofKinds((template_id) => mayEdit(caller, template_id))})`
  return sql<boolean>`(${isOfKind} and (d.created_user_id = ${user_id}
    or (${isThere} and (d.visible_to = 'all' or ${isChosen(caller)}))))`
}

interface Kept {
  created_user_id: number
  shown_user_id: number | null
  shown_version_id: number | null
}

/** A dashboard with what answers do not say of it. */
export interface FoundDashboard {
  dashboard: Dashboard
  kept: Kept
}

/** Dashboards that the caller sees, in the order of the organisation. */
export async function findDashboards(
  q: Kysely<Schema>,
  fleet: Fleet,
  caller: Caller,
  where: RawBuilder<boolean>,
  order: RawBuilder<unknown> = sql`d.sort`,
): Promise<FoundDashboard[]> {
  const { rows } = await sql<Omit<Dashboard, 'may_edit' | 'may_grant'> & Kept & { sees_template: boolean }>`
    with recursive ${groupsAbove(caller)}
    select d.dashboard_id, d.dashboard_name, d.folder_name, d.template_id, t.module_name, d.width, d.height, d.visible_to,
      exists (select from dashboard_favourite f
        where f.dashboard_id = d.dashboard_id and f.user_id = ${caller.user_id}) as is_favourite,
      d.revision, d.shown_revision, d.changed_time, d.changed_by, coalesce(u.user_name, '') as user_name,
      d.thumbnail_tag as thumbnail, d.created_user_id, d.shown_user_id, d.shown_version_id,
      (d.template_id is null or ${isSeen(caller)}) as sees_template
    from dashboard d
      left join template t on t.tenant_id = d.tenant_id and t.template_id = d.template_id
      left join app_user u on u.tenant_id = d.tenant_id and u.user_id = d.created_user_id
    where ${isVisible(caller)} and ${where}
    order by ${order}, d.dashboard_id`.execute(q)
  // Whoever only sees a device of a template sees the dashboards of that device.
  const ofDevices = rows.every((row) => row.sees_template) ? null : templatesOfDevices(fleet, caller)
  const seen = rows.filter((row) => row.sees_template || ofDevices?.has(row.template_id ?? 0))
  return seen.map(({ sees_template: _, created_user_id, shown_user_id, shown_version_id, ...row }) => {
    const may_edit = mayEdit(caller, row.template_id)
    const may_grant = may_edit && (caller.user_type === 1 || created_user_id === caller.user_id)
    return { dashboard: { ...row, may_edit, may_grant }, kept: { created_user_id, shown_user_id, shown_version_id } }
  })
}

export const byId = (dashboard_id: number) => sql<boolean>`d.dashboard_id = ${dashboard_id}`

/** A dashboard that the caller sees. 118001 alike where there is none and where it is not for this caller. */
export async function seenDashboard(
  q: Kysely<Schema>,
  fleet: Fleet,
  caller: Caller,
  dashboard_id: number,
): Promise<FoundDashboard> {
  const [found] = await findDashboards(q, fleet, caller, byId(dashboard_id))
  if (!found) throw new ApiError('118001')
  return found
}

/** One that the caller draws; 118003 where he only sees it. */
export async function drawnDashboard(
  q: Kysely<Schema>,
  fleet: Fleet,
  caller: Caller,
  dashboard_id: number,
): Promise<FoundDashboard> {
  const found = await seenDashboard(q, fleet, caller, dashboard_id)
  if (!found.dashboard.may_edit) throw new ApiError('118003')
  return found
}

/** The same for a change: nobody else changes it until this transaction ends. */
export async function editableDashboard(
  q: Kysely<Schema>,
  fleet: Fleet,
  caller: Caller,
  dashboard_id: number,
): Promise<FoundDashboard> {
  await q.selectFrom('dashboard').select('dashboard_id').where('dashboard_id', '=', dashboard_id).forUpdate().execute()
  return drawnDashboard(q, fleet, caller, dashboard_id)
}

/** One that the caller made, or any for an administrator; else 118003. */
export async function ownDashboard(
  q: Kysely<Schema>,
  fleet: Fleet,
  caller: Caller,
  dashboard_id: number,
): Promise<FoundDashboard> {
  const found = await editableDashboard(q, fleet, caller, dashboard_id)
  if (!found.dashboard.may_grant) throw new ApiError('118003')
  return found
}

/** Somebody has deleted it since it was found. */
const gone = () => new ApiError('118001')

/** The newest revision, as the text that is stored. */
export async function documentOf(q: Kysely<Schema>, dashboard_id: number): Promise<string> {
  const { document } = await q
    .selectFrom('dashboard')
    .select('document')
    .where('dashboard_id', '=', dashboard_id)
    .executeTakeFirstOrThrow(gone)
  return document
}

/** What others see of it, with its picture; null where only drafts are kept. */
export async function shownOf(q: Kysely<Schema>, { kept }: Pick<FoundDashboard, 'kept'>): Promise<string | null> {
  if (kept.shown_version_id === null) return null
  const { document } = await q
    .selectFrom('dashboard_version')
    .select('document')
    .where('version_id', '=', kept.shown_version_id)
    .executeTakeFirstOrThrow(gone)
  return document
}
