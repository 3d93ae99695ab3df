import type { Db } from '../db/db.ts'
import { SEARCH_COST } from '../db/newest-rows.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import { groupsBelow } from '../fleet/group-tree.ts'
import { seenDevice } from '../fleet/seen-devices.ts'
import { type Caller, canSee } from '../http/caller.ts'

export interface Where {
  sn_code?: string | undefined
  group_id?: number | undefined
  search?: string | undefined
}

/** The requested devices that the caller sees; null for all of the tenant. A search among their alarms costs as much as many calls. */
export async function requestedDevices(
  { db, fleet }: { db: Db; fleet: Fleet },
  caller: Caller,
  { sn_code, group_id, search = '' }: Where,
): Promise<number[] | null> {
  if (search.trim() !== '') caller.spend?.(SEARCH_COST)
  if (sn_code === undefined && group_id === undefined && caller.may_see === 'all') return null
  const groups = group_id === undefined ? null : await groupsFrom(db, caller, group_id)
  const isRequested = (device: LiveDevice) =>
    canSee(caller, device) && (!groups || (device.group_id !== null && groups.has(device.group_id)))
  const devices = sn_code === undefined ? fleet.devices(caller.tenant_id) : [seenDevice(fleet, caller, sn_code)]
  return [...devices].filter(isRequested).map(({ device_id }) => device_id)
}

const groupsFrom = (db: Db, { tenant_id }: Caller, group_id: number) =>
  db.tenant(tenant_id, async (q) =>
    groupsBelow(await q.selectFrom('device_group').select(['group_id', 'parent_id']).execute(), [group_id]),
  )
