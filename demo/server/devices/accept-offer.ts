import type { Kysely } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import { changesOf, writeAudit } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import { insertLogRows } from '../db/device-log-rows.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { notifyUser } from '../messages/index.ts'
import { heldBy } from '../rights/index.ts'
import { requireMayLeave } from './find-device.ts'
import { moveToOrganisation, type NewPlace, sizesOfPoints } from './move.ts'
import { type OfferRow, offerFor } from './offers.ts'
import { endSharesOfDevice } from './shares.ts'

export interface TransferParts {
  db: Db
  fleet: Fleet
  /** Ends what stands of a device, in the transaction that takes it away. */
  alarms: { endWith(device: LiveDevice, work: (q: Kysely<Schema>) => Promise<void>): Promise<void> }
  /** Ends a device's connections. */
  disconnect: (sn_code: string) => void
  sessions: {
    changed(tenant_id: number): void
    regrouped(tenant_id: number, user_ids: readonly number[]): void
  }
  /** Bytes of all pictures of an organisation. */
  mostPictures?: number
  now?: () => number
}

/** The device's row, which nobody else changes until this transaction ends; as the owner. */
export async function lockDevice(
  q: Kysely<Schema>,
  { tenant_id, device_id }: Pick<LiveDevice, 'tenant_id' | 'device_id'>,
) {
  const row = await q
    .selectFrom('device')
    .selectAll()
    .where('tenant_id', '=', tenant_id)
    .where('device_id', '=', device_id)
    .where('deregistered_time', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new ApiError('110509')
  return row
}

const notifyTaken = (q: Kysely<Schema>, { tenant_id, by_user_id, dev_alias }: OfferRow, time: number) =>
  notifyUser(q, { tenant_id, user_id: by_user_id, kind: 'device-offer-accepted', params: { dev_alias }, time })

/** Takes over devices that were offered: from a colleague, or from another organisation. */
export function createAcceptance(parts: TransferParts) {
  const { db, fleet, alarms, disconnect, sessions, mostPictures, now = Date.now } = parts
  /** An offer that is the caller's to accept, with its device. */
  async function received(q: Kysely<Schema>, caller: Caller, offer_id: number): Promise<OfferRow> {
    const offer = await offerFor(q, caller, offer_id, now())
    if (!offer?.isReceived) throw new ApiError('110538')
    return offer
  }

  async function acceptWithin(offer: OfferRow, caller: Caller, group_id: number): Promise<void> {
    const { tenant_id, device_id, sn_code } = offer
    const time = now()
    const unshared = await db.systemFor(tenant_id, async (q) => {
      const before = await lockDevice(q, offer)
      await received(q, caller, offer.offer_id)
      const set = { registered_user_id: caller.user_id, group_id }
      await q.updateTable('device').set(set).where('device_id', '=', device_id).execute()
      await q.deleteFrom('device_offer').where('offer_id', '=', offer.offer_id).execute()
      const ended = await endSharesOfDevice(q, caller, device_id, time)
      await notifyTaken(q, offer, time)
      const changed = changesOf(
        { registered_by: offer.by_user_name, group_id: before.group_id },
        { registered_by: caller.user_name, group_id },
      )
      const detail = { sn_code, ...changed }
      await writeAudit(q, caller, { action: 'device-transfer', target: before.dev_alias, detail }, time)
      return ended
    })
    await fleet.reloadFirst(tenant_id, sn_code)
    if (unshared.length > 0) sessions.regrouped(tenant_id, unshared)
    else sessions.changed(tenant_id)
  }

  async function acceptFromOutside(offer: OfferRow, device: LiveDevice, caller: Caller, to: NewPlace): Promise<void> {
    const { tenant_id, device_id, sn_code, by_user_name } = offer
    const time = now()
    const sizes = offer.with_history ? await db.systemFor(tenant_id, (q) => sizesOfPoints(q, device), 'reports') : []
    const unshared: number[] = []
    await alarms.endWith(device, async (q) => {
      const row = await lockDevice(q, offer)
      await received(q, caller, offer.offer_id)
      const holder = await heldBy(q, { tenant_id, user_id: offer.by_user_id })
      if (!holder) throw new ApiError('110538')
      await requireMayLeave(q, holder, row)
      await q.deleteFrom('device_offer').where('offer_id', '=', offer.offer_id).execute()
      unshared.push(...(await endSharesOfDevice(q, { tenant_id, user_name: by_user_name }, device_id, time)))
      const kind = 'deregistered'
      await insertLogRows(q, [{ tenant_id, device_id, kind, log_time: time, detail: '{}' }])
      // The old side hears of its own offer, and the new one of what it registered: of the other neither hears more.
      const { by_user_id: user_id, by_full_name: full_name } = offer
      const maker = { tenant_id, user_id, user_name: by_user_name, full_name, by: null, address: '' }
      const { to_name, with_history } = offer
      const gone = changesOf({ is_registered: true }, { is_registered: false, to_name, with_history })
      const audited = { action: 'device-transfer', target: row.dev_alias, detail: { sn_code, ...gone } } as const
      await writeAudit(q, maker, audited, time)
      await notifyTaken(q, offer, time)
      await moveToOrganisation(q, { row, caller, offer, to, time, sizes, mostPictures })
      const { dev_alias, group_id, template_id = null } = to
      const made = changesOf({}, { is_registered: true, dev_alias, group_id, template_id, with_history })
      await writeAudit(q, caller, { action: 'device-transfer', target: dev_alias, detail: { sn_code, ...made } }, time)
    })
    // First: whoever comes back at once is the new side's.
    await fleet.reloadFirst(caller.tenant_id, sn_code)
    if (unshared.length > 0) sessions.regrouped(tenant_id, unshared)
    disconnect(sn_code)
  }

  return { received, acceptWithin, acceptFromOutside }
}
