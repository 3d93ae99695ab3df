import { type Kysely, sql } from 'kysely'
import type { Alarm, AlarmEvent, AlarmHold, AlarmRationale, AlarmSuppression } from '../../../core/contract/alarm.ts'
import type { Schema } from '../db/schema.ts'
import { alarmsOf, rowsOf, UNENDED } from './list.ts'
import { noteOf } from './notes.ts'

/** A rule's number; the schema lets nothing else through. */
export const ruleOf = (rule_id: string): number => Number(rule_id)

/** Which rule of which device these alarms are of. In a transaction of the tenant, as all of these. */
export const whereOf = (q: Kysely<Schema>, alarm_ids: readonly string[]) =>
  q
    .selectFrom('alarm')
    .select(['alarm_id', 'sn_code', 'rule_id', 'device_id'])
    .where(sql<boolean>`alarm_id = any(${alarm_ids.map(Number)}::bigint[])`)
    .execute()

const RATIONALE = [
  'cause',
  'consequence',
  'response',
  'cause_en',
  'consequence_en',
  'response_en',
  'condition',
  'threshold',
  'threshold_high',
  'dead_band',
  'no_data_s',
  'on_delay_s',
  'off_delay_s',
  'suppress_when',
] as const

interface FoundAlarm {
  alarm: Alarm
  events: AlarmEvent[]
  rationale: AlarmRationale | null
}

/** More are no story that anybody reads. */
const MOST_EVENTS = 500

/** An alarm with what happened to it, the newest events where there are very many; null where it is gone. */
export async function readAlarm(q: Kysely<Schema>, alarm_id: string): Promise<FoundAlarm | null> {
  const id = Number(alarm_id)
  const [alarm] = await rowsOf(alarmsOf(q, { devices: null }, 0).where('a.alarm_id', '=', id), (some) => some)
  if (!alarm) return null
  const events = await q
    .selectFrom('alarm_event as e')
    .leftJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 'e.tenant_id').onRef('u.user_id', '=', 'e.user_id'),
    )
    .select(['e.event_time', 'e.alarm_type', 'e.note', 'e.note_code'])
    // Events of an older release name nobody.
    .select(sql<string | null>`coalesce(e.user_name, u.user_name)`.as('user_name'))
    .where('e.alarm_id', '=', id)
    .orderBy('e.event_time', 'desc')
    .orderBy('e.event_id', 'desc')
    .limit(MOST_EVENTS)
    .execute()
  const rule = await q
    .selectFrom('alarm_rule as r')
    .leftJoin('geofence as f', (join) =>
      join.onRef('f.tenant_id', '=', 'r.tenant_id').onRef('f.fence_id', '=', 'r.fence_id'),
    )
    .select(RATIONALE)
    .select('f.fence_name')
    .where('r.rule_id', '=', ruleOf(alarm.rule_id))
    .executeTakeFirst()
  const shown = events.reverse().map(({ note, note_code, ...event }) => ({ ...event, ...noteOf(note, note_code) }))
  return { alarm, events: shown, rationale: rule ?? null }
}

/** What is held of these devices (null: of all of the tenant), newest first; with a `rule_id`, of that rule alone. */
export async function holdsOf(
  q: Kysely<Schema>,
  devices: readonly number[] | null,
  rule_id?: number,
): Promise<AlarmHold[]> {
  const rows = await q
    .selectFrom('alarm_hold as h')
    .innerJoin('device as d', (join) =>
      join.onRef('d.tenant_id', '=', 'h.tenant_id').onRef('d.device_id', '=', 'h.device_id'),
    )
    .innerJoin('alarm_rule as r', (join) =>
      join.onRef('r.tenant_id', '=', 'h.tenant_id').onRef('r.rule_id', '=', 'h.rule_id'),
    )
    .select(['h.rule_id', 'd.sn_code', 'd.dev_alias', 'r.alarm_name', 'r.alarm_name_en', 'r.alarm_level'])
    .select(['h.kind', 'h.start_time', 'h.end_time', 'h.is_one_shot', 'h.reason', 'h.user_name'])
    .$if(devices !== null, (some) => some.where(sql<boolean>`h.device_id = any(${devices}::bigint[])`))
    .$if(rule_id !== undefined, (some) => some.where('h.rule_id', '=', rule_id ?? 0))
    .orderBy('h.start_time', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, rule_id: String(row.rule_id) }))
}

/** What suppresses the alarms that stand suppressed by design, of these devices (null: of all of the tenant). */
export async function suppressedOf(q: Kysely<Schema>, devices: readonly number[] | null): Promise<AlarmSuppression[]> {
  const rows = await q
    .selectFrom('alarm as a')
    .innerJoin('alarm_rule as r', (join) =>
      join.onRef('r.tenant_id', '=', 'a.tenant_id').onRef('r.rule_id', '=', 'a.rule_id'),
    )
    .select(['a.rule_id', 'a.sn_code', 'r.suppress_when'])
    .where(UNENDED)
    .where('a.held', '=', 'DSUPR')
    .$if(devices !== null, (some) => some.where(sql<boolean>`a.device_id = any(${devices}::bigint[])`))
    .execute()
  return rows.map((row) => ({ ...row, rule_id: String(row.rule_id) }))
}
