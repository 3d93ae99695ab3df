import { type Kysely, type Selectable, sql } from 'kysely'
import { PUSH_CHANNELS } from '../../../core/contract/alarm-rule.ts'
import type { DeliveryState } from '../../../core/contract/push.ts'
import { keptDeliveryError } from '../../../core/rules/delivery-error-text.ts'
import type { Db } from '../db/db.ts'
import { findByKeys } from '../db/find-by-keys.ts'
import type { DeliveredMessageTable } from '../db/push-tables.ts'
import type { Schema } from '../db/schema.ts'
import { openFairTurns } from '../limits/fair-turns.ts'
import type { Providers } from '../messages/index.ts'
import { OutgoingError } from '../outgoing/ask.ts'
import { alarmReaders } from './alarm-readers.ts'
import { postWebhook } from './webhook.ts'
import { MAKER_GONE, makerMay } from './webhook-rows.ts'

/** When a message is tried again, after each try; then it has failed. */
export const RETRY_MS = [5000, 30_000, 120_000, 600_000, 1_800_000] as const
/** Who claimed a message and was killed leaves it to others after so long; longer than a provider's patience. */
const CLAIMED_MS = 60_000
/** So many of a lane at once. */
const AT_ONCE = 4

/** What a provider carries at once, and how much of it is of one organisation, so that nobody waits for another's flood. */
const openProviderTurns = () =>
  openFairTurns({ atOnce: 4, ofOne: 3, waitingOfOne: AT_ONCE, waiting: Number.POSITIVE_INFINITY })

type MessageRow = Selectable<DeliveredMessageTable>

/** A right to the content of a message ended before it was sent: its reader's, or its sender's. */
class RightEndedError extends Error {}

/** What goes the same way: an organisation's messages by a channel to people, or to one of its webhooks. */
interface Lane {
  tenant_id: number
  channel: MessageRow['channel']
  /** 0 for people. */
  webhook_id: number
}

/** By an index of its own: `m` is the message. What waits for a closed organisation goes on waiting. */
const isOfLane = (lane: Record<keyof Lane, unknown>) => sql`m.tenant_id = ${lane.tenant_id}
  and m.channel = ${lane.channel} and coalesce(m.webhook_id, 0) = ${lane.webhook_id}`

export interface OutboxParts {
  db: Db
  providers: Providers
  /** Hosts on a private network that webhooks may name. */
  privateHosts: readonly string[]
  log: { error(message: string, error: unknown): void }
  now: () => number
}

/** Carries what waits in `delivered_message` to whom it is for. */
export interface Outbox {
  /** Begins to send what is due; a way that is slow holds up no other. Of one alarm a program hears in its order. */
  start(): Promise<void>
  /** Sends one that nobody else tries. Resolves with what became of it, and an HTTP status where one came. */
  sendOnce(message: MessageRow): Promise<{ state: DeliveryState; error: string; status: number | null }>
  /** Waits for what is on its way. */
  settled(): Promise<void>
  close(): Promise<void>
}

export function openOutbox({ db, providers, privateHosts, log, now }: OutboxParts): Outbox {
  const providerTurns = { email: openProviderTurns(), sms: openProviderTurns(), wechat: openProviderTurns() }
  const lanes = new Map<string, Promise<void>>()
  let isClosing = false

  /** In the organisation's turn, however long it takes: what was claimed is to be settled. */
  const inTurn = <T>(tenant_id: number | null, work: (q: Kysely<Schema>) => Promise<T>) =>
    tenant_id === null ? db.system(work) : db.systemFor(tenant_id, work, 'backlog')

  const settle = (
    { tenant_id, message_id }: MessageRow,
    set: { state: DeliveryState; error: string; due_time: number | null },
  ) =>
    inTurn(tenant_id, (q) => q.updateTable('delivered_message').set(set).where('message_id', '=', message_id).execute())

  /**
   * Whether the person for whom a message was made may still see all that it is about. If not, its alarms wait
   * again: those that may still be seen go into another message.
   */
  const isStillSeen = async ({ tenant_id, user_id, message_id }: MessageRow): Promise<boolean> => {
    if (tenant_id === null || user_id === null) return true
    return inTurn(tenant_id, async (q) => {
      await findByKeys(q)
      const { rows: places } = await sql<{ sn_code: string; group_id: number | null }>`
        select distinct d.sn_code, d.group_id
        from push p
          join alarm a on a.tenant_id = p.tenant_id and a.alarm_id = p.alarm_id
          join device d on d.tenant_id = a.tenant_id and d.device_id = a.device_id
        where p.tenant_id = ${tenant_id} and p.message_id = ${message_id}`.execute(q)
      if (places.length === 0) return true
      const readers = alarmReaders(tenant_id)
      await readers.readRights(q, [user_id])
      const isSeen = places.every((place) => readers.mayRead(user_id, { tenant_id, ...place }))
      if (!isSeen)
        await q
          .updateTable('push')
          .set({ message_id: null })
          .where('tenant_id', '=', tenant_id)
          .where('message_id', '=', message_id)
          .execute()
      return isSeen
    })
  }

  /** Resolves with the status of a webhook's answer. */
  async function deliver(message: MessageRow): Promise<number | null> {
    const { tenant_id, message_id, webhook_id, channel, address, subject, body } = message
    if (!(await isStillSeen(message))) throw new RightEndedError('its reader may no longer see all that it tells of')
    const delivery_id = `sightglass-${message_id}`
    if (channel !== 'webhook') {
      const provider = providers[channel]
      if (!provider) throw new Error('no provider is set up')
      await provider.send({ tenant_id, channel, address, subject, body, delivery_id })
      return null
    }
    const hook = await inTurn(tenant_id, (q) =>
      q
        .selectFrom('webhook as w')
        .select(['w.url', 'w.secret', makerMay.as('has_maker')])
        .where('w.tenant_id', '=', tenant_id ?? 0)
        .where('w.webhook_id', '=', webhook_id ?? 0)
        .executeTakeFirst(),
    )
    if (!hook) throw new Error('the webhook was deleted')
    const { url, secret, has_maker } = hook
    if (!has_maker) throw new RightEndedError(MAKER_GONE)
    return postWebhook({ tenant_id: tenant_id ?? 0, url, secret, body, delivery_id, privateHosts, now: now() })
  }

  async function carry(message: MessageRow): Promise<void> {
    const { channel, tries } = message
    try {
      await deliver(message)
      await settle(message, { state: 'sent', error: '', due_time: null })
    } catch (error) {
      const wait = RETRY_MS[tries - 1]
      const isLast = wait === undefined || error instanceof RightEndedError
      if (wait === undefined) log.error(`${channel} was not delivered`, error)
      const state = isLast ? 'failed' : 'waiting'
      await settle(message, { state, error: keptDeliveryError(error), due_time: isLast ? null : now() + wait })
    }
  }

  /** Carries one message of a lane; false where none is due. */
  async function carryNext(lane: Lane): Promise<boolean> {
    if (isClosing) return false
    const time = now()
    // Among the calls of its people, in the order in which they came: many lanes would hold them up for as long as something is due.
    const message = await db.systemFor(lane.tenant_id, async (q) => {
      await findByKeys(q)
      const { rows } = await sql<MessageRow>`
        update delivered_message set due_time = ${time + CLAIMED_MS}, tries = tries + 1
        where message_id = (
          select message_id from delivered_message m
          where m.due_time <= ${time} and ${isOfLane(lane)}
            and exists (select from tenant t where t.tenant_id = m.tenant_id and t.closed_time is null)
            and not exists (select from delivered_message e where e.tenant_id = m.tenant_id and e.alarm_id = m.alarm_id
              and e.webhook_id = m.webhook_id and e.due_time is not null and e.message_id < m.message_id)
          order by m.due_time, m.message_id limit 1 for update skip locked
        ) returning *`.execute(q)
      return rows[0]
    })
    if (message) await carry(message)
    return message !== undefined
  }

  async function work(lane: Lane): Promise<void> {
    const next = () => carryNext(lane)
    const turns = lane.channel === 'webhook' ? null : providerTurns[lane.channel]
    while (await (turns ? turns.run(lane.tenant_id, next) : next()));
  }

  const columns = { tenant_id: sql`l.tenant_id`, channel: sql`l.channel`, webhook_id: sql`l.webhook_id` }

  /** Lanes in which something is due: one row of each is read, however many wait. */
  const dueLanes = (time: number) =>
    db.system(async (q) => {
      await findByKeys(q)
      const { rows } = await sql<Lane>`
        select l.* from (
          select t.tenant_id, channel, 0 as webhook_id
            from tenant t cross join unnest(${[...PUSH_CHANNELS]}::text[]) channel where t.closed_time is null
          union all
          select w.tenant_id, 'webhook', w.webhook_id
            from webhook w join tenant t on t.tenant_id = w.tenant_id and t.closed_time is null
        ) l cross join lateral (select from delivered_message m
          where m.due_time <= ${time} and ${isOfLane(columns)} limit 1) due`.execute(q)
      return rows
    })

  return {
    async start() {
      for (const lane of await dueLanes(now())) {
        const name = `${lane.tenant_id} ${lane.channel} ${lane.webhook_id}`
        if (isClosing || lanes.has(name)) continue
        const working = Promise.all(Array.from({ length: AT_ONCE }, () => work(lane)))
          .then(() => {})
          .catch((error) => log.error('sending messages', error))
          .finally(() => lanes.delete(name))
        lanes.set(name, working)
      }
    },

    async sendOnce(message) {
      try {
        const status = await deliver(message)
        await settle(message, { state: 'sent', error: '', due_time: null })
        return { state: 'sent', error: '', status }
      } catch (error) {
        const kept = keptDeliveryError(error)
        await settle(message, { state: 'failed', error: kept, due_time: null })
        return { state: 'failed', error: kept, status: error instanceof OutgoingError ? error.status : null }
      }
    },

    async settled() {
      await Promise.all(lanes.values())
    },

    async close() {
      isClosing = true
      await Promise.all(lanes.values())
    },
  }
}
