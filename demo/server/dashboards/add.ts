import { type Kysely, sql } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Dashboard, DashboardVisibility } from '../../../core/contract/dashboard.ts'
import { changesOf, writeAudit } from '../audit/index.ts'
import { countAlone } from '../db/count-alone.ts'
import { DbError } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { keepUse, keepVersion, type Picture } from '../documents/index.ts'
import type { StoredText } from '../files/document.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { requireScreenSpace } from '../quotas/index.ts'
import { mayEdit, seenDashboard } from './rows.ts'

const uniqueViolation = '23505'

/** Refuses, at its field, a name that another dashboard of the organisation has. Stands around the whole transaction. */
export async function namedOnce<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const isTaken = error instanceof DbError && error.code === uniqueViolation && error.constraint === 'dashboard_name'
    if (!isTaken) throw error
    throw new WrongField('dashboard_name', { zh: '仪表盘名称已存在', en: 'is the name of another dashboard' }, '118002')
  }
}

/** Refuses one dashboard more than an organisation may have. Until the transaction ends nobody else adds one. */
async function requireRoom(q: Kysely<Schema>): Promise<{ sort: number }> {
  const { rows } = await countAlone(q, 'dashboards', () =>
    sql<{ count: number; sort: number }>`
      select count(*) as count, coalesce(max(sort) + 1, 0) as sort from dashboard`.execute(q),
  )
  const [{ count, sort }] = rows as [{ count: number; sort: number }]
  const most = LIMITS.dashboards
  if (count >= most)
    throw new WrongField(
      'dashboard_name',
      {
        zh: `组织最多 ${most} 个仪表盘，请先删除不用的`,
        en: `would be one more than the ${most} dashboards of an organisation: delete one that nobody needs`,
      },
      '100019',
    )
  return { sort }
}

/** Refuses a folder beyond those that an organisation may have. */
export async function requireFolder(q: Kysely<Schema>, folder_name: string): Promise<void> {
  if (folder_name === '') return
  const { rows } = await countAlone(q, 'dashboard folders', () =>
    sql<{ folders: number; is_known: boolean }>`
      select count(distinct folder_name) as folders, coalesce(bool_or(folder_name = ${folder_name}), false) as is_known
      from dashboard where folder_name <> ''`.execute(q),
  )
  const [{ folders, is_known }] = rows as [{ folders: number; is_known: boolean }]
  const most = LIMITS.dashboardFolders
  if (!is_known && folders >= most)
    throw new WrongField(
      'folder_name',
      {
        zh: `组织最多 ${most} 个文件夹，请使用已有的文件夹`,
        en: `would be one more than the ${most} folders of an organisation: use one that there is`,
      },
      '100019',
    )
}

export interface NewDashboard {
  dashboard_name: string
  folder_name: string
  template_id: number | null
  document: Pick<StoredText, 'text' | 'width' | 'height'>
  picture: Partial<Picture>
  visible_to: DashboardVisibility['visible_to']
  /** Null for a draft, which nobody else sees yet. */
  kind: 'saved' | 'imported' | null
  copy_of?: string
  /** What visitors of links may read of it; null for all that it binds. */
  visitor_points?: readonly string[] | null
  time: number
}

/** Adds a dashboard behind the others. Its template is one that the caller sees. */
export async function addDashboard(
  q: Kysely<Schema>,
  fleet: Fleet,
  caller: Caller,
  { document: drawn, picture, kind, copy_of, visitor_points = null, time, ...input }: NewDashboard,
): Promise<Dashboard> {
  if (!mayEdit(caller, input.template_id)) throw new ApiError('118003')
  const { tenant_id, user_id, user_name } = caller
  const { text: document, width, height } = drawn
  const { sort } = await requireRoom(q)
  await requireFolder(q, input.folder_name)
  await requireScreenSpace(q, caller, { document, ...picture })
  const { dashboard_id } = await q
    .insertInto('dashboard')
    .values({
      tenant_id,
      ...input,
      sort,
      width,
      height,
      document,
      ...picture,
      created_user_id: user_id,
      created_time: time,
      changed_time: time,
      changed_by: user_name,
    })
    .returning('dashboard_id')
    .executeTakeFirstOrThrow()
  await keepUse(q, tenant_id, { dashboard_id }, document)
  if (kind !== null) {
    const shown_version_id = await keepVersion(q, 'dashboard', dashboard_id, { kind, note: '', user_name, ...picture })
    if (visitor_points !== null)
      await q
        .updateTable('dashboard_version')
        .set({ visitor_points: [...visitor_points] })
        .where('version_id', '=', shown_version_id)
        .execute()
    // Of a copy, and of a document from elsewhere, nobody says that he looked at what it does.
    const shown_user_id = kind === 'saved' && copy_of === undefined ? user_id : null
    await showVersion(q, { dashboard_id, shown_version_id, shown_revision: 1, shown_user_id })
  }
  const { dashboard_name, folder_name, template_id } = input
  const detail = changesOf({ folder_name: '', template_id: null }, { folder_name, template_id, copy_of })
  await writeAudit(q, caller, { action: 'dashboard-create', target: dashboard_name, detail }, time)
  return (await seenDashboard(q, fleet, caller, dashboard_id)).dashboard
}

/** From now on others see this version. `shown_user_id`: who saved it; null where nobody drew it anew. */
export const showVersion = (
  q: Kysely<Schema>,
  {
    dashboard_id,
    ...shown
  }: { dashboard_id: number; shown_version_id: number; shown_revision: number; shown_user_id: number | null },
) => q.updateTable('dashboard').set(shown).where('dashboard_id', '=', dashboard_id).execute()
