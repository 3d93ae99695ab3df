import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { findByKeys } from '../db/find-by-keys.ts'

/** Events for programs that an organisation keeps, the newest, beside what waits and what is still needed. */
export const EVENTS_KEPT = 100_000
/** So many wait for the webhooks of an organisation: as many for each of them. */
export const EVENTS_WAITING = 100_000
/** After so many new events of an organisation it is looked for what is beyond. */
const CHECKED_EACH = 5000
/** Of those within the bounds so many are passed in one transaction. */
const PASSED_AT_ONCE = 5000
/** Of those beyond them so many are changed in one transaction. */
const CHANGED_AT_ONCE = 500

/** Why the oldest of what waits for a webhook are not sent. */
export const TOO_MANY = 'too many events waited for the webhook: the oldest were given up'

/** Bounds what an organisation has of events for programs: what waits for each webhook, and what is over. */
export interface EventBounds {
  /** So many events of an organisation were written. */
  added(tenant_id: number, count: number): void
  /** Gives up and deletes what is beyond, where many came since the last time. */
  keep(tenant_id: number): Promise<void>
}

/** All of it in short transactions in the organisation's turn, which read what they pass in an index of its own. */
export function openEventBounds(db: Db, isClosing: () => boolean): EventBounds {
  /** Events since the last look; none where this process did not look yet. */
  const fresh = new Map<number, number>()

  /** The oldest of the newest `kept` rows of an organisation; null where there are no others. */
  async function lastKept(tenant_id: number, which: RawBuilder<unknown>, kept: number): Promise<number | null> {
    let last = Number.MAX_SAFE_INTEGER
    for (let left = kept; left > 0; left -= PASSED_AT_ONCE) {
      const before = last
      const found = await db.systemFor(
        tenant_id,
        async (q) => {
          await findByKeys(q)
          const { rows } = await sql<{ message_id: number }>`
            select message_id from delivered_message m where ${which} and message_id < ${before}
              order by message_id desc offset ${Math.min(left, PASSED_AT_ONCE) - 1} limit 1`.execute(q)
          return rows[0]
        },
        'backlog',
      )
      if (!found || isClosing()) return null
      last = found.message_id
    }
    return last
  }

  /** Those that wait longest for each webhook have failed, so that the administrator sees why they did not arrive. */
  async function giveUp(tenant_id: number): Promise<void> {
    const hooks = await db.systemFor(
      tenant_id,
      (q) => q.selectFrom('webhook').select('webhook_id').where('tenant_id', '=', tenant_id).execute(),
      'backlog',
    )
    for (const { webhook_id } of hooks) {
      const which = sql`m.tenant_id = ${tenant_id} and m.webhook_id = ${webhook_id} and m.due_time is not null`
      const last = await lastKept(tenant_id, which, Math.floor(EVENTS_WAITING / hooks.length))
      if (last === null) continue
      const giveUpSome = () =>
        db.systemFor(
          tenant_id,
          async (q) => {
            await findByKeys(q)
            const { numAffectedRows = 0n } = await sql`
              update delivered_message set state = 'failed', error = ${TOO_MANY}, due_time = null
              where message_id = any(array(select message_id from delivered_message m
                where ${which} and message_id < ${last} order by message_id limit ${CHANGED_AT_ONCE}))`.execute(q)
            return numAffectedRows
          },
          'backlog',
        )
      while (!isClosing() && (await giveUpSome()) > 0n);
    }
  }

  /**
   * Deletes the oldest of what is over, but which webhooks were notified of an alarm that is not over, of which they hear
   * what becomes of it.
   */
  async function dropOld(tenant_id: number): Promise<void> {
    const which = sql`m.tenant_id = ${tenant_id} and m.channel = 'webhook' and m.due_time is null`
    let last = await lastKept(tenant_id, which, EVENTS_KEPT)
    while (last !== null && !isClosing()) {
      const before = last
      last = await db.systemFor(
        tenant_id,
        async (q) => {
          await findByKeys(q)
          const { rows } = await sql<{ last: number | null }>`
            with piece as materialized (
              select message_id, alarm_id, reason from delivered_message m where ${which} and message_id < ${before}
                order by message_id desc limit ${CHANGED_AT_ONCE}
            ), gone as (
              delete from delivered_message where message_id = any(array(select message_id from piece p
                where p.reason <> 'alarm' or not exists (select from alarm a
                  where a.tenant_id = ${tenant_id} and a.alarm_id = p.alarm_id and a.push_state < 2)))
            )
            select min(message_id) as last from piece`.execute(q)
          return rows[0]?.last ?? null
        },
        'backlog',
      )
    }
  }

  return {
    added(tenant_id, count) {
      fresh.set(tenant_id, (fresh.get(tenant_id) ?? CHECKED_EACH) + count)
    },
    async keep(tenant_id) {
      if ((fresh.get(tenant_id) ?? 0) < CHECKED_EACH) return
      fresh.set(tenant_id, 0)
      await giveUp(tenant_id)
      await dropOld(tenant_id)
    },
  }
}
