import type { Kysely } from 'kysely'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { type ChannelState, type OwnPush, PERSON_CHANNELS, type PersonChannel } from '../../../core/contract/push.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { openWindow } from '../limits/window.ts'
import { masked } from '../people/index.ts'
import { quotasOf, spendQuota } from '../quotas/index.ts'
import type { PushAnswerParts } from './parts.ts'
import { quietOf, readerOf } from './reader.ts'
import { testWords } from './words.ts'

const NOTHING_YET = { email_level: null, sms_level: null, wechat_level: null, on_recovered: false }
const TESTS = { most: 5, withinMs: 10 * MINUTE_MS }

type OwnCalls = Pick<Answers<Contract['push'], Caller>, 'setting' | 'saveSetting' | 'testMyself'>

/** Which alarms reach a user beyond the console: his own business. */
export function ownPushAnswers({ db, push, now }: PushAnswerParts): OwnCalls {
  const tests = openWindow(TESTS, now)

  const ownOf = async (q: Kysely<Schema>, { tenant_id, user_id, lang }: Caller): Promise<OwnPush> => {
    const user = await q
      .selectFrom('app_user as u')
      .innerJoin('tenant as t', 't.tenant_id', 'u.tenant_id')
      .select(['u.user_tel', 'u.email', 'u.is_tel_verified', 'u.is_email_verified', 'u.wechat_openid', 't.timezone'])
      .where('u.user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    const row = await q.selectFrom('push_setting').selectAll().where('user_id', '=', user_id).executeTakeFirst()
    const quotas = await quotasOf(q, tenant_id, user_id, PERSON_CHANNELS)
    const addresses: Record<PersonChannel, readonly [address: string | null, isProved: boolean]> = {
      email: [user.email, user.is_email_verified],
      sms: [user.user_tel, user.is_tel_verified],
      wechat: [user.wechat_openid, true],
    }
    const channels = PERSON_CHANNELS.map((channel): ChannelState => {
      const [address, isProved] = addresses[channel]
      const { limit = null, used = 0 } = quotas.find(({ quota }) => quota === channel) ?? {}
      return {
        channel,
        address_state: address === null ? 'none' : isProved ? 'ready' : 'unproved',
        address: address === null || channel === 'wechat' ? '' : masked(address),
        has_provider: push.providers[channel] !== undefined,
        limit,
        used,
      }
    })
    const { email_level, sms_level, wechat_level, on_recovered } = row ?? NOTHING_YET
    const quiet = row ? quietOf(row) : null
    const setting = { email_level, sms_level, wechat_level, on_recovered, lang: row?.lang ?? lang, quiet }
    return { setting, channels, timezone: user.timezone }
  }

  return {
    setting: (_input, caller) => db.tenant(caller.tenant_id, (q) => ownOf(q, caller)),

    saveSetting: ({ quiet, ...wanted }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const { tenant_id, user_id } = caller
        const columns = {
          ...wanted,
          quiet_from: quiet?.from ?? null,
          quiet_to: quiet?.to ?? null,
          quiet_days: JSON.stringify([...new Set(quiet?.days)].sort()),
          quiet_except_level: quiet?.except_level ?? null,
        }
        await q
          .insertInto('push_setting')
          .values({ tenant_id, user_id, ...columns })
          .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(columns))
          .execute()
        return ownOf(q, caller)
      }),

    async testMyself({ channel }, caller) {
      const { tenant_id, user_id } = caller
      if (tests.take(`${tenant_id} ${user_id}`) > 0) throw new ApiError('100019', { status: 429 })
      const hasProvider = push.providers[channel] !== undefined
      const message = await db.tenant(tenant_id, async (q) => {
        const reader = await readerOf(q, tenant_id, user_id)
        const address = reader?.addresses[channel] ?? null
        // An address that its owner has not confirmed gets nothing.
        if (!reader || address === null) throw new ApiError('100024')
        await spendQuota(q, caller, channel)
        const state = hasProvider ? 'waiting' : 'kept'
        return q
          .insertInto('delivered_message')
          .values({
            tenant_id,
            user_id,
            channel,
            address,
            state,
            reason: 'test',
            message_time: now(),
            ...testWords(reader.lang, channel),
          })
          .returningAll()
          .executeTakeFirstOrThrow()
      })
      if (!hasProvider) return { state: message.state, error: '' }
      const { state, error } = await push.outbox.sendOnce(message)
      return { state, error }
    },
  }
}
