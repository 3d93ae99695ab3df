import type { Kysely } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Dashboard } from '../../../core/contract/dashboard.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudit } from '../audit/index.ts'
import type { Schema } from '../db/schema.ts'
import {
  addUse,
  type BoundPoints,
  dropOldVersions,
  keepUse,
  keepVersion,
  type Picture,
  readPicture,
  requireNewRanges,
  requireTurn,
  versionAsRow,
  versionsOf,
  withVersionsRead,
} from '../documents/index.ts'
import type { StoredText } from '../files/document.ts'
import type { Caller } from '../http/caller.ts'
import { StoredJson } from '../http/stored-json.ts'
import { requireScreenSpace } from '../quotas/index.ts'
import { showVersion } from './add.ts'
import { readKeptDashboard, readSentDashboard } from './document.ts'
import { boundBySaver, openForVisitors } from './for-visitors.ts'
import { type DashboardParts, documentOf, drawnDashboard, editableDashboard, seenDashboard } from './rows.ts'

type Saving = 'save' | 'versions' | 'version' | 'restore'

interface Newest {
  document: StoredText
  picture: Partial<Picture>
  kind: 'autosave' | 'saved' | 'restored'
  note: string
  /** By who does not see all devices; null for who does. */
  bound: BoundPoints | null
  time: number
}

export function dashboardSaveAnswers(parts: DashboardParts): Pick<Answers<Contract['dashboard'], Caller>, Saving> {
  const { db, fleet, locks, now } = parts

  /** Makes a document the newest revision, which others see unless it is a draft, and keeps it as a version. */
  async function write(q: Kysely<Schema>, caller: Caller, dashboard: Dashboard, newest: Newest): Promise<Dashboard> {
    const { tenant_id, user_name } = caller
    const { dashboard_id } = dashboard
    const { picture, kind, note, bound, time } = newest
    const { text: document, width, height } = newest.document
    const revision = dashboard.revision + 1
    const isDraft = kind === 'autosave'
    await requireScreenSpace(q, caller, { document, ...picture })
    const visitor_points = isDraft ? null : await openForVisitors(q, fleet, caller, dashboard_id, bound)
    const drawn = { revision, document, changed_time: time, changed_by: user_name }
    // Lists show the size and the picture of what is shown.
    const isListed = !isDraft || dashboard.shown_revision === null
    await q
      .updateTable('dashboard')
      .set(isListed ? { ...drawn, width, height, ...picture } : drawn)
      .where('dashboard_id', '=', dashboard_id)
      .execute()
    await (isDraft ? addUse : keepUse)(q, tenant_id, { dashboard_id }, document)
    const version_id = await keepVersion(q, 'dashboard', dashboard_id, { kind, note, user_name, ...picture })
    if (visitor_points !== null)
      await q.updateTable('dashboard_version').set({ visitor_points }).where('version_id', '=', version_id).execute()
    if (!isDraft) {
      // Of a version from before, and of what another has drawn since the last, nobody says that he looked at what it does.
      const isAnothers = dashboard.revision !== dashboard.shown_revision && dashboard.changed_by !== user_name
      const shown_user_id = kind === 'restored' || isAnothers ? null : caller.user_id
      await showVersion(q, { dashboard_id, shown_version_id: version_id, shown_revision: revision, shown_user_id })
      const before = { revision: dashboard.shown_revision }
      const detail = changesOf(before, { revision, kind, ...(note && { note }) })
      await writeAudit(q, caller, { action: 'dashboard-save', target: dashboard.dashboard_name, detail }, time)
    }
    await dropOldVersions(q, tenant_id, 'dashboard', dashboard_id, time)
    return (await seenDashboard(q, fleet, caller, dashboard_id)).dashboard
  }

  /** A version of a dashboard that the caller draws: the others see no drafts. */
  async function drawnVersion(q: Kysely<Schema>, caller: Caller, version_id: number) {
    const row = await versionAsRow(q, 'dashboard', version_id)
    if (!row) throw new ApiError('118001')
    await drawnDashboard(q, fleet, caller, row.of_id)
    return row
  }

  return {
    async save({ dashboard_id, revision, document: sent, kind, note, thumbnail, editor_id }, caller) {
      const document = await readSentDashboard(sent, caller)
      const replaced = () =>
        db.tenant(caller.tenant_id, async (q) => {
          await drawnDashboard(q, fleet, caller, dashboard_id)
          return documentOf(q, dashboard_id)
        })
      await requireNewRanges(document, caller, replaced)
      const bound = kind === 'autosave' ? null : await boundBySaver(document.text, caller)
      return withVersionsRead(db, caller.tenant_id, async (q) => {
        const { dashboard } = await editableDashboard(q, fleet, caller, dashboard_id)
        requireTurn(locks, dashboard_id, caller, { newest: dashboard.revision, revision, editor_id })
        const picture = thumbnail === undefined ? {} : readPicture(thumbnail)
        return write(q, caller, dashboard, { document, picture, kind, note, bound, time: now() })
      })
    },

    versions: ({ dashboard_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        await drawnDashboard(q, fleet, caller, dashboard_id)
        return versionsOf(q, 'dashboard', dashboard_id)
      }),

    version: ({ version_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const { version, document } = await drawnVersion(q, caller, version_id)
        return { version, document: new StoredJson(document) }
      }),

    async restore({ version_id, revision, editor_id }, caller) {
      const found = await db.tenant(caller.tenant_id, (q) => drawnVersion(q, caller, version_id))
      const { of_id: dashboard_id, picture, version } = found
      const document = await readKeptDashboard(found.document, caller)
      const bound = await boundBySaver(document.text, caller)
      return withVersionsRead(db, caller.tenant_id, async (q) => {
        const { dashboard } = await editableDashboard(q, fleet, caller, dashboard_id)
        requireTurn(locks, dashboard_id, caller, { newest: dashboard.revision, revision, editor_id })
        const note = `#${version.revision}`
        return write(q, caller, dashboard, { document, picture, kind: 'restored', note, bound, time: now() })
      })
    },
  }
}
