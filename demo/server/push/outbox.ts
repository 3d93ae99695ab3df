import { sql } from 'kysely'
import { PUSH_CHANNELS } from '../../../core/contract/alarm-rule.ts'
import type { DeliveryState } from '../../../core/contract/push.ts'
import { keptDeliveryError } from '../../../core/rules/delivery-error-text.ts'
import { findByKeys } from '../db/find-by-keys.ts'
import { openFairTurns } from '../limits/fair-turns.ts'
import { OutgoingError } from '../outgoing/ask.ts'
import { createDelivery, type DeliveryParts, type MessageRow, RightEndedError } from './delivery.ts'

/** When a message is tried again, after each try; then it has failed. */
export const RETRY_MS = [5000, 30_000, 120_000, 600_000, 1_800_000] as const
/** Who claimed a message and was killed leaves it to others after so long; longer than a provider's patience. */
const CLAIMED_MS = 60_000
/** So many of a lane at once. */
const AT_ONCE = 4

/** What a provider carries at once, and how much of it is of one organisation, so that nobody waits for another's flood. */
const openProviderTurns = () =>
  openFairTurns({ atOnce: 4, ofOne: 3, waitingOfOne: AT_ONCE, waiting: Number.POSITIVE_INFINITY })

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

export interface OutboxParts extends DeliveryParts {
  log: { error(message: string, error: unknown): void }
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
  const { deliver, inTurn } = createDelivery({ db, providers, privateHosts, now })
  const providerTurns = { email: openProviderTurns(), sms: openProviderTurns(), wechat: openProviderTurns() }
  const lanes = new Map<string, Promise<void>>()
  let isClosing = false

  const settle = (
    { tenant_id, message_id }: MessageRow,
    set: { state: DeliveryState; error: string; due_time: number | null },
  ) =>
    inTurn(tenant_id, (q) => q.updateTable('delivered_message').set(set).where('message_id', '=', message_id).execute())

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
