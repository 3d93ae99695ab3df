import { type Kysely, type RawBuilder, sql } from 'kysely'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { DeliveryReason, DeliveryState, PersonChannel } from '../../../core/contract/push.ts'
import { alarmPath } from '../../../core/rules/alarm-path.ts'
import { findByKeys } from '../db/find-by-keys.ts'
import type { Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import type { Message } from '../messages/index.ts'
import { spendQuota } from '../quotas/index.ts'
import { type AlarmReaders, alarmReaders } from './alarm-readers.ts'
import { notifyQuotaUsed } from './notify-quota.ts'
import { quietUntil } from './quiet-hours.ts'
import { type Reader, readerOf } from './reader.ts'
import { type AlarmLine, messageOf } from './words.ts'

/** A person gets one message by a channel in this time; what comes meanwhile is in the next one. */
export const GATHER_MS = 60_000
/** Alarms after a message of this age are further ones. */
const FURTHER_MS = 2 * GATHER_MS
const NAMED = 5
/** So many alarms of a person are gathered in one message, the oldest first; those beyond are in the next one. */
const GATHERED = 5000

export interface GatherParts {
  now: number
  /** Whether somebody carries messages of a channel. */
  hasProvider: (channel: PersonChannel) => boolean
  /** Where people reach the console; null where nobody said it. */
  consoleUrl: string | null
}

/** A person for whom alarms wait, and the channel. */
export interface Addressee {
  user_id: number
  channel: PersonChannel
}

interface Waiting extends Addressee {
  tenant_id: number
  sent_time: number | null
  quiet_time: number | null
  /** Of what waits, that which is gathered now. */
  push_ids: number[]
}

/**
 * Whom what is due waits for, of all open organisations or of one. They are found one after the other in the index: of
 * each, two rows are read, however many wait.
 */
export async function addresseesOf(
  q: Kysely<Schema>,
  now: number,
  tenant_id: number | null = null,
): Promise<(Addressee & { tenant_id: number })[]> {
  await findByKeys(q)
  const next = (after: RawBuilder<unknown>) => sql`(select user_id, channel from push
    where tenant_id = t.tenant_id and message_id is null and ${after} order by user_id, channel limit 1)`
  const { rows } = await sql<Addressee & { tenant_id: number }>`
    select t.tenant_id, w.user_id, w.channel from tenant t cross join lateral (
      with recursive addressee as (
        ${next(sql`true`)}
        union all
        select n.user_id, n.channel from addressee a
          cross join lateral ${next(sql`(user_id, channel) > (a.user_id, a.channel)`)} n
      )
      select user_id, channel from addressee a cross join lateral (select from push p where p.tenant_id = t.tenant_id
        and p.user_id = a.user_id and p.channel = a.channel and p.message_id is null and p.due_time <= ${now} limit 1) due
    ) w where t.closed_time is null and ${tenant_id === null ? sql`true` : sql`t.tenant_id = ${tenant_id}`}
    order by t.tenant_id, w.user_id, w.channel`.execute(q)
  return rows
}

/**
 * Makes messages of what waits for somebody of a tenant by a channel, in a transaction of it, on one node at a time. Returns
 * those that nobody carries.
 */
export async function gather(
  q: Kysely<Schema>,
  tenant_id: number,
  { addressee, ...parts }: GatherParts & { addressee: Addressee },
): Promise<Message[]> {
  const { now } = parts
  const tenant = await q
    .selectFrom('tenant')
    .select('timezone')
    .where('tenant_id', '=', tenant_id)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  const kept: Message[] = []
  if (!tenant) return kept
  await findByKeys(q)
  const reader = await readerOf(q, tenant_id, addressee.user_id)
  if (!reader) {
    await waitingOf(q, { tenant_id, push_ids: await dueOf(q, addressee, now) }).delete()
    return kept
  }
  const last = await lastOf(q, addressee, now)
  const quietEnd = reader.quiet && quietUntil(now, reader.quiet, tenant.timezone)
  // Until somebody may have a message, nothing of what waits is read.
  if (!isFree(last.sent_time, now) && (quietEnd === null || !isFree(last.quiet_time, now))) return kept
  const waiting = { ...addressee, ...last, tenant_id, push_ids: await dueOf(q, addressee, now) }
  await dropUnseen(q, waiting, alarmReaders(tenant_id))
  const some = { ...parts, reader, timezone: tenant.timezone, kept }
  if (quietEnd === null) await gatherLoud(q, waiting, some)
  else await gatherQuiet(q, waiting, { ...some, quietEnd })
  return kept
}

const isFree = (last: number | null, now: number) => last === null || last <= now - GATHER_MS

/** When a person got the last message by a channel, and when the last one was kept quiet; null for long ago. */
async function lastOf(q: Kysely<Schema>, { user_id, channel }: Addressee, now: number) {
  const { rows } = await sql<{ sent_time: number | null; quiet_time: number | null }>`
    select max(message_time) filter (where state <> 'quiet') as sent_time,
      max(message_time) filter (where state = 'quiet') as quiet_time
    from delivered_message where user_id = ${user_id} and channel = ${channel} and message_time > ${now - FURTHER_MS}
      and reason in ('alarm', 'escalation', 'recovered')`.execute(q)
  return rows[0] ?? { sent_time: null, quiet_time: null }
}

/** Of what is due for a person by a channel the oldest, a bounded number. */
async function dueOf(q: Kysely<Schema>, { user_id, channel }: Addressee, now: number): Promise<number[]> {
  const { rows } = await sql<{ push_id: number }>`
    select push_id from push
      where user_id = ${user_id} and channel = ${channel} and message_id is null and due_time <= ${now}
      order by due_time limit ${GATHERED}`.execute(q)
  return rows.map(({ push_id }) => push_id)
}

/** Nothing is sent of devices that the person may not see any more: it may have waited for a night. */
async function dropUnseen(q: Kysely<Schema>, waiting: Waiting, readers: AlarmReaders): Promise<void> {
  const { tenant_id, user_id, push_ids } = waiting
  if (push_ids.length === 0) return
  await readers.readRights(q, [user_id])
  const isUnseen: number[] = []
  for (const { alarm_id, ...place } of await waitingOf(q, waiting).places())
    if (!readers.mayRead(user_id, { tenant_id, ...place })) isUnseen.push(alarm_id)
  if (isUnseen.length > 0) await waitingOf(q, waiting, sql`alarm_id = any(${isUnseen}::bigint[])`).delete()
}

interface For extends GatherParts {
  reader: Reader
  timezone: string
  kept: Message[]
}

interface Quieting extends For {
  quietEnd: number
}

/** In quiet hours: most is recorded and sent when they end. */
async function gatherQuiet(q: Kysely<Schema>, waiting: Waiting, parts: Quieting): Promise<void> {
  const { now, reader, quietEnd } = parts
  const { sent_time, quiet_time } = waiting
  // The hours of an earlier evening end within those of today.
  await waitingOf(q, waiting, sql`is_later`).postpone(quietEnd)
  const except = reader.quiet?.except_level ?? null
  const isLoud = sql<boolean>`(reason = 'escalation' or alarm_level >= coalesce(${except}::int, 99))`
  const isQuiet = sql<boolean>`not is_later and not ${isLoud}`
  if (isFree(quiet_time, now)) await keepQuiet(q, waiting, { ...parts, which: isQuiet })
  else await waitingOf(q, waiting, isQuiet).postpone(nextTime(quiet_time, now))
  const isToSend = sql<boolean>`due_time <= ${now} and ${isLoud}`
  if (isFree(sent_time, now)) await sendGathered(q, waiting, { ...parts, which: isToSend })
  else await waitingOf(q, waiting, isToSend).postpone(nextTime(sent_time, now))
}

/** When a person may have the next message: till then what waits is not read again. */
const nextTime = (last: number | null, now: number) => (last ?? now) + GATHER_MS

async function gatherLoud(q: Kysely<Schema>, waiting: Waiting, parts: For): Promise<void> {
  // Those of quiet hours are sent now if they are still active.
  await waitingOf(q, waiting).deleteEnded()
  await sendGathered(q, waiting, { ...parts, which: sql`true` })
}

type Which = ReturnType<typeof sql<boolean>>

/**
 * Some of what waits. Each row is found by its key, and what belongs to it by the key that it names, in this order
 * (`offset 0`), and checked then: however much waits beside it, and whatever the statistics say, nothing else is read.
 */
const waitingOf = (
  q: Kysely<Schema>,
  { tenant_id, push_ids }: Pick<Waiting, 'tenant_id' | 'push_ids'>,
  which: Which = sql`true`,
) => {
  const byKey = (table: string, key: string, id: RawBuilder<unknown>) => sql`cross join lateral (
    select *, ctid as version from ${sql.table(table)} where tenant_id = ${tenant_id} and ${sql.ref(key)} = ${id} offset 0)`
  const some = sql`(
    select p.* from unnest(${numbers(push_ids)}::bigint[]) i (id) ${byKey('push', 'push_id', sql`i.id`)} p
    where message_id is null and ${which})`
  const areSome = sql`ctid = any(array(select version from ${some} s))`
  const itsAlarm = sql`${byKey('alarm', 'alarm_id', sql`w.alarm_id`)} a`
  const itsDevice = sql`${byKey('device', 'device_id', sql`a.device_id`)} d`
  return {
    delete: () => sql`delete from push where ${areSome}`.execute(q),
    postpone: (due_time: number) => sql`update push set due_time = ${due_time} where ${areSome}`.execute(q),
    /** Puts it into a message. */
    put: (message_id: number) => sql`update push set message_id = ${message_id} where ${areSome}`.execute(q),
    /** Drops alarms of quiet hours that are over by now, or kept from operators. */
    deleteEnded: () =>
      sql`delete from push where ctid = any(array(
        select w.version from ${some} w ${itsAlarm}
          where w.is_later and (a.recover_time is not null or a.held is not null)))`.execute(q),
    /** Its alarms, and where they are. */
    places: async () => {
      const { rows } = await sql<{ alarm_id: number; sn_code: string; group_id: number | null }>`
        select w.alarm_id, a.sn_code, d.group_id
        from (select distinct alarm_id from ${some} s) w ${itsAlarm} ${itsDevice}`.execute(q)
      return rows
    },
    count: async () => {
      const { rows } = await sql<Counted>`
        select count(distinct alarm_id) filter (where reason <> 'recovered')::int as came,
          count(distinct alarm_id) filter (where reason = 'recovered')::int as over,
          coalesce(bool_or(reason = 'escalation'), false) as is_escalation,
          coalesce(bool_and(is_later), false) as is_later
        from ${some} s`.execute(q)
      return rows[0] ?? { came: 0, over: 0, is_escalation: false, is_later: false }
    },
    /** The worst of it, escalations first of equals. */
    worst: async (): Promise<AlarmLine[]> => {
      const { rows } = await sql<AlarmLine>`
        with worst as materialized (
          select w.alarm_id, w.reason, coalesce(w.waited_min, 0) as waited_min, a.device_id, a.rule_id, a.key,
            a.sn_code, d.dev_alias, a.alarm_level, a.alarm_name, a.alarm_name_en, a.alarm_info, a.alarm_info_en,
            a.alarm_time, a.recover_time, a.alarm_value,
            row_number() over (order by w.reason = 'recovered', a.alarm_level desc, w.reason = 'escalation' desc,
              a.alarm_time desc) as place
          from (
            select distinct on (alarm_id, reason = 'recovered') alarm_id, reason, waited_min from ${some} s
            order by alarm_id, reason = 'recovered', waited_min desc nulls last
          ) w ${itsAlarm} ${itsDevice}
          order by place limit ${NAMED}
        )
        select a.*, p.unit, p.decimals, coalesce(r.response, '') as response,
          coalesce(r.response_en, '') as response_en
        from worst a
          left join alarm_rule r on r.tenant_id = ${tenant_id} and r.rule_id = a.rule_id
          left join point p on p.tenant_id = ${tenant_id} and p.device_id = a.device_id and p.key = a.key
        order by a.place`.execute(q)
      return rows
    },
  }
}

interface Counted {
  came: number
  over: number
  is_escalation: boolean
  is_later: boolean
}

/** Records what is not sent now; alarms that came are sent when the quiet hours end, if they are still active. */
async function keepQuiet(q: Kysely<Schema>, waiting: Waiting, parts: Quieting & { which: Which }): Promise<void> {
  const { now, quietEnd } = parts
  const message_id = await write(q, waiting, { ...parts, fate: () => Promise.resolve('quiet') })
  if (message_id === null) return
  await sql`
    insert into push (tenant_id, alarm_id, user_id, channel, reason, alarm_level, push_time, due_time, is_later)
      select tenant_id, alarm_id, user_id, channel, 'alarm', max(alarm_level), ${now}, ${quietEnd}, true
      from push p where message_id = ${message_id} and reason = 'alarm'
        and not exists (select from push l where l.tenant_id = p.tenant_id and l.alarm_id = p.alarm_id and l.user_id = p.user_id
          and l.channel = p.channel and l.is_later and l.message_id is null)
      group by tenant_id, alarm_id, user_id, channel`.execute(q)
}

const sendGathered = (q: Kysely<Schema>, waiting: Waiting, parts: For & { which: Which }) =>
  write(q, waiting, { ...parts, fate: () => fateOf(q, waiting, parts) })

/** What is to become of one more message: it costs a quota. */
async function fateOf(q: Kysely<Schema>, { user_id, channel }: Waiting, parts: For): Promise<DeliveryState> {
  const { reader, hasProvider, now } = parts
  const { tenant_id } = reader
  if (reader.addresses[channel] === null) return 'no_address'
  try {
    await spendQuota(q, { tenant_id, user_id }, channel)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await notifyQuotaUsed(q, { tenant_id, user_id, channel, now })
    return 'quota'
  }
  return hasProvider(channel) ? 'waiting' : 'kept'
}

interface Writing extends For {
  which: Which
  fate: () => Promise<DeliveryState>
}

/** The link of a message for its reader: of several alarms to all, or to those of the worst one's device. */
function linkOf([worst]: readonly AlarmLine[], count: number, { reader, consoleUrl }: For): string | null {
  if (!worst || consoleUrl === null) return null
  const { sn_code, alarm_id } = worst
  const path = alarmPath((right) => hasRight(reader.roles, right), count === 1 ? { sn_code, alarm_id } : { sn_code })
  return path && `${consoleUrl}${path}`
}

/** One message of all that waits; its id, or null where nothing does. */
async function write(q: Kysely<Schema>, waiting: Waiting, parts: Writing): Promise<number | null> {
  const { now, reader, timezone, which, fate, kept } = parts
  const { tenant_id, lang } = reader
  const { user_id, channel, sent_time } = waiting
  const some = waitingOf(q, waiting, which)
  const { came, over, is_escalation, is_later } = await some.count()
  if (came + over === 0) return null
  const alarms = await some.worst()
  const kind = is_later ? 'quiet' : sent_time === null ? 'first' : 'further'
  const link = linkOf(alarms, came + over, parts)
  const words = messageOf({ channel, lang, timezone, alarms, came, over, kind, link })
  const state = await fate()
  const reason: DeliveryReason = is_escalation ? 'escalation' : came > 0 ? 'alarm' : 'recovered'
  const message = { tenant_id, channel, address: reader.addresses[channel] ?? '', ...words }
  const { message_id } = await q
    .insertInto('delivered_message')
    .values({
      ...message,
      user_id,
      reason,
      state,
      message_time: now,
      alarms: came + over,
      alarm_id: alarms[0]?.alarm_id ?? null,
      due_time: state === 'waiting' ? now : null,
    })
    .returning('message_id')
    .executeTakeFirstOrThrow()
  await some.put(message_id)
  if (state === 'kept') kept.push(message)
  return message_id
}
