import type { Kysely } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import { writeAudit } from '../audit/index.ts'
import { type EventRow, insertEvents } from '../db/alarm-writes.ts'
import type { Db } from '../db/db.ts'
import type { Row, Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { type By, forgetHold, HOLD_EVENTS, writeChanges } from './changeset.ts'
import type { NoteCode } from './notes.ts'
import type { RuleAtDevice } from './place.ts'
import { type HoldRow, placeOf } from './rows.ts'
import type { Writer } from './writer.ts'

/** An alarm of a device that the caller may see. */
export interface AlarmPlace {
  device_id: number
  rule_id: number
}

/** `end_time`: until when it is shelved; null takes it out of service. */
export type HoldRequest = Pick<Row<'alarm_hold'>, 'end_time' | 'is_one_shot' | 'reason'>

export interface HoldParts {
  db: Db
  writer: Pick<Writer, 'inTurn' | 'announce'>
  /** Null where the device has no such rule, or it is disabled. */
  placeAt: (place: AlarmPlace) => RuleAtDevice | null
  report: (error: unknown) => void
  now: () => number
}

const CHECK_MS = 100

export const byOf = ({ user_id, user_name, by }: Pick<Caller, 'user_id' | 'user_name' | 'by'>): Required<By> => ({
  user_id,
  user_name,
  by_user_id: by?.user_id ?? null,
})

/** Alarms that people keep from operators, from when to when. `open`: as SQL has them. */
export function createHolds({ db, writer, placeAt, report, now }: HoldParts, open: readonly HoldRow[]) {
  const holds = new Map(open.map((hold) => [placeOf(hold.rule_id, hold.device_id), hold]))
  const ending = new Set<HoldRow>()

  /** In a turn. */
  const finish = async (hold: HoldRow, caller: Caller | null): Promise<void> => {
    const at = placeAt(hold)
    holds.delete(placeOf(hold.rule_id, hold.device_id))
    // With its alarm a one-shot has ended already.
    if (at && at.hold !== hold) return
    const isOut = hold.kind === 'OOSRV'
    const time = caller ? now() : (hold.end_time ?? now())
    const by = caller && byOf(caller)
    const posted = await db.system(async (q) => {
      await forgetHold(q, hold)
      if (isOut && caller) await audit(q, caller, 'alarm-in-service', hold, time)
      if (at) return writeChanges(q, [{ is: isOut ? 'in_service' : 'unshelved', at, time, by }], time)
      // A rule that is disabled has no alarm whose end could be announced.
      await insertEvents(q, [endEvent(hold, time, by)])
      return null
    }, 'ingest')
    writer.announce(posted?.settle() ?? [])
  }

  const timer = setInterval(() => {
    const time = now()
    for (const [place, hold] of holds) {
      if (hold.end_time === null || hold.end_time > time || ending.has(hold)) continue
      ending.add(hold)
      const ended = writer.inTurn(async () => {
        if (holds.get(place) === hold) await finish(hold, null)
      })
      void ended.catch(report).finally(() => ending.delete(hold))
    }
  }, CHECK_MS)

  return {
    /** Those that went with their rule: what there is to write of them, of a device that was read again. */
    endedWithout(device_id: number, found: readonly HoldRow[]): EventRow[] {
      const left = new Set(found.map(({ rule_id }) => rule_id))
      const gone = [...holds.values()].filter(
        (hold) => hold.device_id === device_id && !left.has(hold.rule_id) && (placeAt(hold)?.hold ?? hold) === hold,
      )
      return gone.map((hold) => endEvent(hold, now(), null, 'without-rule'))
    },

    /** What was read of a device again. */
    replace(device_id: number, found: readonly HoldRow[]): void {
      for (const [place, hold] of holds) if (hold.device_id === device_id) holds.delete(place)
      for (const hold of found) holds.set(placeOf(hold.rule_id, hold.device_id), hold)
    },

    /** Refuses with 100002 a rule that the device does not have, and to shelve what is out of service. */
    put: (caller: Caller, place: AlarmPlace, { end_time, is_one_shot, reason }: HoldRequest): Promise<HoldRow> =>
      writer.inTurn(async () => {
        const at = placeAt(place)
        const isOut = end_time === null
        if (!at || (at.hold?.kind === 'OOSRV' && !isOut)) throw new ApiError('100002')
        const { tenant_id } = caller
        const [time, by] = [now(), byOf(caller)]
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
          if (isOut) await audit(q, caller, 'alarm-out-of-service', hold, time)
          return writeChanges(q, [{ is: isOut ? 'out_of_service' : 'shelved', at, time, by, hold }], time)
        })
        holds.set(placeOf(rule_id, device_id), hold)
        writer.announce(posted.settle())
        return hold
      }),

    /** Refuses with 100002 where nothing is held, or by none of these holds. */
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

/** Of a hold that has no alarm any more. */
function endEvent(
  { tenant_id, rule_id, device_id, kind }: HoldRow,
  event_time: number,
  by: Required<By> | null,
  note_code: NoteCode | null = null,
): EventRow {
  const alarm_type = kind === 'OOSRV' ? HOLD_EVENTS.in_service : HOLD_EVENTS.unshelved
  const who = by ?? { user_id: null, user_name: null, by_user_id: null }
  return { tenant_id, alarm_id: null, rule_id, device_id, event_time, alarm_type, ...who, note_code }
}

async function audit(
  q: Kysely<Schema>,
  caller: Caller,
  action: 'alarm-out-of-service' | 'alarm-in-service',
  { tenant_id, rule_id, device_id, reason }: HoldRow,
  time: number,
): Promise<void> {
  const named = await q
    .selectFrom('alarm_rule as r')
    .innerJoin('device as d', 'd.tenant_id', 'r.tenant_id')
    .select(['r.alarm_name', 'd.dev_alias', 'd.sn_code'])
    .where('r.tenant_id', '=', tenant_id)
    .where('r.rule_id', '=', rule_id)
    .where('d.device_id', '=', device_id)
    .executeTakeFirst()
  if (!named) return
  const { alarm_name, dev_alias, sn_code } = named
  await writeAudit(q, caller, { action, target: `${dev_alias} · ${alarm_name}`, detail: { sn_code, reason } }, time)
}
