import type { Kysely } from 'kysely'
import type { AlarmRule } from '../../../core/contract/alarm-rule.ts'
import type { FenceShape } from '../../../core/rules/geofence.ts'
import type { Schema } from '../db/schema.ts'
import { type Caller, holdsGroup } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'

interface NamedFence {
  fence_id: number
  fence_name: string
}

/** Geofences that the caller sees, and those that these rules name, by name. */
export async function fencesFor(
  q: Kysely<Schema>,
  { may_see }: Caller,
  rules: readonly AlarmRule[],
): Promise<NamedFence[]> {
  const named = new Set(rules.map(({ fence_id }) => fence_id))
  const rows = await q
    .selectFrom('geofence')
    .select(['fence_id', 'fence_name', 'group_id'])
    .orderBy('fence_name')
    .execute()
  return rows
    .filter(({ fence_id, group_id }) => named.has(fence_id) || group_id === null || holdsGroup(may_see, group_id))
    .map(({ fence_id, fence_name }) => ({ fence_id, fence_name }))
}

/** Refuses, at its field, the first rule about a geofence that the caller does not see and that no rule named before. */
export async function requireFences(
  q: Kysely<Schema>,
  caller: Caller,
  rules: readonly AlarmRule[],
  kept: readonly AlarmRule[] = [],
  list = 'alarm_rules',
): Promise<void> {
  if (rules.every(({ fence_id }) => fence_id === null)) return
  const known = new Set((await fencesFor(q, caller, kept)).map(({ fence_id }) => fence_id))
  const place = rules.findIndex(({ fence_id }) => fence_id !== null && !known.has(fence_id))
  if (place >= 0)
    throw new WrongField(`${list}.${place}.fence_id`, { zh: '没有此围栏', en: 'is no geofence that there is' })
}

/** The areas that rules are about, by their id. */
export async function shapesOf(
  q: Kysely<Schema>,
  rules: readonly AlarmRule[],
): Promise<ReadonlyMap<number, FenceShape>> {
  const ids = [...new Set(rules.flatMap(({ fence_id }) => fence_id ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await q
    .selectFrom('geofence')
    .select(['fence_id', 'corners', 'radius_m'])
    .where('fence_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ fence_id, ...shape }) => [fence_id, shape]))
}
