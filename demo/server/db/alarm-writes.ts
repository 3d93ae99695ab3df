import { type Kysely, type Selectable, sql } from 'kysely'
import type { AlarmEventTable, AlarmHoldTable, AlarmTable } from './alarm-tables.ts'
import { findByKeys } from './find-by-keys.ts'
import type { Schema } from './schema.ts'

export type AlarmRow = Selectable<AlarmTable>

/** What rules at devices are evaluated by. Texts of alarms, which may be a million, stay in the database. */
export const STANDING = [
  ...['tenant_id', 'alarm_id', 'rule_id', 'device_id', 'key', 'alarm_level', 'alarm_time', 'alarm_value'],
  ...['recover_time', 'confirm_time', 'note_code', 'held', 'next_alarm_id', 'repeats', 'is_late'],
] as const satisfies (keyof AlarmTable)[]
export type StandingRow = Pick<AlarmRow, (typeof STANDING)[number]>

/** Without its texts. */
export function standingOf(row: StandingRow): StandingRow {
  const { tenant_id, alarm_id, rule_id, device_id, key, alarm_level, alarm_time, alarm_value } = row
  const { recover_time, confirm_time, note_code, held, next_alarm_id, repeats, is_late } = row
  return {
    tenant_id,
    alarm_id,
    rule_id,
    device_id,
    key,
    alarm_level,
    alarm_time,
    alarm_value,
    recover_time,
    confirm_time,
    note_code,
    held,
    next_alarm_id,
    repeats,
    is_late,
  }
}

/** What is said of it is a person's word, or the product's. */
export type EventRow = Omit<Selectable<AlarmEventTable>, 'event_id' | 'is_told' | Said> &
  Partial<Pick<Selectable<AlarmEventTable>, Said>>
type Said = 'note' | 'note_code'

type Ids = { alarm_id: number }[]
const idsOf = (rows: Ids): number[] => rows.map(({ alarm_id }) => alarm_id)

/** Of these devices, those that are registered, which stay so until the end of the transaction. */
export async function thereOf(q: Kysely<Schema>, ids: readonly number[]): Promise<Set<number>> {
  const rows = await q
    .selectFrom('device')
    .select('device_id')
    .where(sql<boolean>`device_id = any(${ids}::bigint[])`)
    .where('deregistered_time', 'is', null)
    .orderBy('device_id')
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ device_id }) => device_id))
}

/** Of these alarms those that are there, which stay so until the end of the transaction. */
export async function stillThere(
  q: Kysely<Schema>,
  alarms: readonly Pick<AlarmRow, 'tenant_id' | 'alarm_id'>[],
): Promise<Set<number>> {
  if (alarms.length === 0) return new Set()
  const { rows } = await sql<{ alarm_id: number }>`
    select a.alarm_id from alarm a where a.tenant_id = any(${alarms.map(({ tenant_id }) => tenant_id)}::bigint[])
      and a.alarm_id = any(${alarms.map(({ alarm_id }) => alarm_id)}::bigint[])
      order by a.alarm_id for no key update`.execute(q)
  return new Set(idsOf(rows))
}

/** Alarms with their texts. */
export async function alarmsOf(
  q: Kysely<Schema>,
  alarms: readonly Pick<AlarmRow, 'tenant_id' | 'alarm_id'>[],
): Promise<AlarmRow[]> {
  if (alarms.length === 0) return []
  const { rows } = await sql<AlarmRow>`
    select ${COLUMNS} from alarm where tenant_id = any(${alarms.map(({ tenant_id }) => tenant_id)}::bigint[])
      and alarm_id = any(${alarms.map(({ alarm_id }) => alarm_id)}::bigint[])`.execute(q)
  return rows
}

/** Numbers for new alarms, the lowest last. */
export async function nextIds(q: Kysely<Schema>, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await sql<{ alarm_id: number }>`
    select nextval(pg_get_serial_sequence('alarm', 'alarm_id')) as alarm_id from generate_series(1, ${count}::int)`.execute(
    q,
  )
  return idsOf(rows).sort((a, b) => b - a)
}

const COLUMN_LIST = [
  'tenant_id',
  'alarm_id',
  'device_id',
  'sn_code',
  'rule_id',
  'key',
  'alarm_level',
  'alarm_name',
  'alarm_name_en',
  'alarm_info',
  'alarm_info_en',
  'alarm_time',
  'alarm_value',
  'recover_time',
  'confirm_time',
  'confirm_user_id',
  '"confirm_userName"',
  'confirm_by_user_id',
  'alarm_note',
  'note_code',
  'held',
  'next_alarm_id',
  'repeats',
  'is_late',
]
const COLUMNS = sql.raw(COLUMN_LIST.join(', '))

/** One statement for all rows. Of the same alarm only one may be open: another node's counts. */
export async function insertAlarms(q: Kysely<Schema>, alarms: readonly AlarmRow[]): Promise<number[]> {
  if (alarms.length === 0) return []
  const { rows } = await sql<{ alarm_id: number }>`
    insert into alarm (${COLUMNS})
    select ${COLUMNS} from json_populate_recordset(null::alarm, ${JSON.stringify(alarms)}::json)
    on conflict do nothing returning alarm_id`.execute(q)
  return idsOf(rows)
}

/** An alarm as it is to be. `isUnconfirmed`: whoever saw it has to see it again. `isNew`: nobody was notified of it. */
export interface ChangedAlarm {
  row: StandingRow
  isUnconfirmed: boolean
  isNew: boolean
}

/**
 * What may become of an alarm after it came, but for what people do: who confirmed it, and their note, stay as SQL has them.
 * Gives the rows as they are then; one that is gone is left out.
 */
export async function updateAlarms(q: Kysely<Schema>, changed: readonly ChangedAlarm[]): Promise<AlarmRow[]> {
  if (changed.length === 0) return []
  const rows = changed.map(({ row }) => row)
  const again = changed.flatMap(({ row, isUnconfirmed }) => (isUnconfirmed ? row.alarm_id : []))
  const news = changed.flatMap(({ row, isNew }) => (isNew ? row.alarm_id : []))
  const answer = await sql<AlarmRow>`
    update alarm a set alarm_time = n.alarm_time, alarm_value = n.alarm_value, recover_time = n.recover_time,
      held = n.held, next_alarm_id = n.next_alarm_id, repeats = n.repeats,
      note_code = coalesce(a.note_code, n.note_code),
      push_state = case when n.alarm_id = any(${news}::bigint[]) then 0 else a.push_state end,
      confirm_time = case when n.alarm_id = any(${again}::bigint[]) then null else a.confirm_time end,
      confirm_user_id = case when n.alarm_id = any(${again}::bigint[]) then null else a.confirm_user_id end,
      confirm_by_user_id = case when n.alarm_id = any(${again}::bigint[]) then null else a.confirm_by_user_id end,
      "confirm_userName" = case when n.alarm_id = any(${again}::bigint[]) then null else a."confirm_userName" end
    from json_populate_recordset(null::alarm, ${JSON.stringify(rows)}::json) n
    where a.tenant_id = n.tenant_id and a.alarm_id = n.alarm_id
    returning ${sql.raw(COLUMN_LIST.map((column) => `a.${column}`).join(', '))}`.execute(q)
  return answer.rows
}

/**
 * Of rules at devices, the last alarms that were confirmed and are over, and the last that ended while they were kept from
 * operators: of those that came in time, and of those that came late. They stay until the end of the transaction.
 */
export async function lastEndedAlarms(
  q: Kysely<Schema>,
  places: readonly Pick<AlarmRow, 'tenant_id' | 'rule_id' | 'device_id'>[],
): Promise<AlarmRow[]> {
  if (places.length === 0) return []
  await findByKeys(q)
  const { rows } = await sql<AlarmRow>`
    select h.* from json_populate_recordset(null::alarm, ${JSON.stringify(places)}::json) p,
      (values (true, true), (true, false), (false, true), (false, false)) k (is_late, is_confirmed),
      lateral (select ${COLUMNS} from alarm a
        where a.tenant_id = p.tenant_id and a.rule_id = p.rule_id and a.device_id = p.device_id and a.is_late = k.is_late
          and (a.confirm_time is not null) = k.is_confirmed and (k.is_confirmed or a.held is not null)
          and a.recover_time is not null and a.next_alarm_id is null
        order by a.alarm_time desc, a.alarm_id desc limit 1 for update) h`.execute(q)
  return rows
}

/** An earlier occurrence of the rule at the device of `h` that nobody confirmed. */
const IS_EARLIER = sql`e.tenant_id = h.tenant_id and e.rule_id = h.rule_id and e.device_id = h.device_id
  and e.confirm_time is null and e.next_alarm_id is not null and e.alarm_time <= h.alarm_time`

/** One that was there when `h` was confirmed. */
const IS_CONFIRMED_WITH = sql`${IS_EARLIER} and e.alarm_id <= h.confirms_earlier`
/** The order of their index, by which it is found: in others they are among all alarms. `exists` would ignore it. */
const NEWEST_FIRST = sql`order by e.alarm_time desc, e.alarm_id desc`

export interface Confirmer {
  user_id: number | null
  user_name: string | null
  by_user_id: number | null
}

/** Marks alarms as seen; gives them. Their earlier occurrences follow by `confirmEarlier`. In a transaction of the tenant. */
export async function markConfirmed(
  q: Kysely<Schema>,
  ids: readonly number[],
  { user_id, user_name, by_user_id }: Confirmer,
  alarm_note: string | null,
  now: number,
): Promise<AlarmRow[]> {
  await findByKeys(q)
  const { rows } = await sql<AlarmRow>`
    update alarm h set confirm_time = ${now}, confirm_user_id = ${user_id}, "confirm_userName" = ${user_name},
      confirm_by_user_id = ${by_user_id}, alarm_note = coalesce(${alarm_note}::text, h.alarm_note),
      confirms_earlier = case when (
          select e.alarm_id from alarm e where ${IS_EARLIER} and e.alarm_id <> h.alarm_id ${NEWEST_FIRST} limit 1
        ) is not null then (select max(n.alarm_id) from alarm n where n.tenant_id = h.tenant_id) end
    where h.confirm_time is null and h.alarm_id = any(${ids}::bigint[])
    returning h.*`.execute(q)
  return rows
}

/** The confirmed alarm whose earlier occurrences are to follow next; null where there is none. In a transaction of the tenant. */
export async function nextWithEarlier(q: Kysely<Schema>): Promise<AlarmRow | null> {
  await findByKeys(q)
  const { rows } = await sql<AlarmRow>`
    select * from alarm where confirms_earlier is not null order by alarm_id limit 1`.execute(q)
  return rows[0] ?? null
}

/** Organisations that have such alarms. As the owner. */
export async function tenantsWithEarlier(q: Kysely<Schema>): Promise<number[]> {
  const { rows } = await sql<{ tenant_id: number }>`
    select distinct tenant_id from alarm where confirms_earlier is not null`.execute(q)
  return rows.map(({ tenant_id }) => tenant_id)
}

/**
 * Confirms the newest earlier occurrences of an alarm as it was confirmed itself, at most so many; gives them. What another
 * transaction is changing is left for the next time: nobody waits for anybody who waits.
 */
export async function confirmEarlier(q: Kysely<Schema>, head: AlarmRow, most: number): Promise<AlarmRow[]> {
  const { tenant_id, alarm_id } = head
  const { rows } = await sql<AlarmRow>`
    update alarm a set confirm_time = h.confirm_time, confirm_user_id = h.confirm_user_id,
      "confirm_userName" = h."confirm_userName", confirm_by_user_id = h.confirm_by_user_id
    from alarm h
    where h.tenant_id = ${tenant_id} and h.alarm_id = ${alarm_id} and h.confirm_time is not null
      and a.tenant_id = ${tenant_id} and a.alarm_id = any(array(
        select e.alarm_id from alarm h, alarm e
        where h.tenant_id = ${tenant_id} and h.alarm_id = ${alarm_id} and ${IS_CONFIRMED_WITH}
        ${NEWEST_FIRST} limit ${most} for update of e skip locked))
    returning a.*`.execute(q)
  return rows
}

/**
 * Notes of the next alarms, at most so many, that no earlier occurrence is left to confirm, or that they are to be confirmed
 * again themselves; gives these. It leaves those that another transaction is changing. In a transaction of the tenant.
 */
export async function endEarlier(q: Kysely<Schema>, most: number): Promise<AlarmRow[]> {
  const { rows } = await sql<AlarmRow>`
    update alarm h set confirms_earlier = null
    where h.alarm_id = any(array(
        select o.alarm_id from alarm o where o.confirms_earlier is not null order by o.alarm_id limit ${most}
        for update skip locked))
      and (h.confirm_time is null or (
        select e.alarm_id from alarm e where ${IS_CONFIRMED_WITH} ${NEWEST_FIRST} limit 1) is null)
    returning h.*`.execute(q)
  return rows
}

/** Events of alarms that are there, or of none. */
export async function insertEvents(q: Kysely<Schema>, events: readonly EventRow[]): Promise<void> {
  if (events.length === 0) return
  // The plan by which each event's alarm is looked up, for the foreign key, may be from when they were few, and read them all.
  await sql`discard plans`.execute(q)
  await sql`
    insert into alarm_event (tenant_id, alarm_id, rule_id, device_id, event_time, alarm_type, user_id, user_name, by_user_id, note,
      note_code)
    select e.tenant_id, e.alarm_id, e.rule_id, e.device_id, e.event_time, e.alarm_type, e.user_id, e.user_name, e.by_user_id, e.note,
      e.note_code
    from json_populate_recordset(null::alarm_event, ${JSON.stringify(events)}::json) e
    where e.alarm_id is null
      or exists (select from alarm a where a.tenant_id = e.tenant_id and a.alarm_id = e.alarm_id)
    on conflict do nothing`.execute(q)
  await deleteOldEvents(q, events)
}

/** Beside the first, which is how it came: so many events of an alarm stay, and of a hold of a rule at a device that had none. */
export const EVENTS_KEPT = 200

/**
 * Deletes events of the alarms that somebody has acted on here, beyond the first and the newest: shelving one again and again
 * would fill the store. Those that programs are to be notified of wait for that.
 */
async function deleteOldEvents(q: Kysely<Schema>, events: readonly EventRow[]): Promise<void> {
  const acts = events.filter(({ alarm_type }) => alarm_type > 2)
  if (acts.length === 0) return
  await findByKeys(q)
  const given = sql`json_populate_recordset(null::alarm_event, ${JSON.stringify(acts)}::json)`
  await sql`
    delete from alarm_event gone using (
      select o.tenant_id, o.event_id from (select distinct tenant_id, alarm_id from ${given} where alarm_id is not null) g
        cross join lateral (select * from alarm_event e where e.tenant_id = g.tenant_id and e.alarm_id = g.alarm_id
          order by e.event_time desc, e.alarm_type desc offset ${EVENTS_KEPT}) o
        where (o.is_told or o.alarm_type <= 2) and o.event_id <> (
          select f.event_id from alarm_event f where f.tenant_id = g.tenant_id and f.alarm_id = g.alarm_id
            order by f.event_time, f.alarm_type limit 1)
      union all
      select o.tenant_id, o.event_id from (
          select distinct tenant_id, rule_id, device_id from ${given} where alarm_id is null) g
        cross join lateral (select * from alarm_event e where e.alarm_id is null
          and e.tenant_id = g.tenant_id and e.rule_id = g.rule_id and e.device_id = g.device_id
          order by e.event_time desc, e.event_id desc offset ${EVENTS_KEPT}) o
    ) old where gone.tenant_id = old.tenant_id and gone.event_id = old.event_id`.execute(q)
}

/** An alarm, and the types of its events that are written anew. */
export type MovedEvents = readonly [alarm: StandingRow, types: readonly number[]]

/** When an alarm came or was over is known better now: those events are written anew. */
export async function forgetEvents(q: Kysely<Schema>, moved: readonly MovedEvents[]): Promise<void> {
  if (moved.length === 0) return
  const gone = moved.flatMap(([{ tenant_id, alarm_id }, types]) =>
    types.map((alarm_type) => ({ tenant_id, alarm_id, alarm_type })),
  )
  await sql`
    delete from alarm_event e using json_populate_recordset(null::alarm_event, ${JSON.stringify(gone)}::json) g
    where e.tenant_id = g.tenant_id and e.alarm_id = g.alarm_id and e.alarm_type = g.alarm_type`.execute(q)
}

/** Takes alarms away that never were, with their events; one that somebody has seen meanwhile stays. */
export async function forgetAlarms(q: Kysely<Schema>, alarms: readonly AlarmRow[]): Promise<void> {
  for (const { tenant_id, alarm_id } of alarms)
    await q
      .deleteFrom('alarm')
      .where('tenant_id', '=', tenant_id)
      .where('alarm_id', '=', alarm_id)
      .where('confirm_user_id', 'is', null)
      .where('alarm_note', 'is', null)
      .execute()
}

/** Ends holds. */
export async function forgetHolds(
  q: Kysely<Schema>,
  holds: readonly Pick<Selectable<AlarmHoldTable>, 'tenant_id' | 'rule_id' | 'device_id'>[],
): Promise<void> {
  if (holds.length === 0) return
  const ids = (field: 'tenant_id' | 'rule_id' | 'device_id') => holds.map((hold) => hold[field])
  await q
    .deleteFrom('alarm_hold')
    .where(
      sql<boolean>`(tenant_id, rule_id, device_id) in (select * from unnest(
        ${ids('tenant_id')}::bigint[], ${ids('rule_id')}::bigint[], ${ids('device_id')}::bigint[]))`,
    )
    .execute()
}
