import { type Kysely, sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { PushChannel } from '../../../core/contract/alarm-rule.ts'
import { type EscalationStep, PERSON_CHANNELS } from '../../../core/contract/push.ts'
import { findByKeys } from '../db/find-by-keys.ts'
import type { Row, Schema } from '../db/schema.ts'
import { type AlarmReaders, alarmReaders } from './alarm-readers.ts'
import { addPushes, groupTest, type NewPush } from './rows.ts'
import {
  BATCH,
  byKey,
  EVENT_COUNTS,
  firstOf,
  isOf,
  type Key,
  keysOf,
  nextBatch,
  PUSHES_AT_ONCE,
  type Step,
  tenantsOf,
} from './waiting.ts'
import { addToWebhooks, eventCounts, webhookCount } from './webhook-rows.ts'

/** An alarm that came and went meanwhile is notified up to this age, after an outage for instance. */
const BRIEF_MS = HOUR_MS

/** An alarm that was not notified yet. */
interface Fresh
  extends Pick<
    Row<'alarm'>,
    'tenant_id' | 'alarm_id' | 'sn_code' | 'alarm_level' | 'alarm_time' | 'recover_time' | 'is_late'
  > {
  group_id: number | null
  was_held: boolean
  channels: PushChannel[]
}

/** Alarms that were not notified yet. */
const NEW = { table: 'alarm', id: 'alarm_id', isWaiting: sql`push_state = 0 and held is null` } as const
/** Alarms that are over, whose end nobody was notified of. */
const OVER = { table: 'alarm', id: 'alarm_id', isWaiting: sql`push_state = 1 and recover_time is not null` } as const

/** People are notified of alarms that are active, or were until a moment ago, and of none that were kept from operators. */
const isWorthNotifying = ({ is_late, recover_time, was_held, alarm_time }: Fresh, now: number): boolean =>
  !is_late && (recover_time === null || (!was_held && alarm_time > now - BRIEF_MS))

const ENDED = sql`push_state = 0 and held is not null and recover_time is not null`

/** Alarms that were over before operators could see them are not notified. */
export const passEnded: Step = {
  waiting: (q) => tenantsOf(q, { table: 'alarm', isWaiting: ENDED }),
  async decide(q, { tenant_id }) {
    await findByKeys(q)
    const { numAffectedRows = 0n } = await sql`
      with ended as materialized (
        select tenant_id, alarm_id from alarm
          where tenant_id = ${tenant_id} and ${ENDED} order by tenant_id, alarm_id limit ${BATCH} for update skip locked)
      update alarm a set push_state = 2 from ended e
        where a.tenant_id = e.tenant_id and a.alarm_id = e.alarm_id`.execute(q)
    return numAffectedRows === BigInt(BATCH)
  },
}

/**
 * Decides for alarms that came who is notified and how, and begins their escalations. Those that are kept from operators
 * wait: they are notified when that ends, if they are still active. So do those of closed organisations. Each is decided
 * once, in one transaction with its results; the more people and webhooks may hear of one, the fewer at once.
 */
export const queueNew: Step = {
  waiting: (q) => tenantsOf(q, NEW),
  async decide(q, turn) {
    const { tenant_id, now } = turn
    const batch = await nextBatch(q, NEW, turn)
    if (batch.length === 0) return false
    const wishes = await wishesOf(q, tenant_id)
    const eventCount = EVENT_COUNTS * (await webhookCount(q, tenant_id))
    const channels = await channelsOf(q, batch)
    const waiting = firstOf(batch, (alarm_id) => {
      const { people = 0, webhooks = 0 } = channels.get(alarm_id) ?? {}
      return wishes.length * people + eventCount * webhooks
    })
    const { rows: fresh } = await sql<Fresh>`
      select a.tenant_id, a.alarm_id, a.sn_code, d.group_id, a.alarm_level, a.alarm_time, a.recover_time, a.is_late,
        exists (select from alarm_event e where e.tenant_id = a.tenant_id and e.alarm_id = a.alarm_id
          and e.alarm_type in (4, 6, 8)) as was_held,
        coalesce(r.channels, '[]') as channels
      from alarm a
        join device d on d.tenant_id = a.tenant_id and d.device_id = a.device_id
        left join alarm_rule r on r.tenant_id = a.tenant_id and r.rule_id = a.rule_id
      where ${isOf(waiting, 'a.tenant_id', 'a.alarm_id')} and a.push_state = 0 and a.held is null
      order by a.alarm_id for update of a skip locked`.execute(q)
    if (fresh.length === 0) return false
    const alarms = fresh.filter((alarm) => isWorthNotifying(alarm, now))
    if (alarms.length > 0) {
      const isIn = await groupTest(q, tenant_id)
      const readers = alarmReaders(tenant_id)
      await readers.readRights(
        q,
        wishes.map(({ user_id }) => user_id),
      )
      await addPushes(q, pushesOf(alarms, wishes, readers), now)
      await addToWebhooks(q, turn, { alarms, event: 'produced', isIn })
      const starting = alarms.map(({ was_held, alarm_time, ...alarm }) => ({
        ...alarm,
        since: was_held ? now : alarm_time,
      }))
      await startEscalations(q, starting, { tenant_id, isIn, now })
    }
    await decided(q, fresh, 1)
    return waiting.length < batch.length || batch.length === BATCH
  },
}

const keyOf = ({ tenant_id, alarm_id }: Pick<Fresh, 'tenant_id' | 'alarm_id'>): Key => ({ tenant_id, id: alarm_id })

/** Keeps that nothing of these alarms waits any more, until they are over (1) or for good (2). */
const decided = (q: Kysely<Schema>, alarms: readonly Pick<Fresh, 'tenant_id' | 'alarm_id'>[], push_state: 1 | 2) =>
  sql`update alarm set push_state = ${push_state}
    where ${isOf(alarms.map(keyOf), 'tenant_id', 'alarm_id')}`.execute(q)

/** How many channels to people the rule of each of these alarms names, and whether it names webhooks: 1, else 0. */
async function channelsOf(q: Kysely<Schema>, batch: readonly Key[]) {
  const { rows } = await sql<{ alarm_id: number; channels: PushChannel[] }>`
    select w.id as alarm_id, r.channels from ${keysOf(batch)} w (tenant_id, id)
      ${byKey('alarm', 'alarm_id', 'w', 'id')} a
      ${byKey('alarm_rule', 'rule_id', 'a', 'rule_id')} r`.execute(q)
  const ofPeople = (channels: readonly PushChannel[]) =>
    PERSON_CHANNELS.filter((channel) => channels.includes(channel)).length
  return new Map(
    rows.map(({ alarm_id, channels }) => [
      alarm_id,
      { people: ofPeople(channels), webhooks: channels.includes('webhook') ? 1 : 0 },
    ]),
  )
}

/** People of an organisation who want to hear of alarms, by which channels and from which level on. */
const wishesOf = (q: Kysely<Schema>, tenant_id: number) =>
  q
    .selectFrom('push_setting as s')
    .innerJoin('app_user as u', (join) =>
      join.onRef('u.tenant_id', '=', 's.tenant_id').onRef('u.user_id', '=', 's.user_id'),
    )
    .select(['s.user_id', 's.email_level', 's.sms_level', 's.wechat_level'])
    .where('s.tenant_id', '=', tenant_id)
    .where(sql<boolean>`coalesce(s.email_level, s.sms_level, s.wechat_level) is not null`)
    .where('u.is_active', '=', 1)
    .where('u.is_experience', '=', false)
    .execute()

function pushesOf(
  alarms: readonly Fresh[],
  wishes: Awaited<ReturnType<typeof wishesOf>>,
  { mayRead }: AlarmReaders,
): NewPush[] {
  const pushes: NewPush[] = []
  for (const alarm of alarms) {
    const { tenant_id, alarm_id, alarm_level } = alarm
    const channels = PERSON_CHANNELS.filter((channel) => alarm.channels.includes(channel))
    for (const { user_id, ...wish } of wishes) {
      const wished = channels.filter((channel) => alarm_level >= (wish[`${channel}_level`] ?? Number.POSITIVE_INFINITY))
      if (wished.length === 0 || !mayRead(user_id, alarm)) continue
      for (const channel of wished)
        pushes.push({
          tenant_id,
          alarm_id,
          user_id,
          channel,
          reason: 'alarm',
          step: null,
          waited_min: null,
          alarm_level,
        })
    }
  }
  return pushes
}

/** An alarm that waits for somebody to confirm it, since then. */
interface Waiting extends Pick<Fresh, 'tenant_id' | 'alarm_id' | 'group_id' | 'alarm_level'> {
  since: number
}

interface Starting {
  tenant_id: number
  isIn: Awaited<ReturnType<typeof groupTest>>
  now: number
}

/** Begins the escalations of alarms; one that goes on already goes on as it is. */
export async function startEscalations(
  q: Kysely<Schema>,
  waiting: readonly Waiting[],
  { tenant_id, isIn, now }: Starting,
): Promise<void> {
  // The same alarm that came again before anybody confirmed it waits since the first time.
  await sql`update escalation_run r set alarm_id = o.next_alarm_id
    from alarm o
    where o.tenant_id = r.tenant_id and o.alarm_id = r.alarm_id
      and ${isOf(waiting.map(keyOf), 'o.tenant_id', 'o.next_alarm_id')}
      and not exists (select from escalation_run n where n.tenant_id = r.tenant_id
        and n.escalation_id = r.escalation_id and n.alarm_id = o.next_alarm_id)`.execute(q)
  const rules = await q
    .selectFrom('escalation')
    .select(['escalation_id', 'from_level', 'group_id', 'steps'])
    .where('tenant_id', '=', tenant_id)
    .where('is_enabled', '=', true)
    .execute()
  const runs = waiting.flatMap(({ alarm_id, alarm_level, group_id, since: start_time }) =>
    rules
      .filter((rule) => alarm_level >= rule.from_level && isIn(rule.group_id, group_id))
      .map(({ escalation_id, steps }) => {
        return { tenant_id, escalation_id, alarm_id, start_time, due_time: dueOf(start_time, steps, 0) ?? now }
      }),
  )
  if (runs.length === 0) return
  await sql`
    insert into escalation_run (tenant_id, escalation_id, alarm_id, start_time, due_time)
      select r.tenant_id, r.escalation_id, r.alarm_id, r.start_time, r.due_time
      from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as r(tenant_id bigint, escalation_id bigint,
        alarm_id bigint, start_time bigint, due_time bigint)
      on conflict do nothing`.execute(q)
}

/** When a step of an alarm is due; null where there is no such step. */
export function dueOf(start_time: number, steps: readonly EscalationStep[], step: number): number | null {
  const after_min = steps[step]?.after_min
  return after_min === undefined ? null : start_time + after_min * MINUTE_MS
}

/** Notifies of alarms that are over those who were notified that they came and want to know. */
export const queueRecovered: Step = {
  waiting: (q) => tenantsOf(q, OVER),
  async decide(q, turn) {
    const batch = await nextBatch(q, OVER, turn)
    if (batch.length === 0) return false
    const pushes = await recoveredPushesOf(q, batch)
    const events = await eventCounts(
      q,
      sql`(select tenant_id, id, id as alarm_id from ${keysOf(batch)} k (tenant_id, id))`,
    )
    const waiting = firstOf(batch, (alarm_id) => (pushes.get(alarm_id) ?? 0) + (events.get(alarm_id) ?? 0))
    const { rows: over } = await sql<{ tenant_id: number; alarm_id: number; alarm_level: number }>`
      select a.tenant_id, a.alarm_id, a.alarm_level
      from alarm a
      where ${isOf(waiting, 'a.tenant_id', 'a.alarm_id')} and a.push_state = 1 and a.recover_time is not null
      order by a.alarm_id for update of a skip locked`.execute(q)
    if (over.length === 0) return false
    await sql`
      insert into push (tenant_id, alarm_id, user_id, channel, reason, alarm_level, push_time, due_time)
        select distinct p.tenant_id, p.alarm_id, p.user_id, p.channel, 'recovered', p.alarm_level, ${turn.now}::bigint, ${turn.now}::bigint
        from push p
          join push_setting s on s.tenant_id = p.tenant_id and s.user_id = p.user_id and s.on_recovered
          left join delivered_message m on m.message_id = p.message_id
        where ${isOf(over.map(keyOf), 'p.tenant_id', 'p.alarm_id')} and p.reason <> 'recovered'
          and case when p.message_id is null then not p.is_later
            else m.state in ('waiting', 'kept', 'sent', 'failed') end`.execute(q)
    await addToWebhooks(q, turn, { alarms: over, event: 'recovered' })
    await decided(q, over, 2)
    return waiting.length < batch.length || batch.length === BATCH
  },
}

/** How many pushes the end of each of these alarms makes at most; those after the first PUSHES_AT_ONCE are not counted. */
async function recoveredPushesOf(q: Kysely<Schema>, batch: readonly Key[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ alarm_id: number; pushes: number }>`
    select alarm_id, count(*)::int as pushes from (
      select p.alarm_id from ${keysOf(batch)} w (tenant_id, id)
        ${byKey('push', 'alarm_id', 'w', 'id')} p
        join push_setting s on s.tenant_id = p.tenant_id and s.user_id = p.user_id and s.on_recovered
      limit ${PUSHES_AT_ONCE + 1}) p
    group by alarm_id`.execute(q)
  return new Map(rows.map(({ alarm_id, pushes }) => [alarm_id, pushes]))
}
