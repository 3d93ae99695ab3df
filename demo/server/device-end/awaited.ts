import { ApiError } from '../../../core/contract/api-error.ts'
import { LISTED_MS } from '../../../core/contract/device-claim.ts'
import { snKey } from '../../../core/rules/sn.ts'
import type { Alarms } from '../alarms/index.ts'
import { changesOf, writeAudit } from '../audit/index.ts'
import type { AwaitedDevices } from '../broker/credentials.ts'
import type { Db } from '../db/db.ts'
import { areUnregisteredFull, forgetUnregistered, isAwaited, listingsOf } from '../db/unregistered-rows.ts'
import { notifyGaveWay } from '../devices/index.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { NOBODY } from '../http/caller.ts'
import { type Budget, takeAll } from '../limits/limiter.ts'
import { claimsOfNetwork } from '../limits/rates.ts'
import { endDevice } from './end-device.ts'

interface AwaitedParts {
  db: Db
  fleet: Fleet
  alarms: Pick<Alarms, 'endWith'>
  regrouped: (tenant_id: number, user_ids: readonly number[]) => void
  provisioning: 'open' | 'list'
  /** Unknown SNs that a network may bring. */
  newDevices: Budget
  now?: () => number
}

/** Registrations that wait for their devices: the first that signs in, or is announced by its node, decides whether one holds its SN, or ends. */
export function openAwaited({
  db,
  fleet,
  alarms,
  regrouped,
  provisioning,
  newDevices,
  now = Date.now,
}: AwaitedParts): AwaitedDevices {
  async function appear(sn_code: string, device_id: number, behind: string | null): Promise<boolean> {
    const row = await db.system(async (q) => {
      const found = await q
        .updateTable('device')
        .set({ awaited_time: null, behind })
        .where('device_id', '=', device_id)
        .where('deregistered_time', 'is', null)
        .where('awaited_time', 'is not', null)
        .returning('tenant_id')
        .executeTakeFirst()
      if (found) await forgetUnregistered(q, [sn_code])
      return found
    })
    if (!row) return false
    await fleet.reloadFirst(row.tenant_id, sn_code)
    const device = fleet.get(sn_code)
    if (device?.device_id === device_id && !device.connected) device.behind = behind
    return true
  }

  async function giveWay(sn_code: string): Promise<boolean> {
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
        // It has appeared, or was deregistered, while this waited.
        if (!row || !isAwaited({ ...device, awaited_time: row.awaited_time })) throw new ApiError('110509')
        const detail = { reason: 'other_device' }
        unshared.push(...(await endDevice(q, row, { user_id: null, user_name: '', time, detail })))
        await notifyGaveWay(q, row, time)
        const changed = changesOf({ is_registered: true, gave_way: false }, { is_registered: false, gave_way: true })
        const line = { action: 'device-deregister', target: row.dev_alias, detail: { sn_code, ...changed } } as const
        await writeAudit(q, { ...NOBODY, tenant_id }, line, time)
      })
      .catch((error) => {
        if (!(error instanceof ApiError) || error.code !== '110509') throw error
      })
    await fleet.reloadFirst(tenant_id, sn_code)
    if (unshared.length > 0) regrouped(tenant_id, unshared)
    return fleet.get(sn_code) === undefined
  }

  return {
    appeared: (sn_code, device_id) => appear(sn_code, device_id, null),
    giveWay,

    async announced(sn_code, node_sn, network) {
      const device = fleet.get(sn_code)
      const node = fleet.get(node_sn)
      if (!device || !node || !isAwaited(device)) return false
      if (device.tenant_id === node.tenant_id) return appear(sn_code, device.device_id, node.sn_code)
      if (takeAll(claimsOfNetwork(newDevices, network)) > 0) return false
      const listings = await db.unknown(network, (q) => listingsOf(q, snKey(sn_code)))
      const awaited_time = device.awaited_time ?? 0
      const isOld = awaited_time < now() - LISTED_MS
      const mayAny = provisioning === 'open' || listings.some(({ password_hash }) => password_hash === null)
      const isListed = listings.some(
        ({ tenant_id, listed_time }) =>
          tenant_id === node.tenant_id && (provisioning === 'open' || isOld || listed_time < awaited_time),
      )
      if (!isListed && !(isOld && mayAny)) return false
      return !(await db.unknown(network, areUnregisteredFull)) && giveWay(sn_code)
    },
  }
}
