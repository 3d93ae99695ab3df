import type { Kysely } from 'kysely'
import type { PersonChannel } from '../../../core/contract/push.ts'
import type { Schema } from '../db/schema.ts'
import { notifyUsers } from '../messages/index.ts'

interface Used {
  tenant_id: number
  user_id: number
  channel: PersonChannel
  now: number
}

/** Notifies a user and the administrators that a quota is used up: once, until a message is sent again. */
export async function notifyQuotaUsed(q: Kysely<Schema>, { tenant_id, user_id, channel, now }: Used): Promise<void> {
  const last = await q
    .selectFrom('delivered_message')
    .select('state')
    .where('tenant_id', '=', tenant_id)
    .where('user_id', '=', user_id)
    .where('channel', '=', channel)
    .where('state', '<>', 'quiet')
    .orderBy('message_time', 'desc')
    .orderBy('message_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.state === 'quota') return
  const people = await q
    .selectFrom('app_user')
    .select(['user_id', 'name'])
    .where('tenant_id', '=', tenant_id)
    .where((on) => on.or([on('user_type', '=', 1), on('user_id', '=', user_id)]))
    .where('is_active', '=', 1)
    .execute()
  const user_ids = people.map((person) => person.user_id)
  const name = people.find((person) => person.user_id === user_id)?.name ?? ''
  await notifyUsers(q, { tenant_id, user_ids, kind: 'quota-used-up', params: { quota: channel, name }, time: now })
}
