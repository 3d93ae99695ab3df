import type { Kysely } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Profile } from '../../../core/contract/account.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudit } from '../audit/index.ts'
import { DbError } from '../db/db.ts'
import { hashPassword } from '../db/passwords.ts'
import type { Schema } from '../db/schema.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import type { LoginGuard } from '../limits/login-guard.ts'
import { turnOfPerson } from '../limits/password-turns.ts'
import { spendQuota } from '../quotas/index.ts'
import { changePeople } from '../rights/index.ts'
import { closingAnswers } from './account-closing.ts'
import { MESSAGES, messageText } from './account-text.ts'
import { forgetAddresses } from './familiar-addresses.ts'
import { masked } from './masked.ts'
import { requirePassword, wrongPassword } from './own-password.ts'
import { ownSessionAnswers } from './own-sessions.ts'
import { passwordRuleOf, requireRule } from './password-rule.ts'
import { addressByCode, channelOf } from './proved-address.ts'
import { type RegistrationParts, registrationAnswers, requireAddress, takenAddress, wrongCode } from './registration.ts'
import type { Wechat } from './wechat.ts'

export interface AccountParts extends RegistrationParts {
  guard: LoginGuard
  wechat: Wechat
  fleet: Fleet
}

const uniqueViolation = '23505'

async function profileOf(q: Kysely<Schema>, { tenant_id, user_id }: Caller): Promise<Profile> {
  const row = await q
    .selectFrom('app_user as u')
    .innerJoin('tenant as t', 't.tenant_id', 'u.tenant_id')
    .select(['u.user_id', 'u.user_name', 'u.name', 'u.full_name', 'u.user_type', 'u.user_tel', 'u.email'])
    .select([
      'u.is_tel_verified',
      'u.is_email_verified',
      'u.wechat_openid',
      'u.created_time',
      't.name as company_name',
      't.timezone',
    ])
    .where('u.user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  const { created_time: create_time, wechat_openid, user_tel, email, ...shown } = row
  return {
    ...shown,
    user_tel: user_tel && masked(user_tel),
    email: email && masked(email),
    is_wechat_bound: wechat_openid !== null,
    create_time,
    password_rule: await passwordRuleOf(q, tenant_id),
  }
}

export function accountAnswers(parts: AccountParts): Answers<Contract['account'], Caller> {
  const { db, fleet, sessions, codes, messages, wechat, now = Date.now } = parts

  /** Changes columns of the caller's own row; where a password was asked for, while it is still the user's. */
  const change = (
    caller: Caller,
    action: 'bind' | 'unbind',
    target: string,
    set: Partial<
      Pick<Schema['app_user'], 'user_tel' | 'email' | 'is_tel_verified' | 'is_email_verified' | 'wechat_openid'>
    >,
    password_hash?: string,
  ) =>
    changePeople(db, caller, async (q) => {
      const changed = await q
        .updateTable('app_user')
        .set(set as never)
        .where('user_id', '=', caller.user_id)
        .$if(password_hash !== undefined, (own) => own.where('password_hash', '=', password_hash ?? ''))
        .executeTakeFirst()
      if (changed.numUpdatedRows === 0n) throw wrongPassword()
      await writeAudit(q, caller, { action, target, target_user_id: caller.user_id }, now())
      return profileOf(q, caller)
    })

  return {
    ...registrationAnswers(parts),
    ...closingAnswers(parts),
    ...ownSessionAnswers(parts),

    profile: (_input, caller) => db.tenant(caller.tenant_id, (q) => profileOf(q, caller)),

    async edit({ name, full_name, company_name, timezone }, caller) {
      const changed = await db.tenant(caller.tenant_id, async (q) => {
        const before = await profileOf(q, caller)
        const after = {
          name,
          full_name: full_name ?? before.full_name,
          company_name: company_name ?? before.company_name,
          timezone: timezone ?? before.timezone,
        }
        const detail = changesOf(before, after)
        const isCompanys = 'company_name' in detail || 'timezone' in detail
        if (isCompanys && caller.user_type !== 1) throw new ApiError('100015')
        await q
          .updateTable('app_user')
          .set({ name, full_name: after.full_name })
          .where('user_id', '=', caller.user_id)
          .execute()
        if (isCompanys) {
          await q.updateTable('tenant').set({ name: after.company_name, timezone: after.timezone }).execute()
        }
        await writeAudit(q, caller, { action: 'profile', target_user_id: caller.user_id, detail }, now())
        return { profile: await profileOf(q, caller), isMoved: 'timezone' in detail }
      })
      // Rules that are suppressed by the hour of the day are placed with their zone.
      if (changed.isMoved) fleet.emit('rules', [...fleet.devices(caller.tenant_id)])
      return changed.profile
    },

    async changePassword({ password_now, password }, caller) {
      const { tenant_id, user_id, user_name, session_hash } = caller
      requireRule(password, await db.tenant(tenant_id, (q) => passwordRuleOf(q, tenant_id)))
      const verified = await requirePassword(parts, caller, password_now)
      if (caller.must_change_password && password === password_now)
        throw new WrongField('password', { zh: '不能与当前密码相同', en: 'has to be another than the current one' })
      const password_hash = await hashPassword(password, turnOfPerson(caller))
      const announceEnded = await changePeople(db, caller, async (q) => {
        const changed = await q
          .updateTable('app_user')
          .set({ password_hash, must_change_password: false })
          .where('user_id', '=', user_id)
          .where('password_hash', '=', verified)
          .executeTakeFirst()
        if (changed.numUpdatedRows === 0n) throw wrongPassword()
        await forgetAddresses(q, caller, caller.address)
        await writeAudit(q, caller, { action: 'password', target: user_name, target_user_id: user_id }, now())
        return sessions.endWithin(q, { tenant_id, user_ids: [user_id], except: session_hash }, 'password')
      })
      announceEnded()
      return {}
    },

    async sendBindingCode({ address }, caller) {
      const { kind, address: known } = requireAddress(address)
      const bound = { purpose: 'bind' as const, address: known, owner: String(caller.user_id) }
      codes.count(bound, caller.address, caller)
      await db.tenant(caller.tenant_id, (q) => spendQuota(q, caller, channelOf(kind)))
      const text = messageText(MESSAGES.bind(await codes.make(bound, caller.from)), caller.lang)
      const { tenant_id } = caller
      const { wasTaken } = await messages.send({ tenant_id, channel: channelOf(kind), address: known, ...text })
      if (kind === 'phone' && !(await wasTaken)) throw new ApiError('100017')
      return { resend_s: LIMITS.codeResendS }
    },

    async bind({ address, code, password_now }, caller) {
      const { kind, address: known } = requireAddress(address)
      const bound = { purpose: 'bind' as const, address: known, owner: String(caller.user_id) }
      const verified = await requirePassword(parts, caller, password_now)
      if (!(await codes.isRight(bound, code, 'take', caller.from))) throw wrongCode(kind)
      const reached = await db.systemFor(caller.tenant_id, (q) =>
        addressByCode(q, { kind, address: known, messages, time: now() }),
      )
      // Who registered by an address signs in by the new one: the old may become somebody else's.
      const isOldName = kind === 'phone' ? caller.user_name.startsWith('+') : caller.user_name.includes('@')
      const columns = { ...reached, ...(isOldName && { user_name: known }) }
      return change(caller, 'bind', kind, columns as never, verified).catch((error) => {
        if (error instanceof DbError && error.code === uniqueViolation) throw takenAddress(kind)
        throw error
      })
    },

    unbind: ({ kind }, caller) => change(caller, 'unbind', kind, { wechat_openid: null } as never),

    wechatAddress: async ({ back }, caller) => ({ url: wechat.authorizeUrl(caller.session_hash, back) }),

    async bindWechat({ code, state }, caller) {
      const openid = await wechat.openidOf(caller.session_hash, code, state).catch(() => {
        throw new ApiError('100003')
      })
      if (openid === null) throw new ApiError('100002')
      return change(caller, 'bind', 'wechat', { wechat_openid: openid } as never).catch((error) => {
        if (error instanceof DbError && error.code === uniqueViolation) throw new ApiError('113000')
        throw error
      })
    },
  }
}
