import { ApiError } from '../../../core/contract/api-error.ts'
import { writeAudit } from '../audit-trail.ts'
import type { Caller } from '../caller.ts'
import type { Db } from '../db/db.ts'
import { type By, forgetHold, post } from './ledger.ts'
import type { RuleAtDevice } from './place.ts'
import { type HoldRow, placeOf } from './rows.ts'
import type { Writer } from './writer.ts'

/** An alarm of a device that the caller may see. */
export interface AlarmPlace {
  device_id: number
  rule_id: number
}

/** `end_time`: until when it is shelved; null takes it out of service. */
export interface HoldAsked {
  end_time: number | null
  is_one_shot: boolean
  reason: string
}

export interface HoldParts {
  db: Db
  writer: Pick<Writer, 'inTurn' | 'tell'>
  /** Null where the device has no such rule, or it is disabled. */
  placeAt: (place: AlarmPlace) => RuleAtDevice | null
  report: (error: unknown) => void
}

const CHECK_MS = 100

export const byOf = ({ user_id, user_name, by }: Pick<Caller, 'user_id' | 'user_name' | 'by'>): Required<By> => ({
  ...{ user_id, user_name, by_user_id: by?.user_id ?? null },
})

/** Alarms that people keep from operators, from when to when. `open`: as SQL has them. */
export function createHolds({ db, writer, placeAt, report }: HoldParts, open: readonly HoldRow[]) {
  const holds = new Map(open.map((hold) => [placeOf(hold.rule_id, hold.device_id), hold]))
  const ending = new Set<HoldRow>()

  /** In a turn. Of a rule that is disabled only the hold itself ends: it has no alarm. */
  const finish = async (hold: HoldRow, caller: Caller | null): Promise<void> => {
    const at = placeAt(hold)
    holds.delete(placeOf(hold.rule_id, hold.device_id))
    // With its alarm a one-shot has ended already.
    if (at && at.hold !== hold) return
    const isOut = hold.kind === 'OOSRV'
    const time = caller ? Date.now() : (hold.end_time ?? Date.now())
    const by = caller && byOf(caller)
    const posted = await db.system(async (q) => {
      await forgetHold(q, hold)
      if (!at) return null
      if (isOut && caller) await audit(q, caller, 'alarm-in-service', at, hold, time)
      return post(q, [{ is: isOut ? 'in_service' : 'unshelved', at, time, by }], time)
    }, 'ingest')
    writer.tell(posted?.settle() ?? [])
  }

  const timer = setInterval(() => {
    const now = Date.now()
    for (const [place, hold] of holds) {
      if (hold.end_time === null || hold.end_time > now || ending.has(hold)) continue
      ending.add(hold)
      const ended = writer.inTurn(async () => {
        if (holds.get(place) === hold) await finish(hold, null)
      })
      void ended.catch(report).finally(() => ending.delete(hold))
    }
  }, CHECK_MS)

  return {
    /** What was read of a device again. */
    replace(device_id: number, found: readonly HoldRow[]): void {
      for (const [place, hold] of holds) if (hold.device_id === device_id) holds.delete(place)
      for (const hold of found) holds.set(placeOf(hold.rule_id, hold.device_id), hold)
    },

    /** Refuses with 100002 a rule that the device does not have, and to shelve what is out of service. */
    put: (caller: Caller, place: AlarmPlace, { end_time, is_one_shot, reason }: HoldAsked): Promise<HoldRow> =>
      writer.inTurn(async () => {
        const at = placeAt(place)
        const isOut = end_time === null
        if (!at || (at.hold?.kind === 'OOSRV' && !isOut)) throw new ApiError('100002')
        const { tenant_id } = caller
        const [time, by] = [Date.now(), byOf(caller)]
        const { rule_id, device_id } = place
        const kind = isOut ? 'OOSRV' : 'SHLVD'
        const hold: HoldRow = {
          tenant_id,
          rule_id,
          device_id,
          kind,
          start_time: time,
          end_time,
          is_one_shot,
          reason,
          ...by,
        }
        const posted = await db.tenant(tenant_id, async (q) => {
          await q
            .insertInto('alarm_hold')
            .values(hold)
            .onConflict((conflict) => conflict.columns(['tenant_id', 'rule_id', 'device_id']).doUpdateSet(hold))
            .execute()
          if (isOut) await audit(q, caller, 'alarm-out-of-service', at, hold, time)
          return post(q, [{ is: isOut ? 'out_of_service' : 'shelved', at, time, by, hold }], time)
        })
        holds.set(placeOf(rule_id, device_id), hold)
        writer.tell(posted.settle())
        return hold
      }),

    /** Refuses with 100002 where nothing is held, or not in one of these ways. */
    end: (caller: Caller, place: AlarmPlace, kinds: readonly HoldRow['kind'][]): Promise<void> =>
      writer.inTurn(async () => {
        const at = placeAt(place)
        const hold = at ? at.hold : holds.get(placeOf(place.rule_id, place.device_id))
        if (!hold || !kinds.includes(hold.kind)) throw new ApiError('100002')
        await finish(hold, caller)
      }),

    close: () => clearInterval(timer),
  }
}

export type Holds = ReturnType<typeof createHolds>

function audit(
  q: Parameters<typeof writeAudit>[0],
  caller: Caller,
  action: 'alarm-out-of-service' | 'alarm-in-service',
  { device, rule }: RuleAtDevice,
  { reason }: HoldRow,
  time: number,
): Promise<void> {
  const target = `${device.dev_alias} · ${rule.alarm_name}`
  return writeAudit(q, caller, { action, target, detail: { sn_code: device.sn_code, reason } }, time)
}
