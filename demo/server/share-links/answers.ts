import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { mayShareScreens } from '../../../core/catalogue/held-rights.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudit } from '../audit/index.ts'
import { countAlone } from '../db/count-alone.ts'
import type { Db } from '../db/db.ts'
import { hashPassword } from '../db/passwords.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import { seenDevice } from '../fleet/seen-devices.ts'
import { type Caller, canPassOn } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { sortOf } from '../http/sort.ts'
import { turnOfPerson } from '../limits/password-turns.ts'
import type { Budgets } from '../limits/rates.ts'
import { requireRoom } from '../quotas/index.ts'
import { requireSession } from '../rights/index.ts'
import { screenAsRow } from '../screens/index.ts'
import { mayPassOnTemplate, shownTemplate } from '../templates/index.ts'
import { LINK_SORTS, type LinkSort, linkPage, ownLink } from './rows.ts'
import { shareLinkOpening } from './share-token.ts'
import type { Shares } from './shares.ts'

export interface ShareLinkParts {
  db: Db
  fleet: Fleet
  shares: Shares
  budgets: Budgets
  now?: () => number
}

/** Links of one user that open something. */
const LINKS_MOST = 500
const VIEWS_SHOWN = 200
const TOKEN_BYTES = 32

export const shareHash = (share: string): Buffer => createHash('sha256').update(share).digest()

export function shareLinkAnswers(parts: ShareLinkParts): Answers<Contract['shareLink'], Caller> {
  const { db, fleet, shares, budgets, now = Date.now } = parts

  /** A screen that was published, of a template that the caller may see or whose device the caller may see. */
  async function requireShareable(q: Kysely<Schema>, caller: Caller, screen_id: number, sn_code: string | null) {
    const screen = await screenAsRow(q, screen_id)
    const { is_published, template_id } = await shownTemplate(q, fleet, caller, screen.template_id)
    if (!(await mayPassOnTemplate(q, caller, template_id))) throw new ApiError('100015')
    if (!is_published || screen.published_revision === null)
      throw new WrongField('screen_id', { zh: '画面未发布', en: 'is not published' }, '115005')
    if (sn_code !== null && devicePassedOn(caller, sn_code).template_id !== template_id)
      throw new WrongField('sn_code', { zh: '设备未绑定该模板', en: 'is not bound to the template' }, '110509')
    return screen
  }

  /** What is shared with somebody is not passed on by a link. */
  function devicePassedOn(caller: Caller, sn_code: string): LiveDevice {
    const device = seenDevice(fleet, caller, sn_code)
    if (!canPassOn(caller, device)) throw new ApiError('100015')
    return device
  }

  async function requireRoomForLink(q: Kysely<Schema>, { user_id }: Caller): Promise<void> {
    const { count } = await countAlone(q, 'valid share links', () =>
      q
        .selectFrom('share_link')
        .select((on) => on.fn.countAll<number>().as('count'))
        .where('created_user_id', '=', user_id)
        .where('revoked_time', 'is', null)
        .where((on) => on.or([on('expires_time', 'is', null), on('expires_time', '>', now())]))
        .executeTakeFirstOrThrow(),
    )
    if (count >= LINKS_MOST) throw new ApiError('118304')
    await requireRoom(q, 'share_links')
  }

  return {
    ...shareLinkOpening({ db, fleet, shares, budgets, now }),

    async list({ page, page_size, sort = '-created_time', screen_id }, caller) {
      const { field, isDescending } = sortOf(sort, Object.keys(LINK_SORTS) as LinkSort[])
      const wanted = { screen_id, page, page_size, sort: field, isDescending }
      return db.tenant(caller.tenant_id, (q) => linkPage(q, caller, wanted))
    },

    async create({ screen_id, sn_code: named = null, name, expires_time = null, views_most = null, password }, caller) {
      const { tenant_id, user_id, user_name } = caller
      if (!mayShareScreens(caller.roles)) throw new ApiError('100015')
      if (expires_time !== null && expires_time <= now())
        throw new WrongField('expires_time', { zh: '应为将来的时间', en: 'must be in the future' })
      const sn_code = named === null ? null : devicePassedOn(caller, named).sn_code
      await db.tenant(tenant_id, (q) => requireShareable(q, caller, screen_id, sn_code))
      const password_hash = password ? await hashPassword(password, turnOfPerson(caller)) : null
      const share = randomBytes(TOKEN_BYTES).toString('base64url')
      const link = await db.tenant(tenant_id, async (q) => {
        await requireSession(q, caller)
        const { screen_name } = await requireShareable(q, caller, screen_id, sn_code)
        await requireRoomForLink(q, caller)
        const { link_id } = await q
          .insertInto('share_link')
          .values({
            tenant_id,
            token_hash: shareHash(share),
            screen_id,
            sn_code,
            name,
            expires_time,
            views_most,
            password_hash,
            created_time: now(),
            created_user_id: user_id,
            user_name,
          })
          .returning('link_id')
          .executeTakeFirstOrThrow()
        const audited = { screen_name, sn_code, expires_time, views_most, has_password: password_hash !== null }
        await writeAudit(q, caller, { action: 'share-create', target: name, detail: changesOf({}, audited) }, now())
        return ownLink(q, caller, link_id)
      })
      if (!link) throw new ApiError('118301')
      return { link, share }
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
