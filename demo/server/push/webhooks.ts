import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { MINUTE_MS, WEEK_MS } from '../../../core/catalogue/durations.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Webhook } from '../../../core/contract/push.ts'
import { writeAudit } from '../audit/index.ts'
import { countAlone } from '../db/count-alone.ts'
import { type Ask, findInPieces, type Rows, type Sought, WORDS } from '../db/find-in-pieces.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { openWindow } from '../limits/window.ts'
import { requireSession } from '../rights/index.ts'
import type { PushAnswerParts } from './parts.ts'
import { requireDeviceGroup } from './rules.ts'
import { isAllowedAddress } from './webhook.ts'
import { makerMay, shownUrl, webhookBody } from './webhook-rows.ts'

const MOST = 20
const FAILED_MS = WEEK_MS
/** They are counted alone. */
const COUNTED = { limit: 0, offset: 0, direction: 'desc' } as const
/** Of an organisation: to delete a webhook and make it anew brings no more. */
const TESTS = { most: 20, withinMs: 10 * MINUTE_MS }

/** Random, and recognised by programs that look for secrets that were left in code. */
const newSecret = (): string => `sgwh_${randomBytes(32).toString('base64url')}`

type WebhookCalls = Pick<
  Answers<Contract['push'], Caller>,
  'webhooks' | 'saveWebhook' | 'removeWebhook' | 'testWebhook'
>

/** Programs that are notified of alarms. */
export function webhookAnswers({ db, push, now }: PushAnswerParts): WebhookCalls {
  const tests = openWindow(TESTS, now)

  async function readAll(q: Kysely<Schema>): Promise<Omit<Webhook, 'failed'>[]> {
    const { rows } = await sql<Omit<Webhook, 'failed'>>`
      select w.webhook_id, w.webhook_name, w.url, w.from_level, w.group_id, g.group_name, w.is_enabled,
        k.name as maker, ${makerMay} as has_maker, m.message_time as last_time, m.state as last_state, coalesce(m.error, '') as last_error
      from webhook w
        left join device_group g on g.tenant_id = w.tenant_id and g.group_id = w.group_id
        left join app_user k on k.tenant_id = w.tenant_id and k.user_id = w.user_id
        left join lateral (select message_time, state, error from delivered_message l
          where l.tenant_id = w.tenant_id and l.webhook_id = w.webhook_id order by message_id desc limit 1) m on true
      order by w.webhook_id`.execute(q)
    return rows
  }

  /** With what each did not take in the last week: of a program that is gone, very many. */
  async function withFailed({ tenant_id }: Caller, rows: readonly Omit<Webhook, 'failed'>[]): Promise<Webhook[]> {
    const ask: Ask = (work) => db.tenant(tenant_id, work)
    const counted: Webhook[] = []
    for (const row of rows) {
      const sent: Rows = {
        table: sql`(select message_id as place, message_id, webhook_id, state, reason, message_time
          from delivered_message) sent`,
        time: 'place',
        id: 'message_id',
        idType: 'bigint',
        within: [sql<boolean>`webhook_id = ${row.webhook_id}`],
      }
      const sought: Sought = {
        columns: [sql`state, reason, message_time`],
        isFound: sql<boolean>`(state = 'failed' and reason <> 'test' and message_time > ${now() - FAILED_MS})`,
      }
      const { total } = await findInPieces(ask, sent, sought, { piece: WORDS }, COUNTED)
      counted.push({ ...row, failed: total })
    }
    return counted
  }

  return {
    async webhooks(_input, caller) {
      return { rows: await withFailed(caller, await db.tenant(caller.tenant_id, readAll)) }
    },

    async saveWebhook({ webhook_id, is_renewed, ...fields }, caller) {
      if (!isAllowedAddress(new URL(fields.url), push.privateHosts))
        throw new WrongField('url', { zh: '应以 https:// 开头', en: 'must begin with https://' })
      const { tenant_id, user_id } = caller
      const secret = webhook_id === undefined || is_renewed ? newSecret() : null
      const made = await db.tenant(tenant_id, async (q) => {
        await requireSession(q, caller)
        await requireDeviceGroup(q, fields.group_id)
        const before = await countAlone(q, 'webhooks', () => readAll(q))
        if (webhook_id === undefined && before.length >= MOST) throw new ApiError('100019')
        const saved = await (webhook_id === undefined
          ? q
              .insertInto('webhook')
              .values({ tenant_id, user_id, ...fields, secret: secret ?? newSecret() })
              .returning('webhook_id')
          : q
              .updateTable('webhook')
              .set({ user_id, ...fields, ...(secret !== null && { secret }) })
              .where('webhook_id', '=', webhook_id)
              .returning('webhook_id')
        ).executeTakeFirst()
        const webhook = saved && (await readAll(q)).find((row) => row.webhook_id === saved.webhook_id)
        if (!webhook) throw new ApiError('100002')
        const detail = { url: shownUrl(fields.url), is_renewed: secret !== null }
        await writeAudit(q, caller, { action: 'webhook-edit', target: fields.webhook_name, detail }, now())
        return webhook
      })
      const [webhook] = await withFailed(caller, [made])
      if (!webhook) throw new ApiError('100002')
      return { webhook, secret }
    },

    async removeWebhook({ webhook_id }, caller) {
      return db.tenant(caller.tenant_id, async (q) => {
        // What still waits would find nobody to go to.
        await q
          .updateTable('delivered_message')
          .set({ state: 'failed', error: 'the webhook was deleted', due_time: null })
          .where('webhook_id', '=', webhook_id)
          .where('state', '=', 'waiting')
          .execute()
        const removed = await q
          .deleteFrom('webhook')
          .where('webhook_id', '=', webhook_id)
          .returning('webhook_name')
          .executeTakeFirst()
        if (!removed) throw new ApiError('100002')
        await writeAudit(q, caller, { action: 'webhook-delete', target: removed.webhook_name }, now())
        return {}
      })
    },

    async testWebhook({ webhook_id }, caller) {
      const { tenant_id } = caller
      if (tests.take(String(tenant_id)) > 0) throw new ApiError('100019', { status: 429 })
      const message = await db.tenant(tenant_id, async (q) => {
        const hook = await q
          .selectFrom('webhook as w')
          .innerJoin('tenant as t', 't.tenant_id', 'w.tenant_id')
          .select(['w.url', 't.name'])
          .where('w.webhook_id', '=', webhook_id)
          .executeTakeFirst()
        if (!hook) throw new ApiError('100002')
        const tenant = { tenant_id, name: hook.name }
        const body = webhookBody({
          event: 'test',
          alarm: null,
          by: null,
          note: null,
          note_en: null,
          tenant,
          time: now(),
        })
        return q
          .insertInto('delivered_message')
          .values({
            tenant_id,
            webhook_id,
            channel: 'webhook',
            address: shownUrl(hook.url),
            body,
            state: 'waiting',
            reason: 'test',
            message_time: now(),
          })
          .returningAll()
          .executeTakeFirstOrThrow()
      })
      const { status, error } = await push.outbox.sendOnce(message)
      return { status, error }
    },
  }
}
