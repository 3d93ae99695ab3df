import { sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import { snKey } from '../../../core/rules/sn.ts'
import type { Alarms } from '../alarms/index.ts'
import type { AwaitedDevices } from '../broker/credentials.ts'
import type { Db } from '../db/db.ts'
import { insertLogRows } from '../db/device-log-rows.ts'
import { forgetUnregistered, isAwaited } from '../db/unregistered-rows.ts'
import { endOffersOfDevice, endSharesOfDevice, notifyGaveWay } from '../devices/index.ts'
import type { Fleet } from '../fleet/fleet.ts'

interface AwaitedParts {
  db: Db
  fleet: Fleet
  alarms: Pick<Alarms, 'endWith'>
  regrouped: (tenant_id: number, user_ids: readonly number[]) => void
  now?: () => number
}

/** Registrations that wait for their devices to sign in: the first that does decides whether one holds its SN, or ends. */
export const openAwaited = ({ db, fleet, alarms, regrouped, now = Date.now }: AwaitedParts): AwaitedDevices => ({
  async appeared(sn_code) {
    const row = await db.system(async (q) => {
      const found = await q
        .updateTable('device')
        .set({ awaited_time: null })
        .where(sql<boolean>`lower(sn_code) = ${snKey(sn_code)}`)
        .where('deregistered_time', 'is', null)
        .where('awaited_time', 'is not', null)
        .returning('device_id')
        .executeTakeFirst()
      if (found) await forgetUnregistered(q, [sn_code])
      return found
    })
    if (row) await fleet.reload(sn_code)
    return row !== undefined
  },

  async giveWay(sn_code) {
    const device = fleet.get(sn_code)
    if (!device) return true
    const { tenant_id, device_id } = device
    const time = now()
    const unshared: number[] = []
    await alarms
      .endWith(device, async (q) => {
        const row = await q
          .selectFrom('device')
          .selectAll()
          .where('device_id', '=', device_id)
          .where('deregistered_time', 'is', null)
          .forUpdate()
          .executeTakeFirst()
        // It has signed in, or was deregistered, while this waited.
        if (!row || !isAwaited({ ...device, awaited_time: row.awaited_time })) throw new ApiError('110509')
        await q
          .updateTable('device')
          .set({ deregistered_time: time, deregistered_user_id: null, deregistered_user_name: '' })
          .where('device_id', '=', device_id)
          .execute()
        await endOffersOfDevice(q, row, time)
        unshared.push(...(await endSharesOfDevice(q, { tenant_id, user_name: '' }, device_id, time)))
        const detail = JSON.stringify({ reason: 'other_device' })
        await notifyGaveWay(q, row, time)
        await insertLogRows(q, [{ tenant_id, device_id, kind: 'deregistered', log_time: time, detail }])
      })
      .catch((error) => {
        if (!(error instanceof ApiError) || error.code !== '110509') throw error
      })
    await fleet.reload(sn_code)
    if (unshared.length > 0) regrouped(tenant_id, unshared)
    return fleet.get(sn_code) === undefined
  },
})
