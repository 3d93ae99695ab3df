import { type Kysely, sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import { DEVICE_GROUP_DEPTH } from '../../../core/contract/device-group.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudit, writeAudits, writeChange } from '../audit/index.ts'
import { DbError } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { groupsBelow } from '../fleet/group-tree.ts'
import { type Caller, holdsGroup } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { type ChangeBudgets, countChanges } from '../http/many-changes.ts'
import type { Sessions } from '../people/index.ts'
import { requireRoom } from '../quotas/index.ts'
import { changePeople, reachingNow, sharedWithWhom } from '../rights/index.ts'
import { eachDevice, inPieces, type LockedDevice } from './each-device.ts'
import { countsByGroup, type GroupParts, seenGroups } from './group.ts'

const uniqueViolation = '23505'
const stillReferenced = '23503'

async function namedOnce<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DbError) || error.code !== uniqueViolation) throw error
    throw new WrongField('group_name', { zh: '设备分组名称已存在', en: 'is the name of another group' }, '112004')
  }
}

/** A group whose devices the caller may write; 112002 for one that is not to be seen, 110539 for one that is only seen. */
async function heldGroup(q: Kysely<Schema>, { may_see, may_write }: Caller, group_id: number) {
  const group = await q
    .selectFrom('device_group')
    .select(['group_id', 'parent_id', 'group_name', 'remarks', 'is_default'])
    .where('group_id', '=', group_id)
    .executeTakeFirst()
  if (!group || !holdsGroup(may_see, group_id)) throw new ApiError('112002')
  if (!holdsGroup(may_write, group_id)) throw new ApiError('110539')
  return group
}

/** What stands below a group is for who holds that group; what stands at the top, for who holds all. */
async function requireParent(q: Kysely<Schema>, caller: Caller, parent_id: number | null): Promise<void> {
  if (parent_id !== null) await heldGroup(q, caller, parent_id)
  else if (caller.may_write !== 'all') throw new ApiError('110539')
}

type Node = { group_id: number; parent_id: number | null }

/** How many levels there are from the top to a group, itself included. */
function depthOf(groups: readonly Node[], group_id: number | null): number {
  const parents = new Map(groups.map((group) => [group.group_id, group.parent_id]))
  const above = new Set<number>()
  for (let at = group_id; at !== null && !above.has(at); at = parents.get(at) ?? null) above.add(at)
  return above.size
}

/** How many levels there are from a group to the lowest below it, itself included. */
const heightOf = (groups: readonly Node[], group_id: number): number => {
  const top = depthOf(groups, group_id)
  return Math.max(...[...groupsBelow(groups, [group_id])].map((below) => depthOf(groups, below) - top + 1))
}

const tooDeep = () => {
  const most = DEVICE_GROUP_DEPTH
  return new WrongField('parent_id', { zh: `设备分组最多 ${most} 级`, en: `has ${most} levels of groups at most` })
}

const NODE = ['group_id', 'parent_id'] as const

/** Refuses a place below the group itself, and one that would make the tree deeper than it may be. */
async function requirePlace(q: Kysely<Schema>, { group_id, parent_id: now }: Node, parent_id: number | null) {
  const groups = await q.selectFrom('device_group').select(NODE).execute()
  if (parent_id !== null && groupsBelow(groups, [group_id]).has(parent_id))
    throw new WrongField('parent_id', {
      zh: '不能移动到自身或其下级',
      en: 'cannot be the group itself or one below it',
    })
  const depth = depthOf(groups, parent_id)
  // One that was too deep before the limit may be moved to where it is less so.
  if (depth > depthOf(groups, now) && depth + heightOf(groups, group_id) > DEVICE_GROUP_DEPTH) throw tooDeep()
}

/** Refuses to delete what others name: without the group an escalation would be gone, and nobody would be told. */
async function requireUnnamed(q: Kysely<Schema>, group_id: number): Promise<void> {
  const below = await q.selectFrom('device_group').select(NODE).where('parent_id', '=', group_id).executeTakeFirst()
  if (below) throw new WrongField('group_id', { zh: '其中还有下级分组', en: 'has groups below it' }, '112005')
  const escalation = await q
    .selectFrom('escalation')
    .select('escalation_name as name')
    .where('group_id', '=', group_id)
    .executeTakeFirst()
  const webhook = await q
    .selectFrom('webhook')
    .select('webhook_name as name')
    .where('group_id', '=', group_id)
    .executeTakeFirst()
  const fence = await q
    .selectFrom('geofence')
    .select('fence_name as name')
    .where('group_id', '=', group_id)
    .executeTakeFirst()
  const named = escalation ?? webhook ?? fence
  if (!named) return
  if (named === fence)
    throw new WrongField(
      'group_id',
      { zh: `围栏“${named.name}”属于此分组`, en: `is the group of the geofence ${named.name}` },
      '112005',
    )
  const words = escalation
    ? { zh: `升级规则“${named.name}”限于此分组`, en: `is the group of the escalation ${named.name}` }
    : { zh: `Webhook“${named.name}”限于此分组`, en: `is the group of the webhook ${named.name}` }
  throw new WrongField('group_id', words, '112005')
}

export interface GroupEditParts extends GroupParts {
  sessions: Pick<Sessions, 'changed' | 'regrouped'>
  budgets: ChangeBudgets
  now?: () => number
}

/**
 * Answers about the tree of device groups. A right on a group holds for what is below it: whoever makes, moves or deletes
 * one changes who may do what, and does so while nobody else changes rights.
 */
export function deviceGroupAnswers({
  db,
  fleet,
  sessions,
  budgets,
  now = Date.now,
}: GroupEditParts): Answers<Contract['deviceGroup'], Caller> {
  return {
    async tree(_input, caller) {
      const { tenant_id, may_write } = caller
      const { groups, parents } = await db.tenant(tenant_id, async (q) => ({
        groups: await seenGroups(q, caller),
        parents: new Map((await q.selectFrom('device_group').select(NODE).execute()).map((row) => [row.group_id, row])),
      }))
      const countsOf = countsByGroup(fleet, tenant_id)
      return groups.map((group) => {
        const above = parents.get(group.group_id)?.parent_id ?? null
        const may_edit = holdsGroup(may_write, group.group_id)
        const isPlaceHeld = above === null ? may_write === 'all' : holdsGroup(may_write, above)
        return {
          ...group,
          ...countsOf(group.group_id),
          may_edit,
          may_move: may_edit && isPlaceHeld && !group.is_default,
        }
      })
    },

    async create({ group_name, remarks, parent_id = null }, asking) {
      const made = await namedOnce(
        changePeople(db, asking, async (q, caller) => {
          await requireParent(q, caller, parent_id)
          const groups = await q.selectFrom('device_group').select(NODE).execute()
          if (depthOf(groups, parent_id) >= DEVICE_GROUP_DEPTH) throw tooDeep()
          await requireRoom(q, 'device_groups')
          const group = { group_name, remarks, parent_id }
          const row = await q
            .insertInto('device_group')
            .values({ tenant_id: caller.tenant_id, ...group })
            .returning('group_id')
            .executeTakeFirstOrThrow()
          const detail = changesOf({ remarks: '' }, group)
          await writeAudit(q, caller, { action: 'device-group-create', target: group_name, detail }, now())
          return row
        }),
      )
      sessions.changed(asking.tenant_id)
      return made
    },

    async edit({ group_id, ...fields }, asking) {
      const isMoved = await namedOnce(
        changePeople(db, asking, async (q, caller) => {
          const before = await heldGroup(q, caller, group_id)
          const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
          const detail = changesOf(before, set)
          // Named and yet not the caller's: refused, also where nothing would change.
          if (typeof fields.parent_id === 'number') await requireParent(q, caller, fields.parent_id)
          if (detail.parent_id && fields.parent_id !== undefined) {
            if (before.is_default)
              throw new WrongField('parent_id', { zh: '默认分组不能移动', en: 'of the default group cannot change' })
            await requireParent(q, caller, before.parent_id)
            await requireParent(q, caller, fields.parent_id)
            await requirePlace(q, before, fields.parent_id)
          }
          if (Object.keys(detail).length === 0) return false
          await q.updateTable('device_group').set(set).where('group_id', '=', group_id).execute()
          const target = before.group_name
          await writeChange(q, caller, { action: 'device-group-edit', target, detail }, now())
          return detail.parent_id !== undefined
        }),
      )
      if (isMoved) sessions.regrouped(asking.tenant_id)
      return { group_id }
    },

    async remove({ group_id, devices_to }, asking) {
      const work = changePeople(db, asking, async (q, caller) => {
        const { group_name, remarks, parent_id, is_default } = await heldGroup(q, caller, group_id)
        if (devices_to !== undefined) await heldGroup(q, caller, devices_to)
        if (is_default) throw new ApiError('112003')
        await requireParent(q, caller, parent_id)
        if (devices_to === group_id)
          throw new WrongField('devices_to', { zh: '选择另一个分组', en: 'has to be another group' })
        await requireUnnamed(q, group_id)
        const devices = await q
          .selectFrom('device')
          .select('sn_code')
          .where('group_id', '=', group_id)
          .orderBy('device_id')
          .forUpdate()
          .execute()
        if (devices.length > 0 && devices_to === undefined) throw new ApiError('112005')
        const sn_codes = devices.map(({ sn_code }) => sn_code)
        if (devices_to !== undefined && sn_codes.length > 0)
          await q.updateTable('device').set({ group_id: devices_to }).where('group_id', '=', group_id).execute()
        const detail = {
          ...changesOf({ group_name, parent_id, remarks }, { group_name: null, parent_id: null, remarks: null }),
          ...(sn_codes.length > 0 && {
            devices: {
              before: sn_codes.map((sn_code) => ({ sn_code, group_id })),
              after: sn_codes.map((sn_code) => ({ sn_code, group_id: devices_to })),
            },
          }),
        }
        // Before it is gone: the line has names in the places of ids.
        await writeAudit(q, caller, { action: 'device-group-delete', target: group_name, detail }, now())
        await q.deleteFrom('device_group').where('group_id', '=', group_id).execute()
        return sn_codes
      })
      const sn_codes = await work.catch((error) => {
        // A device came into it meanwhile.
        if (error instanceof DbError && error.code === stillReferenced) throw new ApiError('112005')
        throw error
      })
      sessions.regrouped(asking.tenant_id)
      if (devices_to !== undefined) fleet.move(asking.tenant_id, sn_codes, devices_to)
      if (sn_codes.length > 0) await fleet.reload(...sn_codes)
      return { moved: sn_codes.length }
    },

    async moveDevices({ sn_codes, group_id }, caller) {
      countChanges(budgets, caller, sn_codes.length)
      const moved: string[] = []
      const sharees = new Set<number>()
      const moves = inPieces(db, caller, sn_codes, async (q, some) => {
        const moving: LockedDevice[] = []
        // Devices first, as whoever deletes a group does.
        const outcomes = await eachDevice(q, fleet, caller, some, (row) => {
          if (row.group_id !== group_id) moving.push(row)
          return null
        })
        await q.selectFrom('device_group').select('group_id').where('group_id', '=', group_id).forKeyShare().execute()
        await heldGroup(q, await reachingNow(q, caller), group_id)
        const ids = moving.map(({ device_id }) => device_id)
        const are = sql<boolean>`device_id = any(${ids}::bigint[])`
        await q.updateTable('device').set({ group_id }).where(are).execute()
        const audits = moving.map((row) => ({
          action: 'device-edit' as const,
          target: row.dev_alias,
          detail: changesOf({ group_id: row.group_id }, { group_id }),
        }))
        if (audits.length > 0) await writeAudits(q, caller, audits, now())
        moved.push(...moving.map(({ sn_code }) => sn_code))
        for (const user_id of await sharedWithWhom(q, ids)) sharees.add(user_id)
        return outcomes
      })
      return moves.finally(async () => {
        // Where some of it was not done, what was is read alone.
        await moves.then(() => fleet.move(caller.tenant_id, moved, group_id)).catch(() => {})
        await fleet.reload(...moved)
        if (sharees.size > 0) sessions.regrouped(caller.tenant_id, [...sharees])
      })
    },
  }
}
