import type { Kysely } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { EventRow } from '../db/alarm-writes.ts'
import type { Row, Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { callHasEnded, whileCallGoesOn } from '../limits/call-now.ts'
import type { Acts } from './acts.ts'
import { type Change, writeChanges } from './changeset.ts'
import { auditHolds, byOf, createHoldEnds, endEvent, type HoldEndParts } from './hold-ends.ts'
import { type AlarmPlace, KnownHolds } from './known-holds.ts'
import type { RuleAtDevice } from './place.ts'
import type { HoldRow } from './rows.ts'
import { BATCH } from './writer.ts'

export type HoldRequest = Pick<Row<'alarm_hold'>, 'kind' | 'end_time' | 'is_one_shot' | 'reason'>

export interface HoldParts extends HoldEndParts {
  /** Something that people do, in a turn of the writer and in the turn of their organisation. */
  acts: Pick<Acts, 'act'>
}

/** Alarms that people keep from operators, from when to when. `open`: as SQL has them. */
export function createHolds({ db, writer, acts, placeAt, report, now }: HoldParts, open: readonly HoldRow[]) {
  const known = new KnownHolds(open)
  const ends = createHoldEnds({ db, writer, placeAt, report, now }, known)

  /** In turns of so many places, each in one transaction; none is begun after the call has ended, and has no result. */
  async function inActs<T>(
    { tenant_id }: Caller,
    places: readonly AlarmPlace[],
    work: (some: readonly AlarmPlace[]) => Promise<T[]>,
  ): Promise<T[]> {
    const results: T[] = []
    for (let i = 0; i < places.length; i += BATCH) {
      if (i > 0 && callHasEnded()) break
      const some = places.slice(i, i + BATCH)
      results.push(...(await acts.act(tenant_id, some.length, () => work(some))))
    }
    return results
  }

  const putAll = (
    caller: Caller,
    places: readonly AlarmPlace[],
    { kind, end_time, is_one_shot, reason }: HoldRequest,
  ) =>
    inActs(caller, places, async (some) => {
      const isOut = kind === 'OOSRV'
      const { tenant_id } = caller
      const [time, by] = [now(), byOf(caller)]
      const put = new Map<RuleAtDevice, HoldRow>()
      const results = some.map(({ rule_id, device_id }): HoldRow | null => {
        const at = placeAt({ rule_id, device_id })
        if (!at || (at.hold?.kind === 'OOSRV' && !isOut)) return null
        const hold: HoldRow = { tenant_id, rule_id, device_id, kind, end_time, is_one_shot }
        const same = put.get(at) ?? hold
        put.set(at, same)
        return same
      })
      if (put.size === 0) return results
      const posted = await db.tenant(
        tenant_id,
        whileCallGoesOn(async (q) => {
          await writeHolds(q, [...put.values()], { start_time: time, reason, ...by })
          if (isOut) await auditHolds(q, caller, 'alarm-out-of-service', [...put.values()], time)
          const is = isOut ? 'out_of_service' : 'shelved'
          return writeChanges(
            q,
            Array.from(put, ([at, hold]): Change => ({ is, at, time, by, hold, reason })),
            time,
          )
        }),
        'ingest',
      )
      for (const hold of put.values()) known.set(hold)
      writer.announce(posted.settle())
      return results
    })

  const endAll = (caller: Caller, places: readonly AlarmPlace[], kinds: readonly HoldRow['kind'][]) =>
    inActs(caller, places, async (some) => {
      const ended = new Set<HoldRow>()
      const results = some.map((place): boolean => {
        const at = placeAt(place)
        const hold = at ? at.hold : known.at(place)
        if (!hold || !kinds.includes(hold.kind) || ended.has(hold)) return false
        ended.add(hold)
        return true
      })
      await ends.finish(caller.tenant_id, [...ended], caller)
      return results
    })

  return {
    /** Those that went with their rule: what there is to write of them, of a device that was read again. */
    endedWithout(device_id: number, found: readonly HoldRow[]): EventRow[] {
      const left = new Set(found.map(({ rule_id }) => rule_id))
      const gone = known
        .of(device_id)
        .filter((hold) => !left.has(hold.rule_id) && (placeAt(hold)?.hold ?? hold) === hold)
      return gone.map((hold) => endEvent(hold, now(), null, 'without-rule'))
    },

    /** What was read of a device again. */
    replace(device_id: number, found: readonly HoldRow[]): void {
      known.of(device_id).forEach(known.delete)
      found.forEach(known.set)
    },

    /** Those that were put, each at its place; null for a rule that the device does not have, and to shelve what is out of service. */
    putAll,

    /** Refuses with 100002 what `putAll` has null for. */
    async put(caller: Caller, place: AlarmPlace, request: HoldRequest): Promise<HoldRow> {
      const [hold] = await putAll(caller, [place], request)
      if (!hold) throw new ApiError('100002')
      return hold
    },

    /** Whether each was ended; false where nothing is held, or by none of these kinds. */
    endAll,

    /** Refuses with 100002 what `endAll` has false for. */
    async end(caller: Caller, place: AlarmPlace, kinds: readonly HoldRow['kind'][]): Promise<void> {
      const [isEnded] = await endAll(caller, [place], kinds)
      if (!isEnded) throw new ApiError('100002')
    },

    close: ends.close,
  }
}

export type Holds = ReturnType<typeof createHolds>

async function writeHolds(
  q: Kysely<Schema>,
  holds: readonly HoldRow[],
  said: Omit<Row<'alarm_hold'>, keyof HoldRow>,
): Promise<void> {
  await q
    .insertInto('alarm_hold')
    .values(holds.map((hold) => ({ ...hold, ...said })))
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'rule_id', 'device_id']).doUpdateSet((on) => ({
        kind: on.ref('excluded.kind'),
        start_time: on.ref('excluded.start_time'),
        end_time: on.ref('excluded.end_time'),
        is_one_shot: on.ref('excluded.is_one_shot'),
        reason: on.ref('excluded.reason'),
        user_id: on.ref('excluded.user_id'),
        user_name: on.ref('excluded.user_name'),
        by_user_id: on.ref('excluded.by_user_id'),
      })),
    )
    .execute()
}
