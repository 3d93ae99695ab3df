import { ApiError } from '../../../core/contract/api-error.ts'
import type { Db } from '../db/db.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import { type Caller, canSee } from '../http/caller.ts'
import { whereOf } from './listed-rows.ts'

export interface FoundAlarmParts {
  db: Db
  fleet: Fleet
}

/** Of these alarms, those whose device the caller sees, or may act on, by alarm_id. */
export async function alarmsWhere(
  { db, fleet }: FoundAlarmParts,
  may: typeof canSee,
  caller: Caller,
  alarm_ids: readonly string[],
) {
  const found = await db.tenant(caller.tenant_id, (q) => whereOf(q, alarm_ids))
  return new Map(
    found.flatMap((row) => {
      const device = fleet.of(row)
      return device && may(caller, device) ? [[String(row.alarm_id), { ...row, device }] as const] : []
    }),
  )
}

export async function seenDeviceOf(parts: FoundAlarmParts, caller: Caller, alarm_id: string): Promise<LiveDevice> {
  const seen = (await alarmsWhere(parts, canSee, caller, [alarm_id])).get(alarm_id)
  if (!seen) throw new ApiError('100002')
  return seen.device
}
