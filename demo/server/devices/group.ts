import type { Kysely } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { type Caller, holdsGroup } from '../http/caller.ts'

/** The group that a new device goes to: the one named, else the tenant's default. Refuses with 112002 what is not the caller's. */
export async function groupForDevice(db: Db, { tenant_id, may_write }: Caller, group_id?: number): Promise<number> {
  const group = await db.tenant(tenant_id, (q) =>
    q
      .selectFrom('device_group')
      .select('group_id')
      .where((on) => (group_id === undefined ? on('is_default', '=', true) : on('group_id', '=', group_id)))
      .executeTakeFirst(),
  )
  if (!group || !holdsGroup(may_write, group.group_id)) throw new ApiError('112002')
  return group.group_id
}

/** The groups that the caller may see, the default one first. One whose parent is hidden is at the top for this caller. */
export async function seenGroups(q: Kysely<Schema>, { may_see }: Caller) {
  const groups = await q
    .selectFrom('device_group')
    .select(['group_id', 'parent_id', 'group_name', 'remarks', 'is_default'])
    .orderBy('is_default', 'desc')
    .orderBy('group_id')
    .execute()
  const isSeen = (group_id: number) => holdsGroup(may_see, group_id)
  return groups
    .filter(({ group_id }) => isSeen(group_id))
    .map((group) => ({
      ...group,
      parent_id: group.parent_id !== null && isSeen(group.parent_id) ? group.parent_id : null,
    }))
}

/** Refuses with 112002 a group that the caller does not see: it is missing for him. */
export async function requireSeenGroup(q: Kysely<Schema>, caller: Caller, group_id: number | undefined): Promise<void> {
  if (group_id === undefined) return
  const groups = await seenGroups(q, caller)
  if (!groups.some((group) => group.group_id === group_id)) throw new ApiError('112002')
}

/** How many devices are in each group, by state. */
export function countsByGroup(fleet: Fleet, tenant_id: number) {
  const counts = new Map<number, { device_count: number; online: number; offline: number; faulty: number }>()
  const none = () => ({ device_count: 0, online: 0, offline: 0, faulty: 0 })
  for (const { group_id, dev_state } of fleet.devices(tenant_id)) {
    if (group_id === null) continue
    const its = counts.get(group_id) ?? none()
    its.device_count++
    if (dev_state === 1) its.online++
    else if (dev_state === 3) its.faulty++
    else its.offline++
    counts.set(group_id, its)
  }
  return (group_id: number) => counts.get(group_id) ?? none()
}

export interface GroupParts {
  db: Db
  fleet: Fleet
}

/** The answer of the device domain that is about groups: all lists offer these. */
export const groupAnswers = ({ db, fleet }: GroupParts): Pick<Answers<Contract['device'], Caller>, 'groups'> => ({
  async groups(_input, caller) {
    const groups = await db.tenant(caller.tenant_id, (q) => seenGroups(q, caller))
    const countsOf = countsByGroup(fleet, caller.tenant_id)
    return groups.map(({ remarks: _, ...group }) => ({
      ...group,
      device_count: countsOf(group.group_id).device_count,
    }))
  },
})
