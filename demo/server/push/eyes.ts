import type { Kysely } from 'kysely'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { ALARM_PAGES } from '../../../core/catalogue/readers.ts'
import type { Schema } from '../db/schema.ts'
import { type Caller, canSee, NOBODY } from '../http/caller.ts'
import { heldBy } from '../rights/index.ts'

interface Place {
  tenant_id: number
  group_id: number | null
  sn_code: string
}

/** Checks who may see the alarms of a device, by the current rights; each user's are read once. */
export function eyesOf(q: Kysely<Schema>): (user_id: number, place: Place) => Promise<boolean> {
  const known = new Map<number, Promise<Caller | null>>()
  const callerOf = async (tenant_id: number, user_id: number): Promise<Caller | null> => {
    const held = await heldBy(q, { tenant_id, user_id })
    return held && { ...NOBODY, ...held }
  }
  return async (user_id, place) => {
    const lookup = known.get(user_id) ?? callerOf(place.tenant_id, user_id)
    known.set(user_id, lookup)
    const caller = await lookup
    return caller !== null && ALARM_PAGES.some((right) => hasRight(caller.roles, right)) && canSee(caller, place)
  }
}
