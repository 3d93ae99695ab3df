import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { DeviceOffer } from '../../../core/contract/device-claim.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudit } from '../audit/index.ts'
import { seenDevice } from '../fleet/seen-devices.ts'
import { type Caller, canSee, canWrite } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { costOfSorting, sortedPage } from '../http/sort.ts'
import { demand, openBudget } from '../limits/limiter.ts'
import { notifyUser } from '../messages/index.ts'
import { chosenUsers, NOBODY_THERE, reachingNow } from '../rights/index.ts'
import { createAcceptance, lockDevice, type TransferParts } from './accept-offer.ts'
import { requireTemplate } from './add-devices.ts'
import { requireMayLeave, requireReal } from './find-device.ts'
import { groupForDevice } from './group.ts'
import { bytesIn, sizesOfPoints } from './move.ts'
import {
  endOffersOfDevice,
  mayOffer,
  OFFERED_MS,
  type OfferRow,
  offerFor,
  offersOf,
  offersTo,
  receiverCalled,
} from './offers.ts'

/** Names of other organisations that one may type: each is somebody who is written to. */
const NAMES = { most: 20, perMs: HOUR_MS } as const

/** An offer as one side sees it. */
function asShown(row: OfferRow, isReceived: boolean): DeviceOffer {
  const isOutside = isReceived ? row.tenant_id !== row.to_tenant_id : row.is_named
  const isHidden = isReceived && isOutside
  return {
    offer_id: row.offer_id,
    sn_code: row.sn_code,
    dev_alias: isHidden ? '' : row.dev_alias,
    dev_model: row.dev_model,
    by_name: isHidden ? '' : row.by_name,
    to_name: row.to_name,
    is_outside: isOutside,
    with_history: row.with_history,
    history_bytes: isReceived ? row.history_bytes : null,
    offered_time: row.offered_time,
    ends_time: row.offered_time + OFFERED_MS,
  }
}

export function transferAnswers(parts: TransferParts): Answers<Contract['deviceTransfer'], Caller> {
  const { db, fleet, now = Date.now } = parts
  const { received, acceptWithin, acceptFromOutside } = createAcceptance(parts)
  const names = openBudget(NAMES)

  return {
    async list({ of, search = '', page, page_size, sort }, caller) {
      const text = search.trim().toLowerCase()
      const isReceived = of === 'received'
      const found = await db.systemFor(caller.tenant_id, (q) =>
        isReceived ? offersTo(q, caller, now()) : offersOf(q, caller, now()),
      )
      const shown = found
        .map((row) => asShown(row, isReceived))
        .filter((row) => [row.sn_code, row.dev_alias, row.by_name, row.to_name].join('\n').toLowerCase().includes(text))
      caller.spend?.(costOfSorting(found.length))
      return { rows: sortedPage(shown, { page, page_size, sort }), total: shown.length }
    },

    async offer({ sn_code: named, user_id, user_name, with_history }, caller) {
      const { tenant_id } = caller
      if ((user_id === undefined) === (user_name === undefined))
        throw new WrongField('user_id', { zh: '请选择用户或填写用户名', en: 'or a user_name is to be named' })
      const device = seenDevice(fleet, caller, named)
      requireReal(device)
      const time = now()
      await db.systemFor(tenant_id, async (q) => {
        const row = await lockDevice(q, device)
        requireMayOffer(await reachingNow(q, caller), row)
      })
      if (user_name !== undefined) demand([names, `${tenant_id}`])
      const [person] = user_id === undefined ? [] : await db.tenant(tenant_id, (q) => chosenUsers(q, caller, [user_id]))
      if (user_id !== undefined && (!person || user_id === caller.user_id))
        throw new WrongField('user_id', NOBODY_THERE, '100014')
      // At the offerer's cost, once: whoever receives many is not kept waiting.
      const sizes =
        with_history && !person ? await db.systemFor(tenant_id, (q) => sizesOfPoints(q, device), 'history') : null
      await db.systemFor(tenant_id, async (q) => {
        const row = await lockDevice(q, device)
        requireMayOffer(await reachingNow(q, caller), row)
        if (user_name !== undefined) await requireMayLeave(q, caller, row)
        const { device_id, dev_alias, sn_code } = row
        await endOffersOfDevice(q, row, time)
        const to = person ? { tenant_id, user_id: person.user_id } : await receiverCalled(q, caller, user_name ?? '')
        const to_name = person?.user_name ?? user_name ?? ''
        const isOutside = to?.tenant_id !== tenant_id
        await q
          .insertInto('device_offer')
          .values({
            tenant_id,
            device_id,
            by_user_id: caller.user_id,
            to_name,
            is_named: user_name !== undefined,
            to_tenant_id: to?.tenant_id ?? null,
            to_user_id: to?.user_id ?? null,
            with_history: with_history || person !== undefined,
            history_bytes: sizes && bytesIn(sizes),
            offered_time: time,
          })
          .execute()
        if (to && isOutside) await notifyUser(q, { ...to, kind: 'device-offered-outside', params: { sn_code }, time })
        else if (to)
          await notifyUser(q, { ...to, kind: 'device-offered', params: { by: caller.user_name, dev_alias }, time })
        const detail = { sn_code, ...changesOf({}, { to_name, with_history }) }
        await writeAudit(q, caller, { action: 'device-offer', target: dev_alias, detail }, time)
      })
      return {}
    },

    async accept({ offer_id, group_id, dev_alias, template_id }, caller) {
      const offer = await db.systemFor(caller.tenant_id, (q) => received(q, caller, offer_id))
      const { sn_code } = offer
      const device = fleet.of(offer)
      if (!device) throw new ApiError('110538')
      const isOwn = offer.tenant_id === caller.tenant_id
      const group = await groupForDevice(db, caller, group_id ?? (isOwn ? offer.group_id : undefined))
      if (isOwn) {
        await acceptWithin(offer, caller, group)
        return { sn_code }
      }
      if (template_id !== undefined) await db.tenant(caller.tenant_id, (q) => requireTemplate(q, caller, template_id))
      await caller.requireStill?.()
      await acceptFromOutside(offer, device, caller, { group_id: group, dev_alias: dev_alias ?? sn_code, template_id })
      return { sn_code }
    },

    async end({ offer_id }, caller) {
      const time = now()
      await db.systemFor(caller.tenant_id, async (q) => {
        const offer = await offerFor(q, caller, offer_id, time)
        if (!offer) throw new ApiError('110538')
        const { tenant_id, sn_code, dev_alias, isReceived } = offer
        if (isReceived) {
          const { numDeletedRows } = await q
            .deleteFrom('device_offer')
            .where('offer_id', '=', offer_id)
            .executeTakeFirst()
          // Accepted meanwhile.
          if (numDeletedRows === 0n) throw new ApiError('110538')
          const notice = { tenant_id, user_id: offer.by_user_id, time }
          await notifyUser(q, { ...notice, kind: 'device-offer-declined', params: { dev_alias } })
        } else await endOffersOfDevice(q, offer, time)
        const isOwn = tenant_id === caller.tenant_id
        const target = isOwn ? dev_alias : sn_code
        await writeAudit(q, caller, { action: 'device-offer-end', target, detail: { sn_code } }, time)
      })
      return {}
    },
  }
}

function requireMayOffer(caller: Caller, row: Parameters<typeof mayOffer>[1]): void {
  if (!canSee(caller, row)) throw new ApiError('110509')
  if (mayOffer(caller, row)) return
  throw new ApiError(canWrite(caller, row) ? '110538' : '110539')
}
