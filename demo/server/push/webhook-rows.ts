import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ALARM_ACTS, DeliveryReason } from '../../../core/contract/push.ts'
import type { Row, Schema } from '../db/schema.ts'
import { EVENT_COUNTS, isOf, type Key, PUSHES_AT_ONCE, type Turn } from './waiting.ts'

export type AlarmAct = (typeof ALARM_ACTS)[number]
type AlarmWebhookEvent = 'produced' | 'recovered' | AlarmAct
export type WebhookEvent = AlarmWebhookEvent | 'test'

/** An alarm as webhooks send it; in English too where its rule has it. */
interface WebhookAlarm
  extends Pick<
    Row<'alarm'>,
    | ('sn_code' | 'key' | 'alarm_level' | 'alarm_name' | 'alarm_name_en' | 'alarm_info' | 'alarm_info_en')
    | ('alarm_time' | 'recover_time' | 'confirm_time' | 'alarm_value')
  > {
  alarm_id: string
  rule_id: string
  dev_alias: string
  /** Of a shelved one: when that ends. */
  held_until: number | null
  unit: string | null
  response: string
  response_en: string
}

/** Who did something with an alarm, null for the product itself, and what he said about it. */
export interface Doing {
  by: string | null
  note: string | null
  /** Of what the product noted; null where a person wrote it. */
  note_en: string | null
}

interface WebhookRequest extends Doing {
  event: WebhookEvent
  alarm: WebhookAlarm | null
  tenant: { tenant_id: number; name: string }
  /** When it was made, epoch ms; a later try sends the same. */
  time: number
}

/** What is POSTed. */
export const webhookBody = ({ event, alarm, by, note, note_en, tenant, time }: WebhookRequest): string =>
  JSON.stringify({ event, alarm, by, note, note_en, tenant, time })

/** Of an address what may be read in lists: path and query may hold a key, as those of chat services do. */
export const shownUrl = (url: string): string => `${new URL(url).origin}/…`

/** Whether who made the webhook `w`, or saved it last, still is an administrator who may sign in. */
export const makerMay = sql<boolean>`exists (select from app_user u
  where u.tenant_id = w.tenant_id and u.user_id = w.user_id and u.user_type = 1 and u.is_active = 1)`

/** Why nothing is sent otherwise. */
export const MAKER_GONE = 'its maker is no administrator any more: another one takes it over by saving it'

interface QueuedAlarm extends Partial<Doing> {
  alarm_id: number
  group_id?: number | null
  alarm_level: number
}

interface Added {
  alarms: readonly QueuedAlarm[]
  event: AlarmWebhookEvent
  /** Whether a webhook's group holds the alarm's device; those that were notified of an alarm hear what becomes of it. */
  isIn?: (rule_group_id: number | null, group_id: number | null) => boolean
}

/** Keeps for the webhooks of the alarms' tenant what they are to be sent. */
export async function addToWebhooks(
  q: Kysely<Schema>,
  { tenant_id, now, addedEvents }: Turn,
  { alarms, event, isIn }: Added,
): Promise<void> {
  const hooks = await q
    .selectFrom('webhook as w')
    .select(['w.webhook_id', 'w.url', 'w.from_level', 'w.group_id', makerMay.as('has_maker')])
    .where('w.tenant_id', '=', tenant_id)
    .where('w.is_enabled', '=', true)
    .execute()
  if (hooks.length === 0) return
  const found = await alarmsOf(
    q,
    alarms.map(({ alarm_id: id }) => ({ tenant_id, id })),
    event,
  )
  // Whatever the number of webhooks, a body is written and sent to the store once.
  const rows = alarms.flatMap(({ alarm_id, group_id = null, alarm_level, ...doing }) => {
    const row = found.get(alarm_id)
    if (!row) return []
    const { tenant_name, notified, ...alarm } = row
    const { by = null, note = null, note_en = null } = doing
    const body = webhookBody({ event, alarm, by, note, note_en, tenant: { tenant_id, name: tenant_name }, time: now })
    const sendings = hooks
      .filter((hook) =>
        isIn ? alarm_level >= hook.from_level && isIn(hook.group_id, group_id) : notified.includes(hook.webhook_id),
      )
      .map(({ webhook_id, url, has_maker }) => {
        const sending = has_maker
          ? { state: 'waiting', error: '', due_time: now }
          : { state: 'failed', error: MAKER_GONE, due_time: null }
        return { webhook_id, address: shownUrl(url), ...sending }
      })
    return sendings.length > 0 ? [{ alarm_id, body, sendings }] : []
  })
  if (rows.length === 0) return
  const reason: DeliveryReason = event === 'produced' ? 'alarm' : event
  const { numAffectedRows = 0n } = await sql`
    insert into delivered_message (tenant_id, webhook_id, alarm_id, address, body, channel, reason, alarms, state,
        error, message_time, due_time)
      select ${tenant_id}, s.webhook_id, a.alarm_id, s.address, a.body, 'webhook', ${reason}, 1, s.state, s.error, ${now},
        s.due_time
      from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (alarm_id bigint, body text, sendings jsonb))
          with ordinality as a(alarm_id, body, sendings, place)
        cross join lateral jsonb_to_recordset(a.sendings)
          as s(webhook_id bigint, address text, state text, error text, due_time bigint)
      order by a.place, s.webhook_id`.execute(q)
  addedEvents(Number(numAffectedRows))
}

/** How many webhooks of an organisation are to be notified of all that comes. */
export async function webhookCount(q: Kysely<Schema>, tenant_id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook where tenant_id = ${tenant_id} and is_enabled`.execute(q)
  return rows[0]?.count ?? 0
}

/**
 * As how many pushes of `firstOf` these count, by how many webhooks were notified that their alarm came: those after the
 * first PUSHES_AT_ONCE are not counted. `batch` are rows that have an `id` and an `alarm_id`.
 */
export async function eventCounts(q: Kysely<Schema>, batch: RawBuilder<unknown>): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; events: number }>`
    select id, count(*)::int as events from (
      select b.id from ${batch} b
        -- In the order of the batch, whatever the statistics say.
        cross join lateral (select from delivered_message where tenant_id = b.tenant_id and alarm_id = b.alarm_id
          and webhook_id is not null and reason = 'alarm' offset 0) m
      limit ${PUSHES_AT_ONCE / EVENT_COUNTS + 1}) m
    group by id`.execute(q)
  return new Map(rows.map(({ id, events }) => [id, events * EVENT_COUNTS]))
}

type Found = WebhookAlarm & { tenant_name: string /** Webhooks that were notified that it came. */; notified: number[] }

/** Alarms whose rule names webhooks; for later events, those that webhooks were notified of. */
async function alarmsOf(q: Kysely<Schema>, waiting: readonly Key[], event: AlarmWebhookEvent) {
  const notified = sql`(select coalesce(jsonb_agg(m.webhook_id), '[]') from delivered_message m
    where m.tenant_id = a.tenant_id and m.alarm_id = a.alarm_id and m.webhook_id is not null and m.reason = 'alarm')`
  const { rows } = await sql<Found>`
    select a.alarm_id::text, a.rule_id::text, a.sn_code, d.dev_alias, a.key, a.alarm_level, a.alarm_name,
      a.alarm_name_en, a.alarm_info, a.alarm_info_en, a.alarm_time, a.recover_time, a.confirm_time,
      case when a.held in ('SHLVD', 'OOSRV') then h.end_time end as held_until, a.alarm_value, p.unit,
      coalesce(r.response, '') as response, coalesce(r.response_en, '') as response_en, t.name as tenant_name,
      ${notified} as notified
    from alarm a
      join tenant t on t.tenant_id = a.tenant_id
      join device d on d.tenant_id = a.tenant_id and d.device_id = a.device_id
      left join alarm_rule r on r.tenant_id = a.tenant_id and r.rule_id = a.rule_id
      left join point p on p.device_id = a.device_id and p.key = a.key
      left join alarm_hold h on h.tenant_id = a.tenant_id and h.rule_id = a.rule_id and h.device_id = a.device_id
    where ${isOf(waiting, 'a.tenant_id', 'a.alarm_id')}
      and (${event !== 'produced'} or r.channels @> '["webhook"]')`.execute(q)
  return new Map(rows.map((row) => [Number(row.alarm_id), row]))
}
