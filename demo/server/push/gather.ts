import { type Kysely, sql } from 'kysely'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { DeliveryReason, DeliveryState, PersonChannel } from '../../../core/contract/push.ts'
import { alarmPath } from '../../../core/rules/alarm-path.ts'
import type { Schema } from '../db/schema.ts'
import type { Message } from '../messages/index.ts'
import { spendQuota } from '../quotas/index.ts'
import { eyesOf } from './eyes.ts'
import { notifyQuotaUsed } from './notify-quota.ts'
import { quietUntil } from './quiet-hours.ts'
import { type Reader, readerOf } from './reader.ts'
import { type AlarmLine, messageOf } from './words.ts'

/** A person gets one message by a channel in this time; what comes meanwhile is in the next one. */
export const GATHER_MS = 60_000
/** Alarms after a message of this age are further ones. */
const FURTHER_MS = 2 * GATHER_MS
const NAMED = 5

export interface GatherParts {
  now: number
  /** Whether somebody carries messages of a channel. */
  hasProvider: (channel: PersonChannel) => boolean
  /** Where people reach the console; null where nobody said it. */
  consoleUrl: string | null
}

interface Waiting {
  user_id: number
  channel: PersonChannel
  sent_time: number | null
  quiet_time: number | null
}

/**
 * Makes messages of what waits for the people of a tenant, in a transaction of it, on one node at a time. Returns those that
 * nobody carries.
 */
export async function gather(q: Kysely<Schema>, tenant_id: number, parts: GatherParts): Promise<Message[]> {
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
  const since = now - FURTHER_MS
  const { rows: waiting } = await sql<Waiting>`
    select w.user_id, w.channel, max(m.message_time) filter (where m.state <> 'quiet') as sent_time,
      max(m.message_time) filter (where m.state = 'quiet') as quiet_time
    from (select distinct user_id, channel from push where message_id is null and due_time <= ${now}) w
      left join delivered_message m on m.user_id = w.user_id and m.channel = w.channel and m.message_time > ${since}
        and m.reason in ('alarm', 'escalation', 'recovered')
    group by w.user_id, w.channel order by w.user_id, w.channel`.execute(q)
  const maySee = eyesOf(q)
  for (const one of waiting) {
    const reader = await readerOf(q, tenant_id, one.user_id)
    if (!reader) {
      await waitingOf(q, one, now).delete()
      continue
    }
    await dropUnseen(q, one, { tenant_id, now, maySee })
    await gatherFor(q, one, { ...parts, reader, timezone: tenant.timezone, kept })
  }
  return kept
}

interface Seeing {
  tenant_id: number
  now: number
  maySee: ReturnType<typeof eyesOf>
}

/** Nothing is sent of devices that the person may not see any more: it may have waited for a night. */
async function dropUnseen(q: Kysely<Schema>, waiting: Waiting, { tenant_id, now, maySee }: Seeing): Promise<void> {
  const { user_id } = waiting
  const isUnseen: number[] = []
  for (const { alarm_id, ...place } of await waitingOf(q, waiting, now).places())
    if (!(await maySee(user_id, { tenant_id, ...place }))) isUnseen.push(alarm_id)
  if (isUnseen.length > 0) await waitingOf(q, waiting, now, sql`alarm_id = any(${isUnseen}::bigint[])`).delete()
}

interface For extends GatherParts {
  reader: Reader
  timezone: string
  kept: Message[]
}

async function gatherFor(q: Kysely<Schema>, waiting: Waiting, parts: For): Promise<void> {
  const { now, reader, timezone } = parts
  const isFree = (last: number | null) => last === null || last <= now - GATHER_MS
  const quietEnd = reader.quiet && quietUntil(now, reader.quiet, timezone)
  if (quietEnd !== null) {
    // The hours of an earlier evening end within those of today.
    await sql`update push set due_time = ${quietEnd} where message_id is null and is_later and due_time <= ${now}
      and user_id = ${waiting.user_id} and channel = ${waiting.channel}`.execute(q)
    const except = reader.quiet?.except_level ?? null
    const isLoud = sql<boolean>`(reason = 'escalation' or alarm_level >= coalesce(${except}::int, 99))`
    if (isFree(waiting.quiet_time)) await keepQuiet(q, waiting, { ...parts, quietEnd, isLoud })
    if (isFree(waiting.sent_time)) await sendGathered(q, waiting, parts, isLoud)
    return
  }
  // Alarms of quiet hours are sent now if they are still active; of the rest nothing is left to send.
  await sql`delete from push p using alarm a where p.message_id is null and p.is_later and p.due_time <= ${now}
    and p.user_id = ${waiting.user_id} and p.channel = ${waiting.channel}
    and a.alarm_id = p.alarm_id and (a.recover_time is not null or a.held is not null)`.execute(q)
  if (isFree(waiting.sent_time)) await sendGathered(q, waiting, parts, sql<boolean>`true`)
}

type Which = ReturnType<typeof sql<boolean>>

/** What waits for a person by a channel. */
const waitingOf = (q: Kysely<Schema>, { user_id, channel }: Waiting, now: number, which: Which = sql`true`) => {
  const where = sql`message_id is null and due_time <= ${now} and user_id = ${user_id} and channel = ${channel}
    and ${which}`
  return {
    delete: () => sql`delete from push where ${where}`.execute(q),
    /** Puts it into a message. */
    put: (message_id: number) => sql`update push set message_id = ${message_id} where ${where}`.execute(q),
    /** Its alarms, and where they are. */
    places: async () => {
      const { rows } = await sql<{ alarm_id: number; sn_code: string; group_id: number | null }>`
        select w.alarm_id, a.sn_code, d.group_id
        from (select distinct alarm_id from push where ${where}) w
          join alarm a on a.alarm_id = w.alarm_id
          join device d on d.device_id = a.device_id`.execute(q)
      return rows
    },
    count: async () => {
      const { rows } = await sql<Counted>`
        select count(distinct alarm_id) filter (where reason <> 'recovered')::int as came,
          count(distinct alarm_id) filter (where reason = 'recovered')::int as over,
          coalesce(bool_or(reason = 'escalation'), false) as is_escalation,
          coalesce(bool_and(is_later), false) as is_later
        from push where ${where}`.execute(q)
      return rows[0] ?? { came: 0, over: 0, is_escalation: false, is_later: false }
    },
    /** The worst of it, escalations first of equals. */
    worst: async (): Promise<AlarmLine[]> => {
      const { rows } = await sql<AlarmLine>`
        select w.alarm_id, w.reason, coalesce(w.waited_min, 0) as waited_min, a.sn_code, d.dev_alias,
          a.alarm_level, a.alarm_name, a.alarm_name_en, a.alarm_info, a.alarm_info_en, a.alarm_time, a.recover_time,
          a.alarm_value, p.unit, p.decimals, coalesce(r.response, '') as response,
          coalesce(r.response_en, '') as response_en
        from (
          select distinct on (alarm_id, reason = 'recovered') alarm_id, reason, waited_min from push where ${where}
          order by alarm_id, reason = 'recovered', waited_min desc nulls last
        ) w
          join alarm a on a.alarm_id = w.alarm_id
          join device d on d.device_id = a.device_id
          left join alarm_rule r on r.rule_id = a.rule_id
          left join point p on p.device_id = a.device_id and p.key = a.key
        order by w.reason = 'recovered', a.alarm_level desc, w.reason = 'escalation' desc, a.alarm_time desc
        limit ${NAMED}`.execute(q)
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

interface Quieting extends For {
  quietEnd: number
  isLoud: Which
}

/** Records what is not sent now; alarms that came are sent when the quiet hours end, if they are still active. */
async function keepQuiet(q: Kysely<Schema>, waiting: Waiting, parts: Quieting): Promise<void> {
  const { now, quietEnd, isLoud } = parts
  const which = sql<boolean>`not is_later and not ${isLoud}`
  const message_id = await write(q, waiting, { ...parts, which, fate: () => Promise.resolve('quiet') })
  if (message_id === null) return
  await sql`
    insert into push (tenant_id, alarm_id, user_id, channel, reason, alarm_level, push_time, due_time, is_later)
      select tenant_id, alarm_id, user_id, channel, 'alarm', max(alarm_level), ${now}, ${quietEnd}, true
      from push p where message_id = ${message_id} and reason = 'alarm'
        and not exists (select from push l where l.alarm_id = p.alarm_id and l.user_id = p.user_id
          and l.channel = p.channel and l.is_later and l.message_id is null)
      group by tenant_id, alarm_id, user_id, channel`.execute(q)
}

const sendGathered = (q: Kysely<Schema>, waiting: Waiting, parts: For, which: Which) =>
  write(q, waiting, { ...parts, which, fate: () => fateOf(q, waiting, parts) })

/** What is to become of one more message: it costs a quota where there is one. */
async function fateOf(q: Kysely<Schema>, { user_id, channel }: Waiting, parts: For): Promise<DeliveryState> {
  const { reader, hasProvider, now } = parts
  const { tenant_id } = reader
  if (reader.addresses[channel] === null) return 'no_address'
  if (channel !== 'email') {
    try {
      await spendQuota(q, { tenant_id, user_id }, channel)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await notifyQuotaUsed(q, { tenant_id, user_id, channel, now })
      return 'quota'
    }
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
  const some = waitingOf(q, waiting, now, which)
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
