import { type Kysely, sql } from 'kysely'
import { writeAudits } from '../audit/index.ts'
import { type EventRow, forgetHolds, insertEvents } from '../db/alarm-writes.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { type Caller, recordNameOf } from '../http/caller.ts'
import { whileCallGoesOn } from '../limits/call-now.ts'
import { type By, type Change, HOLD_EVENTS, writeChanges } from './changeset.ts'
import type { AlarmPlace, KnownHolds } from './known-holds.ts'
import type { NoteCode } from './notes.ts'
import type { RuleAtDevice } from './place.ts'
import type { HoldRow } from './rows.ts'
import { BATCH, type Writer } from './writer.ts'

export interface HoldEndParts {
  db: Db
  writer: Pick<Writer, 'inTurn' | 'announce'>
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

/** Ends holds: when their time is over, and in a turn that somebody else has. */
export function createHoldEnds({ db, writer, placeAt, report, now }: HoldEndParts, known: KnownHolds) {
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
      if (caller) await auditHolds(q, caller, 'alarm-in-service', holds, now())
      await forgetHolds(q, holds)
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

  return { finish, close: () => clearInterval(timer) }
}

/** Of a hold that has no alarm any more. */
export function endEvent(
  { tenant_id, rule_id, device_id, kind }: HoldRow,
  event_time: number,
  by: Required<By> | null,
  note_code: NoteCode | null = null,
): EventRow {
  const alarm_type = kind === 'OOSRV' ? HOLD_EVENTS.in_service : HOLD_EVENTS.unshelved
  const who = by ?? { user_id: null, user_name: null, by_user_id: null }
  return { tenant_id, alarm_id: null, rule_id, device_id, event_time, alarm_type, ...who, note_code }
}

export async function auditHolds(
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
    .innerJoin('alarm_hold as h', (on) =>
      on.onRef('h.tenant_id', '=', 'r.tenant_id').onRef('h.rule_id', '=', 'r.rule_id'),
    )
    .innerJoin('device as d', (on) =>
      on.onRef('d.tenant_id', '=', 'h.tenant_id').onRef('d.device_id', '=', 'h.device_id'),
    )
    .select(['r.alarm_name', 'd.dev_alias', 'd.sn_code', 'h.reason'])
    .where('r.tenant_id', '=', caller.tenant_id)
    .where(
      sql<boolean>`(h.rule_id, h.device_id) in (select * from unnest(
        ${out.map(({ rule_id }) => rule_id)}::bigint[], ${out.map(({ device_id }) => device_id)}::bigint[]))`,
    )
    .execute()
  const audited = named.map(({ alarm_name, dev_alias, sn_code, reason }) => {
    return { action, target: `${dev_alias} · ${alarm_name}`, detail: { sn_code, reason } }
  })
  await writeAudits(q, caller, audited, time)
}
