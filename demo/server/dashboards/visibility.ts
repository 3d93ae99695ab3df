import { type Kysely, sql } from 'kysely'
import type { Contract } from '../../../core/contract/contract.ts'
import type { DashboardCandidates, DashboardVisibility } from '../../../core/contract/dashboard.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeChange } from '../audit/index.ts'
import type { Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { changePeople, choosableUsers, chosenUsers, overseenBy, oversees, seenRoles } from '../rights/index.ts'
import { type DashboardParts, ownDashboard, seenDashboard } from './rows.ts'

type Granting = 'granted' | 'grant' | 'candidates'

/** Of groups and roles that are found by their names. */
const SHOWN = 50

const isNamed = (column: string, search: string) =>
  sql<boolean>`position(${search.trim().toLowerCase()} in lower(${sql.ref(column)})) > 0`

/** User groups that the caller oversees. */
async function choosableGroups(q: Kysely<Schema>, caller: Caller, search: string) {
  const overseen = await overseenBy(q, caller)
  const groups = await q
    .selectFrom('user_group as g')
    .select(['g.user_group_id as group_id', 'g.group_name'])
    .where(isNamed('g.group_name', search))
    .orderBy('g.group_name')
    .execute()
  return groups.filter(({ group_id }) => oversees(overseen, group_id))
}

async function choosableRoles(q: Kysely<Schema>, caller: Caller, search: string) {
  const roles = await seenRoles(q, caller)
  return roles
    .select(['r.role_id', 'r.role_name'])
    .where(isNamed('r.role_name', search))
    .orderBy('r.role_name')
    .execute()
}

/** Who sees a dashboard beside its maker, by their names; in the order of these. */
async function chosenOf(q: Kysely<Schema>, dashboard_id: number): Promise<DashboardCandidates> {
  const users = await q
    .selectFrom('dashboard_grant as g')
    .innerJoin('app_user as u', 'u.user_id', 'g.user_id')
    .select(['u.user_id', 'u.user_name', 'u.name'])
    .where('g.dashboard_id', '=', dashboard_id)
    .orderBy('u.user_name')
    .execute()
  const groups = await q
    .selectFrom('dashboard_grant as g')
    .innerJoin('user_group as u', 'u.user_group_id', 'g.user_group_id')
    .select(['u.user_group_id as group_id', 'u.group_name'])
    .where('g.dashboard_id', '=', dashboard_id)
    .orderBy('u.group_name')
    .execute()
  const roles = await q
    .selectFrom('dashboard_grant as g')
    .innerJoin('role as r', 'r.role_id', 'g.role_id')
    .select(['r.role_id', 'r.role_name'])
    .where('g.dashboard_id', '=', dashboard_id)
    .orderBy('r.role_name')
    .execute()
  return { users, groups, roles }
}

type Ids = Pick<DashboardVisibility, 'user_ids' | 'group_ids' | 'role_ids'>

const idsOf = ({ users, groups, roles }: DashboardCandidates): Ids => ({
  user_ids: users.map(({ user_id }) => user_id),
  group_ids: groups.map(({ group_id }) => group_id),
  role_ids: roles.map(({ role_id }) => role_id),
})

const namesOf = ({ users, groups, roles }: DashboardCandidates) => ({
  users: users.map(({ user_name }) => user_name),
  user_groups: groups.map(({ group_name }) => group_name),
  roles: roles.map(({ role_name }) => role_name),
})

/** Refuses, at their field, those whom the caller may not choose, but for those who see the dashboard already. */
async function requireChoosable(q: Kysely<Schema>, caller: Caller, wanted: Ids, before: Ids): Promise<void> {
  const added = (field: keyof Ids) => wanted[field].filter((id) => !before[field].includes(id))
  const refuse = (field: keyof Ids, ids: readonly number[]) => {
    if (added(field).some((id) => !ids.includes(id)))
      throw new WrongField(
        field,
        { zh: '包含不存在的用户、用户组或角色', en: 'names somebody that there is not' },
        '118006',
      )
  }
  const users = await chosenUsers(q, caller, added('user_ids'))
  const known = idsOf({
    users,
    groups: await choosableGroups(q, caller, ''),
    roles: await choosableRoles(q, caller, ''),
  })
  refuse('user_ids', known.user_ids)
  refuse('group_ids', known.group_ids)
  refuse('role_ids', known.role_ids)
}

async function replaceGrants(
  q: Kysely<Schema>,
  { tenant_id }: Caller,
  dashboard_id: number,
  { user_ids, group_ids, role_ids }: Ids,
): Promise<void> {
  await q.deleteFrom('dashboard_grant').where('dashboard_id', '=', dashboard_id).execute()
  for (const [column, ids] of Object.entries({ user_id: user_ids, user_group_id: group_ids, role_id: role_ids }))
    await sql`insert into dashboard_grant (tenant_id, dashboard_id, ${sql.ref(column)})
      select distinct ${tenant_id}::bigint, ${dashboard_id}::bigint, id
      from unnest(${numbers(ids)}::bigint[]) id`.execute(q)
}

/** Who sees a dashboard, for whoever made it and for administrators. */
export function dashboardGrantAnswers({
  db,
  fleet,
  now,
}: DashboardParts): Pick<Answers<Contract['dashboard'], Caller>, Granting> {
  return {
    granted: ({ dashboard_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const { dashboard } = await ownDashboard(q, fleet, caller, dashboard_id)
        const chosen = await chosenOf(q, dashboard_id)
        return { visible_to: dashboard.visible_to, ...idsOf(chosen), chosen }
      }),

    // Nobody deletes a user, group or role meanwhile.
    grant: ({ dashboard_id, visible_to, ...ids }, asking) =>
      changePeople(db, asking, async (q, caller) => {
        const { dashboard } = await ownDashboard(q, fleet, caller, dashboard_id)
        const before = await chosenOf(q, dashboard_id)
        await requireChoosable(q, caller, ids, idsOf(before))
        await q.updateTable('dashboard').set({ visible_to }).where('dashboard_id', '=', dashboard_id).execute()
        await replaceGrants(q, caller, dashboard_id, ids)
        const after = await chosenOf(q, dashboard_id)
        const detail = changesOf(
          { visible_to: dashboard.visible_to, ...namesOf(before) },
          { visible_to, ...namesOf(after) },
        )
        const { dashboard_name: target } = dashboard
        await writeChange(q, caller, { action: 'dashboard-grant', target, detail }, now())
        return (await seenDashboard(q, fleet, caller, dashboard_id)).dashboard
      }),

    candidates: ({ search }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const users = await choosableUsers(q, caller, search)
        const groups = await choosableGroups(q, caller, search)
        const roles = await choosableRoles(q, caller, search)
        return {
          users: users.map(({ user_id, user_name, name }) => ({ user_id, user_name, name })),
          groups: groups.slice(0, SHOWN),
          roles: roles.slice(0, SHOWN),
        }
      }),
  }
}
