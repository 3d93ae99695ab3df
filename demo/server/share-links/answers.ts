import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { mayShare } from '../../../core/catalogue/held-rights.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers, ParsedInputOf } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudit } from '../audit/index.ts'
import { dashboardToShare } from '../dashboards/index.ts'
import { countAlone } from '../db/count-alone.ts'
import type { Db } from '../db/db.ts'
import { hashPassword } from '../db/passwords.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import { seenDevice } from '../fleet/seen-devices.ts'
import { type Caller, canPassOn } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { turnOfPerson } from '../limits/password-turns.ts'
import type { Budgets } from '../limits/rates.ts'
import { requireRoom } from '../quotas/index.ts'
import { requireSession } from '../rights/index.ts'
import { requireScreenToShare } from '../screens/index.ts'
import { keptLinkAnswers, requireFuture } from './kept.ts'
import { ownLink } from './rows.ts'
import { linkOpening } from './share-token.ts'
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
const TOKEN_BYTES = 32

export const shareHash = (share: string): Buffer => createHash('sha256').update(share).digest()

type Creation = ParsedInputOf<Contract['shareLink']['create']>

interface LinkAnswers {
  shareLink: Answers<Contract['shareLink'], Caller>
  sharedDashboard: Answers<Contract['sharedDashboard'], Caller>
}

export function shareLinkAnswers(parts: ShareLinkParts): LinkAnswers {
  const { db, fleet, shares, budgets, now = Date.now } = parts
  const opening = linkOpening({ db, fleet, shares, budgets, now })

  /** What the link shows, which the caller may put before others; else a refusal that says why not. */
  async function requireShareable(q: Kysely<Schema>, caller: Caller, { screen_id, dashboard_id, sn_code }: Creation) {
    const device = sn_code ? devicePassedOn(caller, sn_code) : null
    const { template_id, target } =
      dashboard_id === undefined
        ? await requireScreen(q, caller, screen_id as number)
        : await requireDashboard(q, caller, dashboard_id)
    if (device && template_id !== null && device.template_id !== template_id)
      throw new WrongField('sn_code', { zh: '设备未绑定该模板', en: 'is not bound to the template' }, '110509')
    return { target, sn_code: device?.sn_code ?? null }
  }

  async function requireScreen(q: Kysely<Schema>, caller: Caller, screen_id: number) {
    if (!mayShare(caller.roles, 'screen')) throw new ApiError('100015')
    const { template_id, screen_name } = await requireScreenToShare(q, fleet, caller, screen_id)
    return { template_id, target: screen_name }
  }

  async function requireDashboard(q: Kysely<Schema>, caller: Caller, dashboard_id: number) {
    const found = await dashboardToShare(q, caller, dashboard_id)
    if (!found) throw new ApiError('118001')
    const { template_id, dashboard_name } = found
    if (!mayShare(caller.roles, template_id === null ? 'dashboard' : 'equipment')) throw new ApiError('100015')
    return { template_id, target: dashboard_name }
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
    sharedDashboard: { open: opening.dashboard },
    shareLink: {
      open: opening.screen,

      ...keptLinkAnswers({ db, shares, now }),

      async create(input, caller) {
        const { screen_id = null, dashboard_id = null, name, expires_time = null, views_most = null, password } = input
        if ((screen_id === null) === (dashboard_id === null))
          throw new WrongField('screen_id', { zh: '请指定画面或仪表盘', en: 'or dashboard_id, one of them, is needed' })
        requireFuture(expires_time, now())
        const { tenant_id, user_id, user_name } = caller
        await db.tenant(tenant_id, (q) => requireShareable(q, caller, input))
        const password_hash = password ? await hashPassword(password, turnOfPerson(caller)) : null
        const share = randomBytes(TOKEN_BYTES).toString('base64url')
        const link = await db.tenant(tenant_id, async (q) => {
          await requireSession(q, caller)
          const { target: screen_name, sn_code } = await requireShareable(q, caller, input)
          await requireRoomForLink(q, caller)
          const { link_id } = await q
            .insertInto('share_link')
            .values({
              tenant_id,
              token_hash: shareHash(share),
              screen_id,
              dashboard_id,
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
    },
  }
}
