import { sql } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { addressOf, DEFAULT_PASSWORD_RULE } from '../../../core/contract/person.ts'
import { writeAudit } from '../audit/index.ts'
import { type Db, DbError } from '../db/db.ts'
import { hashPassword } from '../db/passwords.ts'
import { addTenant } from '../db/tenants.ts'
import { type Caller, NOBODY } from '../http/caller.ts'
import { openFairTurns } from '../limits/fair-turns.ts'
import { demand } from '../limits/limiter.ts'
import { networkOf } from '../limits/network-of.ts'
import { turnOfPerson } from '../limits/password-turns.ts'
import { type Budgets, claimsFrom } from '../limits/rates.ts'
import type { Messages } from '../messages/index.ts'
import type { Settings } from '../settings.ts'
import { MESSAGES, messageText } from './account-text.ts'
import { forgetAddresses } from './familiar-addresses.ts'
import { findByAddress, holderOf } from './find-user.ts'
import { makeFirstAdministrator } from './first-administrator.ts'
import type { LoginChecks } from './login-checks/login-checks.ts'
import { passwordRuleOf, requireRule } from './password-rule.ts'
import { addressByCode, channelOf } from './proved-address.ts'
import { newRequest, type SentCodes } from './sent-codes.ts'
import type { Sessions } from './sessions.ts'

export interface RegistrationParts {
  settings: Pick<Settings, 'REGISTRATION'>
  db: Db
  sessions: Sessions
  checks: LoginChecks
  codes: SentCodes
  messages: Messages
  /** Hears of work in the background that failed. */
  report(error: unknown): void
  budgets: Budgets
  now?: () => number
}

const uniqueViolation = '23505'

/** Codes that are being made and sent: each takes some ways to the store, and strangers of many networks ask for them. */
const SENDING = { atOnce: 4, ofOne: 1, waitingOfOne: 10, waiting: 200 }

/** What the schema has let in already. */
export function requireAddress(text: string) {
  const known = addressOf(text)
  if (!known) throw new ApiError('100006')
  return known
}

/** A wrong code is reported by how it was sent. */
export const wrongCode = (kind: 'phone' | 'email') => new ApiError(kind === 'phone' ? '110314' : '110326')
export const takenAddress = (kind: 'phone' | 'email') => new ApiError(kind === 'phone' ? '110316' : '110323')

type Names = 'first' | 'sendRegistrationCode' | 'register' | 'sendRecoveryCode' | 'checkCode' | 'recover'

/** Answers of the account domain for people who are not signed in: none reveals whether an account exists. */
export function registrationAnswers({
  settings,
  db,
  sessions,
  checks,
  codes,
  messages,
  report,
  budgets,
  now = Date.now,
}: RegistrationParts): Pick<Answers<Contract['account'], Caller>, Names> {
  const requireOpen = () => {
    if (!settings.REGISTRATION) throw new ApiError('100015')
  }

  const sending = openFairTurns(SENDING)

  /**
   * Resolves when it is the turn of the caller's network: a code is made then, behind the answer, and a turn takes as long
   * whether or not there is somebody to write to. `count` throws where nothing is to be sent.
   */
  const inTurn = ({ from, gone }: Caller, count: () => void, make: () => Promise<void>) =>
    new Promise<void>((answer, refuse) => {
      const begin = async () => {
        count()
        answer()
        await make().catch(report)
      }
      sending.run(from, begin, gone).catch(refuse)
    })

  /** Is no part of a turn: whoever comes next would learn by its time whether there was somebody to write to. */
  const sendBehind = (message: Parameters<Messages['send']>[0]) => void messages.send(message).catch(report)

  return {
    async sendRegistrationCode({ address, check_code, graphic_code }, caller) {
      requireOpen()
      checks.takeGraphicCode(check_code, graphic_code)
      const { kind, address: known } = requireAddress(address)
      const bound = { purpose: 'register' as const, address: known }
      const request_id = newRequest()
      const count = () => codes.count(bound, caller.address)
      await inTurn(caller, count, async () => {
        const user = await db.unknown(caller.from, (q) => holderOf(q, known))
        // Made for whoever asks: by the time that a wrong one takes nobody learns whether there is an account.
        const code = await codes.make({ ...bound, owner: request_id }, caller.from)
        const words = user ? MESSAGES.known() : MESSAGES.register(code)
        const tenant_id = user?.tenant_id ?? null
        sendBehind({ tenant_id, channel: channelOf(kind), address: known, ...messageText(words, caller.lang) })
      })
      return { resend_s: LIMITS.codeResendS, request_id }
    },

    async register({ address, code, request_id, password, name, company_name, timezone }, caller) {
      requireOpen()
      const { kind, address: known } = requireAddress(address)
      requireRule(password, DEFAULT_PASSWORD_RULE)
      if (!(await codes.isRight({ purpose: 'register', address: known, owner: request_id }, code, 'take', caller.from)))
        throw wrongCode(kind)
      demand(...claimsFrom(budgets, 'registrations', networkOf(caller.address)))
      const password_hash = await hashPassword(password, turnOfPerson(caller))
      const time = now()
      try {
        await db.unknown(caller.from, async (q) => {
          // The caller has read what was sent to the address: now it may learn that it has an account.
          if (await holderOf(q, known)) throw takenAddress(kind)
          const reached = await addressByCode(q, { kind, address: known, messages, time })
          const { tenant_id } = await addTenant(q, company_name, time, timezone)
          const { user_id } = await q
            .insertInto('app_user')
            // No name that people choose has a plus or an @: an address is free for its owner.
            .values({ tenant_id, user_name: known, name, user_type: 1, password_hash, created_time: time, ...reached })
            .returning('user_id')
            .executeTakeFirstOrThrow()
          const actor = { ...NOBODY, tenant_id, user_id, user_name: known, address: caller.address }
          await writeAudit(q, actor, { action: 'register', target: company_name, target_user_id: user_id }, time)
        })
      } catch (error) {
        if (error instanceof DbError && error.code === uniqueViolation) throw takenAddress(kind)
        throw error
      }
      return {}
    },

    async first(input, caller) {
      await makeFirstAdministrator(db, input, caller, now())
      return {}
    },

    async sendRecoveryCode({ address, check_code, graphic_code }, caller) {
      checks.takeGraphicCode(check_code, graphic_code)
      const { kind, address: known } = requireAddress(address)
      const bound = { purpose: 'recover' as const, address: known }
      const request_id = newRequest()
      const count = () => codes.count(bound, caller.address)
      await inTurn(caller, count, async () => {
        const user = await db.unknown(caller.from, (q) => findByAddress(q, known))
        const code = await codes.make({ ...bound, owner: request_id }, caller.from)
        if (user?.is_active !== 1 || !codes.takeOfAccounts(user.tenant_id)) return
        const text = messageText(MESSAGES.recover(code), caller.lang)
        sendBehind({ tenant_id: user.tenant_id, channel: channelOf(kind), address: known, ...text })
      })
      return { resend_s: LIMITS.codeResendS, request_id }
    },

    async checkCode({ address, purpose, code, request_id }, caller) {
      const { kind, address: known } = requireAddress(address)
      if (!(await codes.isRight({ purpose, address: known, owner: request_id }, code, 'look', caller.from)))
        throw wrongCode(kind)
      return {}
    },

    async recover({ address, code, request_id, password }, caller) {
      const { kind, address: known } = requireAddress(address)
      const bound = { purpose: 'recover' as const, address: known, owner: request_id }
      if (!(await codes.isRight(bound, code, 'look', caller.from))) throw wrongCode(kind)
      const user = await db.unknown(caller.from, (q) => findByAddress(q, known))
      if (user?.is_active !== 1) throw wrongCode(kind)
      const { tenant_id, user_id, user_name } = user
      requireRule(password, await db.tenant(tenant_id, (q) => passwordRuleOf(q, tenant_id)))
      const password_hash = await hashPassword(password, turnOfPerson(caller))
      if (!(await codes.isRight(bound, code, 'take', caller.from))) throw wrongCode(kind)
      const announceEnded = await db.tenant(tenant_id, async (q) => {
        // The address may have become somebody else's, or the user may have been locked, since the code was sent.
        const changed = await q
          .updateTable('app_user')
          .set({ password_hash, must_change_password: false })
          .where('user_id', '=', user_id)
          .where('is_active', '=', 1)
          .where((on) => on.or([on('user_tel', '=', known), on(sql`lower(email)`, '=', known)]))
          .executeTakeFirst()
        if (changed.numUpdatedRows === 0n) throw wrongCode(kind)
        await forgetAddresses(q, user, caller.address)
        const actor = { ...NOBODY, tenant_id, user_id, user_name, address: caller.address }
        await writeAudit(q, actor, { action: 'recover', target: user_name, target_user_id: user_id }, now())
        return sessions.endWithin(q, { tenant_id, user_ids: [user_id] }, 'password')
      })
      announceEnded()
      return {}
    },
  }
}
