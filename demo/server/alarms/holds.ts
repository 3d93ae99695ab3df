import { type Kysely, sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import { writeAudits } from '../audit/index.ts'
import { type EventRow, insertEvents } from '../db/alarm-writes.ts'
import type { Db } from '../db/db.ts'
import type { Row, Schema } from '../db/schema.ts'
import { type Caller, recordNameOf } from '../http/caller.ts'
import { callHasEnded, whileCallGoesOn } from '../limits/call-now.ts'
import type { Acts } from './acts.ts'
import { type By, type Change, forgetHolds, HOLD_EVENTS, writeChanges } from './changeset.ts'
import { type AlarmPlace, KnownHolds } from './known-holds.ts'
import type { NoteCode } from './notes.ts'
import type { RuleAtDevice } from './place.ts'
import { type HoldRow, placeOf } from './rows.ts'
import { BATCH, type Writer } from './writer.ts'

export type HoldRequest = Pick<Row<'alarm_hold'>, 'kind' | 'end_time' | 'is_one_shot' | 'reason'>

export interface HoldParts {
  db: Db
  writer: Pick<Writer, 'inTurn' | 'announce'>
  /** Something that people do, in a turn of the writer and in the turn of their organisation. */
  acts: Pick<Acts, 'act'>
  /** Null where the device has no such rule, or it is disabled. */
  placeAt: (place: AlarmPlace) => RuleAtDevice | null
  report: (error: unknown) => void
  now: () => number
}

const CHECK_MS = 100
export const byOf = (caller: Pick<Caller, 'user_id' | 'user_name' | 'full_name' | 'by'>): Required<By> => ({
  user_id: caller.user_id,
  user_name: recordNameOf(caller),
  by_user_id: caller.by?.user_id ?? null,
})

/** Alarms that people keep from operators, from when to when. `open`: as SQL has them. */
export function createHolds({ db, writer, acts, placeAt, report, now }: HoldParts, open: readonly HoldRow[]) {
  const known = new KnownHolds(open)
  const ending = new Set<number>()

  /** In a turn, of one organisation. */
  const finish = async (tenant_id: number, ended: readonly HoldRow[], caller: Caller | null): Promise<void> => {
    const found = ended.map((hold) => ({ hold, at: placeAt(hold) }))
    // With its alarm a one-shot has ended already.
    const left = found.filter(({ hold, at }) => !at || at.hold === hold)
    for (const one of found) if (!left.includes(one)) known.delete(one.hold)
    if (left.length === 0) return
    const by = caller && byOf(caller)
    const timeOf = (hold: HoldRow) => (caller ? now() : hold.end_time)
    const changes = left.flatMap(({ hold, at }): Change[] =>
      at ? [{ is: hold.kind === 'OOSRV' ? 'in_service' : 'unshelved', at, time: timeOf(hold), by }] : [],
    )
    const write = async (q: Kysely<Schema>) => {
      const holds = left.map(({ hold }) => hold)
      await forgetHolds(q, holds)
      if (caller) await audit(q, caller, 'alarm-in-service', holds, now())
      // A rule that is disabled has no alarm whose end could be announced.
      const without = left.flatMap(({ hold, at }) => (at ? [] : [endEvent(hold, timeOf(hold), by)]))
      await insertEvents(q, without)
      return writeChanges(q, changes, now())
    }
    const posted = await (caller
      ? db.system(whileCallGoesOn(write), 'ingest')
      : db.systemFor(tenant_id, write, 'backlog'))
    // Not before: what could not be written is tried again.
    for (const { hold } of left) known.delete(hold)
    writer.announce(posted.settle())
  }

  /** Those of an organisation whose time is over, some in each turn of the writer. */
  const endDue = (tenant_id: number, due: readonly HoldRow[]): void => {
    ending.add(tenant_id)
    const ended = writer.inTurn(tenant_id, () => finish(tenant_id, due.slice(0, BATCH).filter(known.has), null))
    void ended
      .catch(report)
      .then(() => due.filter(known.has).forEach(known.watch))
      .finally(() => ending.delete(tenant_id))
  }
  const timer = setInterval(() => {
    const due = new Map<number, HoldRow[]>()
    for (const hold of known.due(now())) {
      const its = due.get(hold.tenant_id)
      if (its) its.push(hold)
      else due.set(hold.tenant_id, [hold])
    }
    for (const [tenant_id, its] of due) {
      if (ending.has(tenant_id)) its.forEach(known.watch)
      else endDue(tenant_id, its)
    }
  }, CHECK_MS)

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
        const same = put.get(at) ?? hold
        put.set(at, same)
        return same
      })
      if (put.size === 0) return results
      const posted = await db.tenant(
        tenant_id,
        whileCallGoesOn(async (q) => {
          await writeHolds(q, [...put.values()])
          if (isOut) await audit(q, caller, 'alarm-out-of-service', [...put.values()], time)
          const is = isOut ? 'out_of_service' : 'shelved'
          return writeChanges(
            q,
            Array.from(put, ([at, hold]): Change => ({ is, at, time, by, hold })),
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
      await finish(caller.tenant_id, [...ended], caller)
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
  holds: readonly HoldRow[],
  time: number,
): Promise<void> {
  const out = holds.filter(({ kind }) => kind === 'OOSRV')
  if (out.length === 0) return
  const named = await q
    .selectFrom('alarm_rule as r')
    .innerJoin('device as d', 'd.tenant_id', 'r.tenant_id')
    .select(['r.rule_id', 'd.device_id', 'r.alarm_name', 'd.dev_alias', 'd.sn_code'])
    .where('r.tenant_id', '=', caller.tenant_id)
    .where(
      sql<boolean>`(r.rule_id, d.device_id) in (select * from unnest(
        ${out.map(({ rule_id }) => rule_id)}::bigint[], ${out.map(({ device_id }) => device_id)}::bigint[]))`,
    )
    .execute()
  const reasons = new Map(out.map((hold) => [placeOf(hold.rule_id, hold.device_id), hold.reason]))
  const audited = named.map(({ rule_id, device_id, alarm_name, dev_alias, sn_code }) => {
    const detail = { sn_code, reason: reasons.get(placeOf(rule_id, device_id)) ?? '' }
    return { action, target: `${dev_alias} · ${alarm_name}`, detail }
  })
  await writeAudits(q, caller, audited, time)
}

async function writeHolds(q: Kysely<Schema>, holds: readonly HoldRow[]): Promise<void> {
  await q
    .insertInto('alarm_hold')
    .values([...holds])
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
