import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudit, writeChange } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import { hashPassword } from '../db/passwords.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { sortOf } from '../http/sort.ts'
import { turnOfPerson } from '../limits/password-turns.ts'
import { requireSession } from '../rights/index.ts'
import { LINK_SORTS, type LinkSort, linkPage, ownLink } from './rows.ts'
import type { Shares } from './shares.ts'

const VIEWS_SHOWN = 200

type Keeping = 'list' | 'edit' | 'revoke' | 'views'

export function requireFuture(time: number | null | undefined, now: number): void {
  if (typeof time === 'number' && time <= now)
    throw new WrongField('expires_time', { zh: '应为将来的时间', en: 'must be in the future' })
}

interface KeptParts {
  db: Db
  shares: Shares
  now: () => number
}

/** Answers that look after the links that there are. */
export function keptLinkAnswers({ db, shares, now }: KeptParts): Pick<Answers<Contract['shareLink'], Caller>, Keeping> {
  return {
    async list({ page, page_size, sort = '-created_time', screen_id, dashboard_id }, caller) {
      const { field, isDescending } = sortOf(sort, Object.keys(LINK_SORTS) as LinkSort[])
      const wanted = { screen_id, dashboard_id, page, page_size, sort: field, isDescending }
      return db.tenant(caller.tenant_id, (q) => linkPage(q, caller, wanted))
    },

    async edit({ link_id, password, ...fields }, caller) {
      requireFuture(fields.expires_time, now())
      const password_hash = password ? await hashPassword(password, turnOfPerson(caller)) : null
      const link = await db.tenant(caller.tenant_id, async (q) => {
        await requireSession(q, caller)
        const before = await ownLink(q, caller, link_id)
        if (!before || before.is_revoked) throw new ApiError('118301')
        // Whoever only made what it shows may end it: how long it goes on is for who put his own sight behind it to say.
        if (!before.may_edit) throw new ApiError('100015')
        const { name = before.name, expires_time = before.expires_time, views_most = before.views_most } = fields
        const described = { name, expires_time, views_most }
        const changed = password === undefined ? {} : { password_hash }
        // Pages that are open ask for a new one.
        const since = password_hash === null ? {} : { password_time: now() }
        await q
          .updateTable('share_link')
          .set({ ...described, ...changed, ...since })
          .where('link_id', '=', link_id)
          .execute()
        const has_password = password === undefined ? before.has_password : password_hash !== null
        const detail = changesOf(before, { ...described, has_password, ...(password && { password: 'new' }) })
        await writeChange(q, caller, { action: 'share-edit', target: before.name, detail }, now())
        return ownLink(q, caller, link_id)
      })
      if (!link) throw new ApiError('118301')
      shares.changed(link_id)
      return link
    },

    async revoke({ link_id }, caller) {
      await db.tenant(caller.tenant_id, async (q) => {
        const link = await ownLink(q, caller, link_id)
        if (!link) throw new ApiError('118301')
        if (link.is_revoked) return
        await q.updateTable('share_link').set({ revoked_time: now() }).where('link_id', '=', link_id).execute()
        const detail = changesOf({}, { screen_name: link.screen_name, sn_code: link.sn_code })
        await writeAudit(q, caller, { action: 'share-revoke', target: link.name, detail }, now())
      })
      shares.changed(link_id)
      return {}
    },

    async views({ link_id }, caller) {
      return db.tenant(caller.tenant_id, async (q) => {
        if (!(await ownLink(q, caller, link_id))) throw new ApiError('118301')
        return q
          .selectFrom('share_view')
          .select(['view_time', 'address', 'agent'])
          .where('link_id', '=', link_id)
          .orderBy('view_time', 'desc')
          .orderBy('view_id', 'desc')
          .limit(VIEWS_SHOWN)
          .execute()
      })
    },
  }
}
