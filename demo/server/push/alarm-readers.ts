import type { Kysely } from 'kysely'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { ALARM_PAGES } from '../../../core/catalogue/readers.ts'
import { snKey } from '../../../core/rules/sn.ts'
import type { Schema } from '../db/schema.ts'
import type { Shares } from '../http/caller.ts'
import { holdersOf } from '../rights/index.ts'

interface DevicePlace {
  tenant_id: number
  group_id: number | null
  sn_code: string
}

/** Which users of an organisation may read the alarms of a device, by their rights in one transaction. */
export interface AlarmReaders {
  /** Reads the rights of users, each once. */
  readRights(q: Kysely<Schema>, user_ids: readonly number[]): Promise<void>
  /** False where the rights of the user were not read. */
  mayRead(user_id: number, place: DevicePlace): boolean
}

/** Users whose rights are read at once: each may hold a thousand. */
const AT_ONCE = 500

export function alarmReaders(tenant_id: number): AlarmReaders {
  /** Groups that are granted to users who may read alarms, with all below them. */
  const granted = new Map<number, 'all' | ReadonlySet<number>>()
  const shared = new Map<number, Shares>()
  let parents: Map<number, number | null> | null = null

  async function readSome(q: Kysely<Schema>, user_ids: readonly number[]): Promise<void> {
    const holders = await holdersOf(q, tenant_id, user_ids)
    for (const user_id of user_ids) {
      const holder = holders.get(user_id)
      const isReader = holder && ALARM_PAGES.some((right) => hasRight(holder.roles, right))
      if (!isReader) granted.set(user_id, new Set())
      else if (holder.grants === 'all') granted.set(user_id, 'all')
      else granted.set(user_id, new Set(holder.grants.map(({ group_id }) => group_id)))
      if (isReader) shared.set(user_id, holder.shares)
    }
  }

  return {
    async readRights(q, user_ids) {
      const unknown = [...new Set(user_ids)].filter((user_id) => !granted.has(user_id))
      for (let i = 0; i < unknown.length; i += AT_ONCE) await readSome(q, unknown.slice(i, i + AT_ONCE))
      if (parents) return
      const groups = await q
        .selectFrom('device_group')
        .select(['group_id', 'parent_id'])
        .where('tenant_id', '=', tenant_id)
        .execute()
      parents = new Map(groups.map(({ group_id, parent_id }) => [group_id, parent_id]))
    },
    mayRead(user_id, place) {
      const own = granted.get(user_id)
      if (own === undefined || parents === null || place.tenant_id !== tenant_id) return false
      if (own === 'all' || shared.get(user_id)?.has(snKey(place.sn_code))) return true
      // Upwards: a group is below few others, and a right may reach thousands.
      let group = place.group_id
      for (let left = parents.size; group !== null && left >= 0; left--) {
        if (own.has(group)) return true
        group = parents.get(group) ?? null
      }
      return false
    },
  }
}
