import type { TestServer } from '../server.ts'
import { done } from './ask.ts'
import type { Kind } from './inputs.ts'
import type { Person } from './tenant.ts'

/** An escalation of the tenant, of which every text carries the tenant's mark; its id. */
export async function addEscalation(server: TestServer, admin: Person): Promise<number> {
  const { mark, fixed } = admin.tenant
  const steps = [{ after_min: 60, user_ids: [admin.user_id], role_ids: [], channels: ['email'] }]
  const rule = { escalation_name: `${mark.word}升级`, from_level: 5, group_id: fixed.shown, steps }
  const switches = { repeat_min: null, ends_on_recovery: true, is_enabled: true }
  const { escalation_id } = await done(server, admin, 'push.saveEscalation', { ...rule, ...switches })
  return escalation_id
}

/** A webhook to an address that is never called. */
export async function addWebhook(server: TestServer, admin: Person): Promise<number> {
  const { word, sn } = admin.tenant.mark
  const hook = { webhook_name: `${word}钩子`, url: `https://10.0.0.1/${sn}`, from_level: 5, group_id: null }
  const { webhook } = await done(server, admin, 'push.saveWebhook', { ...hook, is_enabled: true })
  return webhook.webhook_id
}

/** A message about an alarm that nobody could deliver. */
export async function addFailed({ db }: TestServer, { tenant }: Person): Promise<number> {
  const { tenant_id, mark } = tenant
  const { message_id } = await db.system((q) =>
    q
      .insertInto('delivered_message')
      .values({
        tenant_id,
        message_time: Date.now(),
        channel: 'email',
        address: `x@${mark.sn.toLowerCase()}.example`,
        body: mark.word,
        state: 'failed',
        reason: 'alarm',
      })
      .returning('message_id')
      .executeTakeFirstOrThrow(),
  )
  return message_id
}

/** How alarms reach the people of a tenant. */
export async function fillPush(server: TestServer, admin: Person): Promise<void> {
  const know = (kind: Kind, id: number) => admin.tenant.ids[kind].push({ id, isBeyond: false })
  know('escalation', await addEscalation(server, admin))
  know('webhook', await addWebhook(server, admin))
  know('delivery', await addFailed(server, admin))
  const levels = { email_level: 5, sms_level: null, wechat_level: null }
  await done(server, admin, 'push.saveSetting', { ...levels, on_recovered: false, lang: 'zh', quiet: null })
}
