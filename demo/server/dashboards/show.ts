import { type Kysely, sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Schema } from '../db/schema.ts'
import { lockAnswer } from '../documents/index.ts'
import { blankDocument } from '../files/document.ts'
import { seenDevice } from '../fleet/seen-devices.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { StoredJson } from '../http/stored-json.ts'
import { heldItems } from '../rights/index.ts'
import { dashboardForVisitors } from './for-visitors.ts'
import { type DashboardParts, documentOf, drawnDashboard, findDashboards, seenDashboard, shownOf } from './rows.ts'

type Showing = 'list' | 'ofDevice' | 'show' | 'open' | 'lock' | 'thumbnail'

const OF = {
  organisation: sql<boolean>`d.template_id is null`,
  devices: sql<boolean>`d.template_id is not null`,
  all: sql<boolean>`true`,
} as const

/** Whether alarms may be confirmed by what this user saved: the caller himself, or an administrator. */
async function isTrusted(q: Kysely<Schema>, shown_user_id: number | null, { user_id }: Caller): Promise<boolean> {
  if (shown_user_id === null || shown_user_id === user_id) return shown_user_id !== null
  const saver = await q
    .selectFrom('app_user')
    .select('user_id')
    .where('user_id', '=', shown_user_id)
    .where('user_type', '=', 1)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  return saver !== undefined
}

export function dashboardShowAnswers(parts: DashboardParts): Pick<Answers<Contract['dashboard'], Caller>, Showing> {
  const { db, fleet, locks } = parts
  return {
    list: ({ of }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const found = await findDashboards(q, fleet, caller, OF[of])
        return found.map(({ dashboard }) => dashboard)
      }),

    ofDevice: ({ sn_code }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const { template_id } = seenDevice(fleet, caller, sn_code)
        if (template_id === null) return []
        const found = await findDashboards(q, fleet, caller, sql<boolean>`d.template_id = ${template_id}`)
        // Of what nobody has saved yet there is nothing to watch.
        return found.map(({ dashboard }) => dashboard).filter(({ shown_revision }) => shown_revision !== null)
      }),

    show: ({ dashboard_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const { guest } = caller
        if (guest) {
          const shown = guest.dashboards?.versions.has(dashboard_id)
            ? await dashboardForVisitors(q, dashboard_id)
            : null
          if (!shown) throw new ApiError('118001')
          return shown
        }
        const found = await seenDashboard(q, fleet, caller, dashboard_id)
        const { dashboard, kept } = found
        const text = await shownOf(q, found)
        const acknowledge = !(await isTrusted(q, kept.shown_user_id, caller))
        return {
          dashboard,
          document: text === null ? blankDocument(dashboard.width, dashboard.height) : new StoredJson(text),
          items: dashboard.template_id === null ? [] : await heldItems(q, caller, dashboard.template_id),
          // Whoever drew it may not do it himself to each device that it names.
          asks: { write: true, acknowledge },
        }
      }),

    open: ({ dashboard_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const { dashboard } = await drawnDashboard(q, fleet, caller, dashboard_id)
        const document = new StoredJson(await documentOf(q, dashboard_id))
        return { dashboard, document, lock: locks.holderOf(dashboard_id), may_edit: dashboard.may_edit }
      }),

    lock: ({ dashboard_id, ...page }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const { dashboard } = await drawnDashboard(q, fleet, caller, dashboard_id)
        return { ...lockAnswer(locks, dashboard_id, caller, { ...page, mayHold: true }), revision: dashboard.revision }
      }),

    thumbnail: ({ dashboard_id, version_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        if (version_id !== undefined) {
          const version = await q
            .selectFrom('dashboard_version')
            .select(['dashboard_id', 'thumbnail as picture'])
            .where('version_id', '=', version_id)
            .executeTakeFirst()
          if (!version || version.dashboard_id !== (dashboard_id ?? version.dashboard_id)) throw new ApiError('118001')
          await drawnDashboard(q, fleet, caller, version.dashboard_id)
          return { picture: version.picture }
        }
        if (dashboard_id === undefined)
          throw new WrongField('dashboard_id', { zh: '请指定仪表盘或版本', en: 'names no dashboard and no version' })
        await seenDashboard(q, fleet, caller, dashboard_id)
        const { picture } = await q
          .selectFrom('dashboard')
          .select('thumbnail as picture')
          .where('dashboard_id', '=', dashboard_id)
          .executeTakeFirstOrThrow()
        return { picture }
      }),
  }
}
