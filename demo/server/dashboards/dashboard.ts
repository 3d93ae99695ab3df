import { type Kysely, sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Dashboard } from '../../../core/contract/dashboard.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudit, writeChange } from '../audit/index.ts'
import type { Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import { readPicture, withVersionsRead } from '../documents/index.ts'
import { blankDocument, DEFAULT_SIZE, requireRanges } from '../files/document.ts'
import type { Caller } from '../http/caller.ts'
import { shownTemplate } from '../templates/index.ts'
import { addDashboard, namedOnce, requireFolder } from './add.ts'
import { readSentDashboard } from './document.ts'
import { boundBySaver, openOfCopy, openOfNew } from './for-visitors.ts'
import {
  type DashboardParts,
  documentOf,
  editableDashboard,
  mayEdit,
  ownDashboard,
  seenDashboard,
  shownOf,
} from './rows.ts'

type Keeping = 'create' | 'edit' | 'copy' | 'remove' | 'reorder' | 'favourite'

/** Puts a dashboard before another one, or last; answers its place among all of the organisation. */
async function moveBefore(q: Kysely<Schema>, dashboard_id: number, before_id: number | null): Promise<number> {
  const all = await q.selectFrom('dashboard').select('dashboard_id').orderBy('sort').orderBy('dashboard_id').execute()
  const ids = all.map((row) => row.dashboard_id).filter((id) => id !== dashboard_id)
  const place = before_id === null ? ids.length : ids.indexOf(before_id)
  ids.splice(place, 0, dashboard_id)
  await sql`update dashboard d set sort = u.place - 1
    from unnest(${numbers(ids)}::bigint[]) with ordinality u (dashboard_id, place)
    where d.dashboard_id = u.dashboard_id and d.sort <> u.place - 1`.execute(q)
  return place
}

/** Answers of the dashboard domain that add, change and delete dashboards, but for what is on them. */
export function dashboardKeepAnswers(parts: DashboardParts): Pick<Answers<Contract['dashboard'], Caller>, Keeping> {
  const { db, fleet, now } = parts
  return {
    async create({ width, height, document: sent, thumbnail, ...named }, caller) {
      const { template_id } = named
      const { desktop } = DEFAULT_SIZE
      const blank = () => blankDocument(width ?? desktop.width, height ?? desktop.height)
      const document = await readSentDashboard(sent ?? blank(), caller)
      requireRanges(document)
      const bound = sent === undefined ? null : await boundBySaver(document.text, caller)
      return namedOnce(
        db.tenant(caller.tenant_id, async (q) => {
          if (!mayEdit(caller, template_id)) throw new ApiError('118003')
          if (template_id !== null) await shownTemplate(q, fleet, caller, template_id)
          const picture = thumbnail === undefined ? {} : readPicture(thumbnail)
          const kind = sent === undefined ? null : 'imported'
          const visitor_points = openOfNew(fleet, caller, bound)
          return addDashboard(q, fleet, caller, { ...named, document, picture, kind, visitor_points, time: now() })
        }),
      )
    },

    edit: ({ dashboard_id, ...fields }, caller) =>
      namedOnce(
        db.tenant(caller.tenant_id, async (q) => {
          const { dashboard: before } = await editableDashboard(q, fleet, caller, dashboard_id)
          const { dashboard_name = before.dashboard_name, folder_name = before.folder_name } = fields
          if (folder_name !== before.folder_name) await requireFolder(q, folder_name)
          const detail = changesOf(before, { dashboard_name, folder_name } satisfies Partial<Dashboard>)
          await q
            .updateTable('dashboard')
            .set({ dashboard_name, folder_name })
            .where('dashboard_id', '=', dashboard_id)
            .execute()
          const { dashboard_name: target } = before
          await writeChange(q, caller, { action: 'dashboard-edit', target, detail }, now())
          return { ...before, dashboard_name, folder_name }
        }),
      ),

    copy: ({ dashboard_id, dashboard_name }, caller) =>
      namedOnce(
        withVersionsRead(db, caller.tenant_id, async (q) => {
          const found = await seenDashboard(q, fleet, caller, dashboard_id)
          const { dashboard_name: copy_of, folder_name, template_id, width, height } = found.dashboard
          const shown = await shownOf(q, found)
          const text = shown ?? (await documentOf(q, dashboard_id))
          const { thumbnail, thumbnail_tag } = await q
            .selectFrom('dashboard')
            .select(['thumbnail', 'thumbnail_tag'])
            .where('dashboard_id', '=', dashboard_id)
            .executeTakeFirstOrThrow()
          return addDashboard(q, fleet, caller, {
            dashboard_name,
            folder_name,
            template_id,
            document: { text, width, height },
            picture: thumbnail && thumbnail_tag ? { thumbnail, thumbnail_tag } : {},
            visible_to: 'chosen',
            kind: shown === null ? null : 'saved',
            copy_of,
            visitor_points: await openOfCopy(q, fleet, caller, dashboard_id),
            time: now(),
          })
        }),
      ),

    remove: ({ dashboard_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const { dashboard } = await ownDashboard(q, fleet, caller, dashboard_id)
        const { dashboard_name, folder_name, template_id } = dashboard
        await q.deleteFrom('dashboard').where('dashboard_id', '=', dashboard_id).execute()
        const detail = changesOf({ folder_name, template_id }, { folder_name: '', template_id: null })
        await writeAudit(q, caller, { action: 'dashboard-delete', target: dashboard_name, detail }, now())
        return {}
      }),

    reorder: ({ dashboard_id, before_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        // All in one order, so that no two wait for each other.
        await q.selectFrom('dashboard').select('dashboard_id').orderBy('dashboard_id').forUpdate().execute()
        const { dashboard } = await editableDashboard(q, fleet, caller, dashboard_id)
        if (before_id !== null) await seenDashboard(q, fleet, caller, before_id)
        if (before_id === dashboard_id) return {}
        const sort = await moveBefore(q, dashboard_id, before_id)
        const { dashboard_name: target } = dashboard
        const detail = { sort: { before: null, after: sort } }
        await writeChange(q, caller, { action: 'dashboard-edit', target, detail }, now())
        return {}
      }),

    favourite: ({ dashboard_id, is_favourite }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        await seenDashboard(q, fleet, caller, dashboard_id)
        const { tenant_id, user_id } = caller
        if (is_favourite)
          await q
            .insertInto('dashboard_favourite')
            .values({ tenant_id, user_id, dashboard_id })
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        else
          await q
            .deleteFrom('dashboard_favourite')
            .where('user_id', '=', user_id)
            .where('dashboard_id', '=', dashboard_id)
            .execute()
        return {}
      }),
  }
}
