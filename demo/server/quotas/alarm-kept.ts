import { type Kysely, type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { AlarmsKept } from '../../../core/contract/alarm-record.ts'
import type { Db } from '../db/db.ts'
import { findByKeys } from '../db/find-by-keys.ts'
import type { Schema } from '../db/schema.ts'
import { Tally } from '../db/tally.ts'
import { notifyQuotaNear, notifyUsers } from '../messages/index.ts'
import { keptBy, limitsOf } from './kept-by.ts'
import { wereNotified } from './notified.ts'

/** Nobody waits for it any more: recovered, and confirmed, kept from operators, or come again, when the newest waits for it. */
const IS_OVER = sql`(a.recover_time is not null
  and (a.confirm_time is not null or a.held is not null or a.next_alarm_id is not null))`

/** Those that are over, of each tenant the oldest first. */
const OVER = sql`
  select a.tenant_id, a.alarm_id, a.alarm_time,
    row_number() over (partition by a.tenant_id order by a.alarm_time, a.alarm_id) as place
  from alarm a where ${IS_OVER}`

/** How many go at once: 200, and as often that many as it takes to come back to the limit; `null` where there is none. */
const goes = (kept: RawBuilder<unknown>, limit: RawBuilder<unknown>) => {
  const step = sql.lit(LIMITS.alarmsDroppedAtOnce)
  return sql`greatest(1, ceil((${kept} - ${limit})::numeric / ${step})) * ${step}`
}

/** In times of its limit: what an organisation keeps beyond that goes without waiting for an hour, as of its history. */
const MOST_WAITING = 2

/** How many alarms each organisation has, as a run of a job leaves it for the next one. */
export const alarmTally = (db: Db, which?: RawBuilder<unknown>): Tally =>
  new Tally(db, {
    table: 'alarm',
    time: 'alarm_id',
    id: 'alarm_id',
    idType: 'bigint',
    ...(which && { which }),
    bytes: sql`0`,
  })

interface Kept {
  tenant_id: number
  kept: number
  limit: number
}

/** Notifies administrators of an organisation whose oldest alarms will soon be dropped; afterwards the history itself says so. */
async function notifyAlarmsNear(q: Kysely<Schema>, { tenant_id, kept, limit }: Kept): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    select u.user_id from tenant t join app_user u on u.tenant_id = t.tenant_id and u.user_type = 1 and u.is_active = 1
    where t.tenant_id = ${tenant_id} and t.alarms_dropped_time is null`.execute(q)
  const percent = Math.min(Math.floor((kept * 100) / Math.max(limit, 1)), 1000)
  for (const { user_id } of rows) await notifyQuotaNear(q, { tenant_id, user_id, quota: 'alarms_kept', percent })
}

/** How many of an organisation's alarms go. */
async function goingOf(q: Kysely<Schema>, { tenant_id, kept, limit }: Kept): Promise<number> {
  if (kept <= limit) return 0
  const { rows } = await sql<{ going: number }>`
    select (${goes(sql`${kept}::bigint`, sql`${limit}::bigint`)})::bigint as going from tenant t where t.tenant_id = ${tenant_id}
      and (t.alarms_dropped_time is not null or ${kept > limit * MOST_WAITING} or ${wereNotified('alarms_kept')})`.execute(
    q,
  )
  return rows[0]?.going ?? 0
}

/** Drops the oldest alarms of an organisation that are over; how many. */
async function dropOldest(q: Kysely<Schema>, tenant_id: number): Promise<number> {
  await findByKeys(q)
  const { rows } = await sql<{ alarm_time: number }>`
    delete from alarm where tenant_id = ${tenant_id} and alarm_id = any(array(
      select a.alarm_id from alarm a where a.tenant_id = ${tenant_id} and ${IS_OVER}
        order by a.alarm_time, a.alarm_id limit ${LIMITS.alarmsDroppedAtOnce}))
      returning alarm_time`.execute(q)
  if (rows.length === 0) return 0
  const newest = Math.max(...rows.map(({ alarm_time }) => alarm_time))
  await sql`update tenant set alarms_dropped_time = greatest(alarms_dropped_time, ${newest}::bigint)
    where tenant_id = ${tenant_id}`.execute(q)
  return rows.length
}

/**
 * Drops the oldest alarms that are over, with their events, of each of these organisations that keeps more than it may, 200 at
 * a time until it does not, each time in a transaction of its own; none where all are open, nor where its administrators have
 * not been notified an hour before, unless it keeps far more. For a job.
 */
export async function dropAlarmsBeyondQuotas(
  db: Db,
  tenant_ids: readonly number[],
  { tally, closing }: { tally: Tally; closing?: AbortSignal | undefined },
): Promise<void> {
  await tally.add(tenant_ids, closing)
  for (const { tenant_id, limit } of await db.system((q) => limitsOf(q, 'alarms_kept', tenant_ids), 'reports')) {
    const isNear = (kept: number) => limit !== null && kept > 0 && kept * 100 >= limit * LIMITS.quotaNear
    if (limit === null || !isNear(tally.atMost(tenant_id).lines)) continue
    const { lines: kept } = await tally.recount(tenant_id, { closing })
    if (!isNear(kept)) continue
    const going = await db.system(async (q) => {
      await notifyAlarmsNear(q, { tenant_id, kept, limit })
      return goingOf(q, { tenant_id, kept, limit })
    }, 'reports')
    for (let left = going; left > 0 && !closing?.aborted; left -= LIMITS.alarmsDroppedAtOnce)
      if ((await db.system((q) => dropOldest(q, tenant_id), 'reports')) < LIMITS.alarmsDroppedAtOnce) break
  }
}

const seenOf = (tenant_id: number, devices: readonly number[]) =>
  sql`select alarm_id from alarm where tenant_id = ${tenant_id} and device_id = any(${devices}::bigint[])`

/**
 * What a tenant keeps of alarms, and may keep; of some devices (null: of all) what is theirs of it. Runs as the owner: the
 * limits are those of its administrators.
 */
export async function alarmsKept(
  q: Kysely<Schema>,
  tenant_id: number,
  devices: readonly number[] | null,
): Promise<AlarmsKept> {
  const isShown =
    devices === null
      ? sql`true`
      : sql`old.alarm_id = any(array(select s.alarm_id from (${seenOf(tenant_id, devices)}) s))`
  const shown = devices === null ? sql`kept` : sql`(select count(*) from (${seenOf(tenant_id, devices)}) s)`
  const { rows } = await sql<AlarmsKept>`
    with have as (
      select (select count(*) from alarm where tenant_id = ${tenant_id}) as kept,
        (select k.kept from (${keptBy('alarms_kept')}) k where k.tenant_id = ${tenant_id}) as most
    ), goes as (select ${shown} as kept, most, coalesce(${goes(sql`kept`, sql`most`)}, 0) as going from have)
    select g.kept, g.most as "limit", count(old.place) as over, min(old.alarm_time) as oldest_time,
      count(old.place) filter (where old.place <= g.going) as next,
      max(old.alarm_time) filter (where old.place <= g.going) as next_time
    from goes g left join (${OVER} and a.tenant_id = ${tenant_id}) old on ${isShown}
    group by g.kept, g.most, g.going`.execute(q)
  return rows[0] ?? { kept: 0, limit: null, over: 0, next: 0, oldest_time: null, next_time: null }
}

/** Notifies administrators that alarms which nobody confirmed are deleted, since more than `most` wait: at most once a day. */
export async function notifyAlarmsDeleted(
  q: Kysely<Schema>,
  tenant_id: number,
  most: number,
  time: number,
): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    select u.user_id from app_user u where u.tenant_id = ${tenant_id} and u.user_type = 1 and u.is_active = 1
      and not exists (select from system_message m where m.tenant_id = u.tenant_id and m.user_id = u.user_id
        and m.kind = 'alarms-deleted' and m.message_time > ${time - DAY_MS})`.execute(q)
  const user_ids = rows.map(({ user_id }) => user_id)
  await notifyUsers(q, { tenant_id, user_ids, kind: 'alarms-deleted', params: { most }, time })
}
