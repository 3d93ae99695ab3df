import type { Kysely } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Geofence } from '../../../core/contract/geofence.ts'
import { wrongFence } from '../../../core/rules/geofence.ts'
import { changesOf, writeAudit, writeChange } from '../audit/index.ts'
import { type Db, DbError } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { inPieces } from '../limits/turns.ts'
import { reachingNow } from '../rights/index.ts'
import { countsOf, geofenceList, LOOKS_OF_CALL, type Owned, sees, writes } from './geofence-list.ts'

export interface GeofenceParts {
  db: Db
  fleet: Fleet
  now?: () => number
}

const uniqueViolation = '23505'
const stillReferenced = '23503'

async function namedOnce<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DbError) || error.code !== uniqueViolation) throw error
    throw new WrongField('fence_name', { zh: '围栏名称已存在', en: 'is the name of another geofence' })
  }
}

const inUse = (count: number) =>
  new WrongField('fence_id', {
    zh: `${count} 条报警规则使用此围栏，请先修改或删除这些规则`,
    en: `is named by ${count} alarm rule${count === 1 ? '' : 's'}: change or delete ${count === 1 ? 'it' : 'them'} first`,
  })

function requireOwner(caller: Caller, owned: Owned): void {
  if (!sees(caller, owned)) throw new ApiError('112002')
  if (!writes(caller, owned)) throw new ApiError('110539')
}

async function heldFence(q: Kysely<Schema>, caller: Caller, fence_id: number) {
  const fence = await q
    .selectFrom('geofence')
    .selectAll()
    .where('fence_id', '=', fence_id)
    .forUpdate()
    .executeTakeFirst()
  if (!fence || !sees(caller, fence)) throw new ApiError('100002')
  if (!writes(caller, fence)) throw new ApiError('110539')
  return fence
}

/** Answers about areas on the map. */
export function geofenceAnswers({ db, fleet, now = Date.now }: GeofenceParts): Answers<Contract['geofence'], Caller> {
  return {
    list: geofenceList(db, fleet),

    create: (fields, asking) =>
      namedOnce(
        db.tenant(asking.tenant_id, async (q) => {
          const caller = await reachingNow(q, asking)
          requireOwner(caller, fields)
          requireShape(fields)
          // One after the other: the count is of all.
          await q
            .selectFrom('tenant')
            .select('tenant_id')
            .where('tenant_id', '=', caller.tenant_id)
            .forUpdate()
            .execute()
          const { count } = await q
            .selectFrom('geofence')
            .select((on) => on.fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow()
          if (count >= LIMITS.geofences)
            throw new WrongField(
              'fence_name',
              {
                zh: `最多 ${LIMITS.geofences} 个围栏`,
                en: `would be one more than the ${LIMITS.geofences} there may be`,
              },
              '100019',
            )
          const { fence_id } = await q
            .insertInto('geofence')
            .values({ tenant_id: caller.tenant_id, ...asColumns(fields), changed_time: now() })
            .returning('fence_id')
            .executeTakeFirstOrThrow()
          const detail = changesOf({}, fields)
          await writeAudit(q, caller, { action: 'fence-create', target: fields.fence_name, detail }, now())
          return { fence_id }
        }),
      ),

    async edit({ fence_id, version, ...fields }, asking) {
      const { tenant_id } = asking
      const owners = await namedOnce(
        db.tenant(tenant_id, async (q) => {
          const caller = await reachingNow(q, asking)
          const { fence_name, group_id, corners, radius_m, ...before } = await heldFence(q, caller, fence_id)
          if (before.version !== version)
            throw new WrongField(
              'version',
              {
                zh: '他人已修改此围栏，请重新载入后再修改',
                en: 'is not the newest: somebody else changed the geofence, load it again',
              },
              '100027',
            )
          requireOwner(caller, fields)
          requireShape(fields)
          const detail = changesOf({ fence_name, group_id, corners, radius_m }, fields)
          if (Object.keys(detail).length === 0) return []
          await q
            .updateTable('geofence')
            .set({ ...asColumns(fields), version: version + 1, changed_time: now() })
            .where('fence_id', '=', fence_id)
            .execute()
          await writeChange(q, caller, { action: 'fence-edit', target: fence_name, detail }, now())
          return q
            .selectFrom('alarm_rule')
            .select(['device_id', 'template_id'])
            .distinct()
            .where('fence_id', '=', fence_id)
            .execute()
        }),
      )
      if (owners.length === 0) return { fence_id }
      const device_ids = new Set(owners.map(({ device_id }) => device_id))
      const template_ids = new Set(owners.flatMap(({ template_id }) => template_id ?? []))
      const changed: LiveDevice[] = []
      await inPieces(fleet.devices(tenant_id), (device) => {
        if (device_ids.has(device.device_id) || template_ids.has(device.template_id ?? 0)) changed.push(device)
      })
      asking.spend?.(Math.floor((owners.length + fleet.devices(tenant_id).size) / LOOKS_OF_CALL))
      if (changed.length > 0) fleet.emit('rules', changed)
      return { fence_id }
    },

    async remove({ fence_id }, asking) {
      const work = db.tenant(asking.tenant_id, async (q) => {
        const caller = await reachingNow(q, asking)
        const { fence_name, group_id, corners, radius_m } = await heldFence(q, caller, fence_id)
        const naming = await countsOf(q).where('fence_id', '=', fence_id).executeTakeFirst()
        if (naming) throw inUse(naming.rule_count)
        const gone = { fence_name: null, group_id: null, corners: null, radius_m: null }
        const detail = changesOf({ fence_name, group_id, corners, radius_m }, gone)
        await writeAudit(q, caller, { action: 'fence-delete', target: fence_name, detail }, now())
        await q.deleteFrom('geofence').where('fence_id', '=', fence_id).execute()
        return {}
      })
      return work.catch((error) => {
        // A rule came to name it meanwhile.
        if (error instanceof DbError && error.code === stillReferenced) throw inUse(1)
        throw error
      })
    },
  }
}

type Fields = Pick<Geofence, 'fence_name' | 'group_id' | 'corners' | 'radius_m'>

const asColumns = ({ corners, ...fields }: Fields) => ({ ...fields, corners: JSON.stringify(corners) })

function requireShape(fields: Fields): void {
  const wrong = wrongFence(fields)
  if (wrong) throw new WrongField('corners', wrong)
}
