import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { OFFERED_DAYS } from '../../../core/contract/device-claim.ts'
import type { Row, Schema } from '../db/schema.ts'
import { type Caller, canWrite, NOBODY } from '../http/caller.ts'
import { notifyUser } from '../messages/index.ts'
import { heldBy, heldByEach } from '../rights/index.ts'
import { mayGiveAway } from './find-device.ts'

export const OFFERED_MS = OFFERED_DAYS * DAY_MS
/** Offers of others that one user is shown of at a time: nobody floods somebody with them. */
const MOST_RECEIVED = 50

/** Whether the caller may offer a device, by its row. */
export const mayOffer = (
  caller: Caller,
  row: Pick<Row<'device'>, 'tenant_id' | 'group_id' | 'sn_code' | 'registered_user_id'>,
): boolean => hasRight(caller.roles, 'P30200') && mayGiveAway(caller, row) && canWrite(caller, row)

/** Offers of devices that are there, by their time; as the owner, who knows both organisations. */
const offerRows = (q: Kysely<Schema>, time: number) =>
  q
    .selectFrom('device_offer as o')
    .innerJoin('device as d', (join) =>
      join.onRef('d.tenant_id', '=', 'o.tenant_id').onRef('d.device_id', '=', 'o.device_id'),
    )
    .innerJoin('app_user as b', (join) =>
      join.onRef('b.tenant_id', '=', 'o.tenant_id').onRef('b.user_id', '=', 'o.by_user_id'),
    )
    .select(['o.tenant_id', 'o.offer_id', 'o.device_id', 'o.by_user_id', 'o.to_name', 'o.is_named', 'o.to_tenant_id'])
    .select([
      'o.to_user_id',
      'o.with_history',
      'o.history_bytes',
      'o.offered_time',
      'd.sn_code',
      'd.dev_alias',
      'd.dev_model',
    ])
    .select(['d.group_id', 'd.registered_user_id', 'b.user_name as by_user_name', 'b.name as by_name'])
    .select('b.full_name as by_full_name')
    .where('d.deregistered_time', 'is', null)
    .where('o.offered_time', '>', time - OFFERED_MS)
    .orderBy('o.offered_time', 'desc')
    .orderBy('o.offer_id', 'desc')
export type OfferRow = Awaited<ReturnType<ReturnType<typeof offerRows>['execute']>>[number]

/** Those of these whose makers could make them now. */
async function standing(q: Kysely<Schema>, rows: readonly OfferRow[]): Promise<OfferRow[]> {
  const stand = new Set<OfferRow>()
  for (const tenant_id of new Set(rows.map((row) => row.tenant_id))) {
    const its = rows.filter((row) => row.tenant_id === tenant_id)
    const makers = await heldByEach(q, tenant_id, [...new Set(its.map(({ by_user_id }) => by_user_id))])
    for (const row of its) {
      const maker = makers.get(row.by_user_id)
      if (maker && mayOffer({ ...NOBODY, ...maker }, row)) stand.add(row)
    }
  }
  return rows.filter((row) => stand.has(row))
}

export const offersTo = async (q: Kysely<Schema>, { tenant_id, user_id }: Caller, time: number) =>
  standing(
    q,
    await offerRows(q, time).where('o.to_tenant_id', '=', tenant_id).where('o.to_user_id', '=', user_id).execute(),
  )

export const offersOf = async (q: Kysely<Schema>, caller: Caller, time: number) => {
  const rows = await offerRows(q, time).where('o.tenant_id', '=', caller.tenant_id).execute()
  return standing(
    q,
    rows.filter((row) => mayOffer(caller, row)),
  )
}

/** One of either kind; undefined where there is none for the caller. */
export async function offerFor(q: Kysely<Schema>, caller: Caller, offer_id: number, time: number) {
  const [row] = await standing(q, await offerRows(q, time).where('o.offer_id', '=', offer_id).execute())
  if (!row) return undefined
  const isReceived = row.to_tenant_id === caller.tenant_id && row.to_user_id === caller.user_id
  const isOwn = row.tenant_id === caller.tenant_id && mayOffer(caller, row)
  return isReceived || isOwn ? { ...row, isReceived } : undefined
}

/** Who takes what is offered to this name; null alike for whoever is not there, may register nothing, or was offered much. */
export async function receiverCalled(q: Kysely<Schema>, caller: Caller, user_name: string) {
  const found = await q
    .selectFrom('app_user')
    .select(['tenant_id', 'user_id'])
    .where(sql`lower(user_name)`, '=', user_name.toLowerCase())
    .where('user_id', '<>', caller.user_id)
    .where('is_experience', '=', false)
    .executeTakeFirst()
  const held = found && (await heldBy(q, found))
  if (!found || !held || !hasRight(held.roles, 'P30100')) return null
  const { waiting } = await q
    .selectFrom('device_offer')
    .select((on) => on.fn.countAll<number>().as('waiting'))
    .where('to_user_id', '=', found.user_id)
    .executeTakeFirstOrThrow()
  return waiting < MOST_RECEIVED ? found : null
}

/** Ends what is offered of a device; whom it was offered to is notified. As the owner. */
export async function endOffersOfDevice(
  q: Kysely<Schema>,
  { tenant_id, device_id, sn_code }: Pick<Row<'device'>, 'tenant_id' | 'device_id' | 'sn_code'>,
  time: number,
): Promise<void> {
  const ended = await q
    .deleteFrom('device_offer')
    .where('tenant_id', '=', tenant_id)
    .where('device_id', '=', device_id)
    .returning(['to_tenant_id', 'to_user_id', 'offered_time'])
    .execute()
  for (const { to_tenant_id, to_user_id, offered_time } of ended)
    if (to_tenant_id !== null && to_user_id !== null && offered_time > time - OFFERED_MS)
      await notifyUser(q, {
        tenant_id: to_tenant_id,
        user_id: to_user_id,
        kind: 'device-offer-ended',
        params: { sn_code },
        time,
      })
}

/** Deletes what is over. For a job. */
export async function deleteOldOffers(q: Kysely<Schema>, time: number): Promise<void> {
  await q
    .deleteFrom('device_offer')
    .where('offered_time', '<=', time - OFFERED_MS)
    .execute()
}
