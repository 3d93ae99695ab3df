import { type Kysely, sql } from 'kysely'
import type { ShareLink } from '../../../core/contract/share-link.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'

type Who = Pick<Caller, 'user_id' | 'user_type'>

/** The condition on `share_link l`, `template t` and `dashboard d`: own links, and those of screens of own templates and of own dashboards; all for administrators. */
const isOwn = ({ user_type, user_id }: Who) =>
  user_type === 1
    ? sql<boolean>`true`
    : sql<boolean>`(l.created_user_id = ${user_id} or coalesce(t.created_user_id, d.created_user_id) = ${user_id})`

const found = (who: Who, more = sql<boolean>`true`) => sql`
  from share_link l
    left join screen s on s.tenant_id = l.tenant_id and s.screen_id = l.screen_id
    left join template t on t.tenant_id = s.tenant_id and t.template_id = s.template_id
    left join dashboard d on d.tenant_id = l.tenant_id and d.dashboard_id = l.dashboard_id
  where ${isOwn(who)} and ${more}`

const columns = ({
  user_type,
  user_id,
}: Who) => sql`l.link_id, (${user_type === 1} or l.created_user_id = ${user_id}) as may_edit, case when l.screen_id is null then 'dashboard' else 'screen' end as kind,
  coalesce(l.screen_id, 0) as screen_id, l.dashboard_id, coalesce(s.screen_name, d.dashboard_name) as screen_name,
  l.sn_code, l.name, l.expires_time, l.views_most, l.views,
  (select max(v.view_time) from share_view v where v.tenant_id = l.tenant_id and v.link_id = l.link_id) as last_view_time,
  l.password_hash is not null as has_password, l.revoked_time is not null as is_revoked, l.created_time, l.user_name`

/** Sorts of the list. */
export const LINK_SORTS = {
  created_time: sql`l.created_time`,
  name: sql`l.name`,
  expires_time: sql`l.expires_time`,
  views: sql`l.views`,
} as const
export type LinkSort = keyof typeof LINK_SORTS

export interface LinkPage {
  screen_id: number | undefined
  dashboard_id: number | undefined
  sort: LinkSort
  isDescending: boolean
  page: number
  page_size: number
}

export async function linkPage(q: Kysely<Schema>, who: Who, wanted: LinkPage) {
  const { screen_id, dashboard_id, sort, isDescending, page, page_size } = wanted
  const isOf = (column: string, id: number | undefined) =>
    id === undefined ? sql`true` : sql`${sql.ref(column)} = ${id}`
  const where = sql<boolean>`(${isOf('l.screen_id', screen_id)} and ${isOf('l.dashboard_id', dashboard_id)})`
  const { rows: counts } = await sql<{ total: number }>`select count(*) as total ${found(who, where)}`.execute(q)
  const { rows } = await sql<ShareLink>`select ${columns(who)} ${found(who, where)}
    order by ${LINK_SORTS[sort]} ${isDescending ? sql`desc nulls last` : sql`asc nulls first`}, l.link_id desc
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(q)
  return { rows, total: counts[0]?.total ?? 0 }
}

/** A link that the caller may see and revoke; undefined when there is none. */
export async function ownLink(q: Kysely<Schema>, who: Who, link_id: number): Promise<ShareLink | undefined> {
  const where = sql<boolean>`l.link_id = ${link_id}`
  const { rows } = await sql<ShareLink>`select ${columns(who)} ${found(who, where)}`.execute(q)
  return rows[0]
}

/** Counts a view, when the link may be opened once more. */
export async function countView(
  q: Kysely<Schema>,
  link_id: number,
  { view_time, address, agent }: { view_time: number; address: string; agent: string },
): Promise<boolean> {
  const counted = await q
    .updateTable('share_link')
    .set((on) => ({ views: on('views', '+', 1) }))
    .where('link_id', '=', link_id)
    .where((on) => on.or([on('views_most', 'is', null), on('views', '<', on.ref('views_most'))]))
    .returning('tenant_id')
    .executeTakeFirst()
  if (!counted) return false
  const { tenant_id } = counted
  await q.insertInto('share_view').values({ tenant_id, link_id, view_time, address, agent }).execute()
  // The newest ones are what anybody looks at; a busy link must not fill the disk.
  await sql`delete from share_view where link_id = ${link_id} and view_id <= (
    select view_id from share_view where link_id = ${link_id} order by view_id desc offset ${VIEWS_KEPT} limit 1
  )`.execute(q)
  return true
}

const VIEWS_KEPT = 1000
