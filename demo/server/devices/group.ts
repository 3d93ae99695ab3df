import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudit } from '../audit/index.ts'
import { type Db, DbError } from '../db/db.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { type Caller, holdsGroup } from '../http/caller.ts'
import type { Sessions } from '../people/index.ts'
import { requireRoom } from '../quotas/index.ts'

const uniqueViolation = '23505'

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

export interface GroupParts {
  db: Db
  fleet: Fleet
  sessions: Pick<Sessions, 'changed'>
  now?: () => number
}

/** Answers of the device domain that are about groups. */
export const groupAnswers = ({
  db,
  fleet,
  sessions,
  now = Date.now,
}: GroupParts): Pick<Answers<Contract['device'], Caller>, 'groups' | 'createGroup'> => ({
  async groups(_input, caller) {
    const groups = await db.tenant(caller.tenant_id, (q) =>
      q
        .selectFrom('device_group')
        .select(['group_id', 'parent_id', 'group_name', 'is_default'])
        .orderBy('is_default', 'desc')
        .orderBy('group_id')
        .execute(),
    )
    const counts = new Map<number, number>()
    for (const { group_id } of fleet.devices(caller.tenant_id))
      if (group_id !== null) counts.set(group_id, (counts.get(group_id) ?? 0) + 1)
    const isSeen = (group_id: number) => holdsGroup(caller.may_see, group_id)
    return groups
      .filter(({ group_id }) => isSeen(group_id))
      .map((group) => ({
        ...group,
        // A group whose parent is hidden is a root for this caller.
        parent_id: group.parent_id !== null && isSeen(group.parent_id) ? group.parent_id : null,
        device_count: counts.get(group.group_id) ?? 0,
      }))
  },

  async createGroup({ group_name, parent_id }, caller) {
    if (parent_id !== undefined || caller.may_write !== 'all') await groupForDevice(db, caller, parent_id)
    const { tenant_id } = caller
    try {
      const made = await db.tenant(tenant_id, async (q) => {
        await requireRoom(q, 'device_groups')
        const group = { group_name, parent_id: parent_id ?? null }
        const row = await q
          .insertInto('device_group')
          .values({ tenant_id, ...group })
          .returning('group_id')
          .executeTakeFirstOrThrow()
        const detail = changesOf({}, group)
        await writeAudit(q, caller, { action: 'device-group-create', target: group_name, detail }, now())
        return row
      })
      // A right holds downwards: whoever holds the group above holds this one from now on.
      sessions.changed(tenant_id)
      return made
    } catch (error) {
      if (error instanceof DbError && error.code === uniqueViolation) throw new ApiError('112004')
      throw error
    }
  },
})
