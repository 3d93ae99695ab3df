import { type Kysely, sql } from 'kysely'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import { DEREGISTERED_DAYS, type DeregisteredDevice } from '../../../core/contract/device-end.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { snKey } from '../../../core/rules/sn.ts'
import type { Alarms } from '../alarms/index.ts'
import { changesOf, writeAudit } from '../audit/index.ts'
import { type Db, DbError } from '../db/db.ts'
import { insertLogRows } from '../db/device-log-rows.ts'
import type { Row, Schema } from '../db/schema.ts'
import { forgetUnregistered, listingsOf, unregisteredOfSn } from '../db/unregistered-rows.ts'
import { mayGiveAway, requireMayGiveAway, requireMayLeave } from '../devices/index.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { seenDevice } from '../fleet/seen-devices.ts'
import { type Caller, canWrite, recordNameOf } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { costOfSorting, sortedPage } from '../http/sort.ts'
import { callHasEnded } from '../limits/call-now.ts'
import { requireRoomOf, requireRuleRoom } from '../quotas/index.ts'
import { endDevice } from './end-device.ts'

export interface DeviceEndParts {
  db: Db
  fleet: Fleet
  alarms: Pick<Alarms, 'endWith'>
  /** Ends a device's connections. */
  disconnect: (sn_code: string) => void
  sessions: { regrouped(tenant_id: number, user_ids: readonly number[]): void }
  now?: () => number
}

const uniqueViolation = '23505'
const cardTaken = 'device_card_no'
export const DEREGISTERED_MS = DEREGISTERED_DAYS * DAY_MS

/** A device by its number, whoever else is changing it having ended. As the owner: the organisation has none that is deregistered. */
const lockRow = (q: Kysely<Schema>, { tenant_id }: Caller, device_id: number, isGone: boolean) =>
  q
    .selectFrom('device')
    .selectAll()
    .where('tenant_id', '=', tenant_id)
    .where('device_id', '=', device_id)
    .where('deregistered_time', isGone ? 'is not' : 'is', null)
    .where('is_virtual', '=', false)
    .forUpdate()
    .executeTakeFirst()

/** Devices of an organisation that were deregistered after a time; `user_id`: registered by this user, null for whomever. */
function deregistered(
  q: Kysely<Schema>,
  { tenant_id, user_id, after, search }: { tenant_id: number; user_id: number | null; after: number; search: string },
) {
  const text = search.trim().toLowerCase()
  const searched = sql`lower(concat_ws(chr(10), d.sn_code, d.dev_alias, d.dev_model, d.site_name, d.site_address))`
  return q
    .selectFrom('device as d')
    .innerJoin('device_group as g', (join) =>
      join.onRef('g.tenant_id', '=', 'd.tenant_id').onRef('g.group_id', '=', 'd.group_id'),
    )
    .where('d.tenant_id', '=', tenant_id)
    .where('d.deregistered_time', '>', after)
    .$if(user_id !== null, (some) => some.where('d.registered_user_id', '=', user_id))
    .$if(text !== '', (some) => some.where(sql<boolean>`position(${text} in ${searched}) > 0`))
}

async function audit(
  q: Kysely<Schema>,
  caller: Caller,
  { dev_alias, sn_code }: Pick<Row<'device'>, 'dev_alias' | 'sn_code'>,
  isGone: boolean,
  time: number,
): Promise<void> {
  const action = isGone ? 'device-deregister' : 'device-restore'
  const changed = changesOf({ is_registered: isGone }, { is_registered: !isGone })
  await writeAudit(q, caller, { action, target: dev_alias, detail: { sn_code, ...changed } }, time)
}

/** Answers of the device domain that end a device, and bring it back. */
export function deviceEndAnswers({
  db,
  fleet,
  alarms,
  disconnect,
  sessions,
  now = Date.now,
}: DeviceEndParts): Answers<Contract['deviceEnd'], Caller> {
  /**
   * Whether the unregistered device that is here now is the one of a row: by its password, by its node, or by the caller's own
   * list. One that an external broker let in has no password that is known here.
   */
  const isOwn = async (
    q: Kysely<Schema>,
    { tenant_id }: Caller,
    { sn_code, password_hash }: Row<'device'>,
    here: Pick<Row<'unregistered_device'>, 'password_hash' | 'behind'>,
  ): Promise<boolean> => {
    if (here.behind !== null) return fleet.get(here.behind)?.tenant_id === tenant_id
    if (here.password_hash === '' || here.password_hash === password_hash) return true
    const listings = await listingsOf(q, snKey(sn_code))
    return listings.some((listing) => listing.tenant_id === tenant_id && listing.password_hash === here.password_hash)
  }

  async function deregister({ sn_code: named }: { sn_code: string }, caller: Caller) {
    const device = seenDevice(fleet, caller, named)
    const { device_id, is_virtual, sn_code } = device
    if (is_virtual)
      throw new WrongField('sn_code', {
        zh: '虚拟设备请在虚拟设备页面删除',
        en: 'is a virtual device: it is deleted on the page of virtual devices',
      })
    const time = now()
    const unshared: number[] = []
    await alarms.endWith(device, async (q) => {
      const row = await requireMayGiveAway(q, caller, await lockRow(q, caller, device_id, false))
      await requireMayLeave(q, caller, row)
      const user_name = recordNameOf(caller)
      unshared.push(...(await endDevice(q, row, { user_id: caller.user_id, user_name, time, detail: { user_name } })))
      await audit(q, caller, row, true, time)
    })
    // First: whoever comes back at once is nobody's.
    await fleet.reloadFirst(caller.tenant_id, sn_code)
    if (unshared.length > 0) sessions.regrouped(caller.tenant_id, unshared)
    disconnect(sn_code)
    return { device_id }
  }

  return {
    deregister,

    async deregisterMany({ sn_codes }, caller) {
      const outcomes: { id: string; code: string | null; device_id?: number }[] = []
      for (const sn_code of new Map(sn_codes.map((one) => [snKey(one), one])).values()) {
        await caller.requireStill?.()
        if (callHasEnded()) {
          outcomes.push({ id: sn_code, code: '100002' })
          continue
        }
        try {
          outcomes.push({ id: sn_code, code: null, ...(await deregister({ sn_code }, caller)) })
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          outcomes.push({ id: sn_code, code: error.code })
        }
      }
      caller.spend?.(outcomes.length)
      return outcomes
    },

    async list({ page, page_size, sort, search = '' }, caller) {
      const { tenant_id, user_id } = caller
      const mayAll = mayGiveAway(caller, { registered_user_id: null })
      // An administrator has them from the store page by page, as they stand; of anybody else his own are compared here.
      const isPaged = mayAll && caller.may_see === 'all' && caller.may_write === 'all' && sort === undefined
      const matching = (q: Kysely<Schema>) => {
        return deregistered(q, { tenant_id, user_id: mayAll ? null : user_id, after: now() - DEREGISTERED_MS, search })
      }
      const { found, total } = await db.systemFor(tenant_id, async (q) => {
        const found = await matching(q)
          .select(['d.tenant_id', 'd.group_id', 'd.registered_user_id', 'd.device_id', 'd.sn_code', 'd.dev_alias'])
          .select(['d.dev_model', 'g.group_name', 'd.deregistered_time', 'd.deregistered_user_name'])
          .orderBy('d.deregistered_time', 'desc')
          .orderBy('d.device_id', 'desc')
          .$if(isPaged, (some) => some.limit(page_size).offset((page - 1) * page_size))
          .execute()
        if (!isPaged) return { found, total: found.length }
        const { count } = await matching(q).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
        return { found, total: count }
      })
      const rows = found
        .filter((row) => mayGiveAway(caller, row) && canWrite(caller, row))
        .map((row): DeregisteredDevice => {
          const deregistered_time = row.deregistered_time ?? 0
          return {
            device_id: row.device_id,
            sn_code: row.sn_code,
            dev_alias: row.dev_alias,
            dev_model: row.dev_model,
            group_name: row.group_name,
            deregistered_time,
            deregistered_user_name: row.deregistered_user_name ?? '',
            deleted_time: deregistered_time + DEREGISTERED_MS,
          }
        })
      if (isPaged) return { rows, total }
      caller.spend?.(costOfSorting(rows.length))
      return { rows: sortedPage(rows, { page, page_size, sort }), total: rows.length }
    },

    async restore({ device_id }, caller) {
      const time = now()
      const { sn_code } = await db
        .systemFor(caller.tenant_id, async (q) => {
          const found = await lockRow(q, caller, device_id, true)
          // What is older than it is kept may be half deleted.
          const isKept = (found?.deregistered_time ?? 0) > time - DEREGISTERED_MS
          const row = await requireMayGiveAway(q, caller, isKept ? found : undefined)
          await requireRoomOf(q, caller.tenant_id, 'devices')
          const here = await unregisteredOfSn(q, snKey(row.sn_code))
          if (here && !(await isOwn(q, caller, row, here))) throw new ApiError('110534')
          const awaited_time = here ? null : row.awaited_time
          await q
            .updateTable('device')
            .set({
              deregistered_time: null,
              deregistered_user_id: null,
              deregistered_user_name: null,
              awaited_time,
              // As it is here: with the password of the own list, or behind another node.
              ...(here?.password_hash && { password_hash: here.password_hash, behind: here.behind }),
            })
            .where('device_id', '=', device_id)
            .execute()
          const { tenant_id } = caller
          await requireRuleRoom(q, tenant_id, 'device_id')
          const detail = JSON.stringify({ user_name: recordNameOf(caller) })
          await insertLogRows(q, [{ tenant_id, device_id, kind: 'restored', log_time: time, detail }])
          await audit(q, caller, row, false, time)
          // It may have signed in meanwhile as nobody's.
          if (awaited_time === null) await forgetUnregistered(q, [row.sn_code])
          return row
        })
        .catch((error) => {
          if (!(error instanceof DbError) || error.code !== uniqueViolation) throw error
          throw new ApiError(error.constraint === cardTaken ? '110551' : '110534')
        })
      await fleet.reloadFirst(caller.tenant_id, sn_code)
      // Whoever is connected under this SN came as nobody's device, maybe with another password.
      disconnect(sn_code)
      return { sn_code }
    },
  }
}
