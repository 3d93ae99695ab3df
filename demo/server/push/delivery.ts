import { type Kysely, type Selectable, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { findByKeys } from '../db/find-by-keys.ts'
import type { DeliveredMessageTable } from '../db/push-tables.ts'
import type { Schema } from '../db/schema.ts'
import type { Providers } from '../messages/index.ts'
import { alarmReaders } from './alarm-readers.ts'
import { postWebhook } from './webhook.ts'
import { MAKER_GONE, makerMay } from './webhook-rows.ts'

export type MessageRow = Selectable<DeliveredMessageTable>

/** A right to the content of a message ended before it was sent: its reader's, or its sender's. */
export class RightEndedError extends Error {}

export interface DeliveryParts {
  db: Db
  providers: Providers
  /** Hosts on a private network that webhooks may name. */
  privateHosts: readonly string[]
  now: () => number
}

/** Delivers single messages, while who made each may still send it, and who reads it may still see what it is about. */
export function createDelivery({ db, providers, privateHosts, now }: DeliveryParts) {
  /** In the organisation's turn, however long it takes: what was claimed is to be settled. */
  const inTurn = <T>(tenant_id: number | null, work: (q: Kysely<Schema>) => Promise<T>) =>
    tenant_id === null ? db.system(work) : db.systemFor(tenant_id, work, 'backlog')

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

  return { deliver, inTurn }
}
