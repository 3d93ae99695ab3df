import type { Kysely } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { writeAudit } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import { hashPassword, verifyPassword } from '../db/passwords.ts'
import type { Schema } from '../db/schema.ts'
import { openTenants } from '../db/tenants.ts'
import type { BrowserKeys } from '../http/browser-key.ts'
import { type Caller, NOBODY } from '../http/caller.ts'
import type { LoginGuard } from '../limits/login-guard.ts'
import { turnOfPerson, turnOfServer } from '../limits/password-turns.ts'
import { notifyUser } from '../messages/index.ts'
import { changePeople, targetOf } from '../rights/index.ts'
import { isFamiliarAddress, noteAddress } from './familiar-addresses.ts'
import { findByName } from './find-user.ts'
import { type CustomPages, firstPageOf } from './landing.ts'
import type { LoginChecks } from './login-checks/login-checks.ts'
import type { NewSession, Sessions } from './sessions.ts'
import { requireNoMore } from './user-rights.ts'

export interface LoginParts {
  db: Db
  sessions: Sessions
  customPages: CustomPages
  guard: LoginGuard
  checks: LoginChecks
  browsers: Pick<BrowserKeys, 'keyFor'>
  /** Hears of work in the background that failed. */
  report(error: unknown): void
  now?: () => number
}

type Account = NonNullable<Awaited<ReturnType<typeof findByName>>>

/** Answers of the session domain that begin sessions. */
export function loginAnswers({
  db,
  sessions,
  customPages,
  guard,
  checks,
  browsers,
  report,
  now = Date.now,
}: LoginParts): Pick<Answers<Contract['session'], Caller>, 'login' | 'experience' | 'simulate'> {
  // Verified when a name does not exist, so that the answer takes as long as for one that does.
  const nobodysHash = hashPassword('nobody', turnOfServer)

  async function begun(token: string, oneSession = false) {
    const caller = await sessions.callerOf(token)
    // Locked since.
    if (!caller) throw new ApiError('110426')
    const { tenant_id, user_id, name, session_hash } = caller
    if (oneSession) await sessions.endAll({ tenant_id, user_ids: [user_id], except: session_hash }, 'elsewhere')
    const { must_change_password } = caller
    const menuPermissions = await db.tenant(tenant_id, (q) => firstPageOf(q, caller, customPages))
    const session = { token, user_id, tenant_id, name, roles: [...caller.roles], menuPermissions }
    return must_change_password ? { ...session, must_change_password } : session
  }

  /** Checks that are the same for names that exist and for those that do not. */
  const findAccount = (user_name: string, { address, from }: Caller) =>
    db.unknown(from, async (q) => {
      const user = await findByName(q, user_name)
      return { user, isFamiliar: await isFamiliarAddress(q, user, address, now()) }
    })

  const actorOf = ({ tenant_id, user_id, user_name, full_name }: Account, address: string) => ({
    ...NOBODY,
    tenant_id,
    user_id,
    user_name,
    full_name,
    address,
  })

  /** Not waited for: the answer must take as long for a name that nobody has. */
  function reportRefused(account: Account, { address, from }: Caller) {
    const audited = { action: 'sign-in-refused' as const, target_user_id: account.user_id }
    db.unknown(from, (q) => writeAudit(q, actorOf(account, address), audited, now())).catch(report)
  }

  /** Whoever has given the right password is no stranger any more: he waits for no network. */
  const asKnown = <T>({ tenant_id }: Account, work: (q: Kysely<Schema>) => Promise<T>) =>
    db.systemFor(tenant_id, work, 'callers')

  /** Begins the session of an account whose password was right; the password that was verified is still the account's then. */
  function beginOf(account: Account, { address, agent }: Caller, public_key: NewSession['public_key']) {
    const { tenant_id, user_id } = account
    const last_time = now()
    return asKnown(account, async (q) => {
      // A password that was changed while it was being verified opens nothing any more.
      const same = await q
        .selectFrom('app_user as u')
        .innerJoin('tenant as t', 't.tenant_id', 'u.tenant_id')
        .select(['t.one_session', 't.closed_time'])
        .where('u.tenant_id', '=', tenant_id)
        .where('u.user_id', '=', user_id)
        .where('u.password_hash', '=', account.password_hash)
        .where('u.is_active', '=', 1)
        .forUpdate('u')
        .executeTakeFirst()
      if (!same) throw new ApiError('110003')
      if (same.closed_time !== null) throw new ApiError('110426')
      // Sent together, and carried out in this order: each way to the store and back holds up others.
      const [token, isNew] = await Promise.all([
        sessions.create({ tenant_id, user_id, public_key, address, agent }, q),
        noteAddress(q, account, address, last_time),
        writeAudit(q, actorOf(account, address), { action: 'sign-in', target_user_id: user_id }, last_time),
      ])
      if (isNew)
        await notifyUser(q, { tenant_id, user_id, kind: 'new-address', params: { address, agent }, time: last_time })
      return { token, one_session: same.one_session }
    })
  }

  return {
    async login({ user_name, password, public_key, puzzle_pass, check_code, graphic_code }, caller) {
      const { address } = caller
      const said = user_name.trim()
      if (said === '' || password === '') throw new ApiError('110001')
      checks.takePass(puzzle_pass)
      if (guard.isSuspicious({ user_name: said, address })) checks.takeGraphicCode(check_code, graphic_code)
      const { user, isFamiliar } = await findAccount(said, caller)
      const isRight = await guard.tryPassword({ user_name: said, address, isFamiliar }, async () => {
        return (
          (await verifyPassword(password, user?.password_hash ?? (await nobodysHash), turnOfPerson(caller))) &&
          user !== undefined
        )
      })
      if (!user || !isRight) {
        if (user) reportRefused(user, caller)
        throw new ApiError('110003')
      }
      if (user.is_active !== 1) throw new ApiError('110426')
      const { one_session, token } = await beginOf(user, caller, public_key)
      const session = await begun(token, one_session)
      return { ...session, browser_key: browsers.keyFor(caller.from, user) }
    },

    async experience({ public_key, puzzle_pass }, { address, agent, from }) {
      checks.takePass(puzzle_pass)
      // In the network's turn: anybody may have as many as there are passes.
      const token = await db.unknown(from, async (q) => {
        const user = await q
          .selectFrom('app_user')
          .select(['tenant_id', 'user_id'])
          .where('is_experience', '=', true)
          .where('is_active', '=', 1)
          .where('tenant_id', 'in', openTenants(q))
          .orderBy('user_id')
          // Who is locked meanwhile begins no session that would open something when he is unlocked.
          .forUpdate()
          .executeTakeFirst()
        if (!user) throw new ApiError('100015')
        return sessions.create({ ...user, public_key, address, agent }, q)
      })
      return begun(token)
    },

    async simulate({ user_id, public_key }, asking) {
      const { tenant_id, address, agent } = asking
      if (asking.by !== null || user_id === asking.user_id) throw new ApiError('100015')
      const by = { user_id: asking.user_id, user_name: asking.user_name }
      // Within it, so that who is locked meanwhile does not go on in a session that began too late to be ended.
      const token = await changePeople(db, asking, async (q, caller) => {
        const target = await targetOf(q, caller, user_id).catch(() => null)
        if (!target) throw new ApiError('100014')
        if (target.user_type === 1) throw new ApiError('100015')
        await requireNoMore(q, caller, target)
        if (target.is_active !== 1) throw new ApiError('110426')
        const { user_name } = target
        await writeAudit(q, caller, { action: 'simulate', target: user_name, target_user_id: user_id }, now())
        return sessions.create({ tenant_id, user_id, public_key, address, agent, by }, q)
      })
      return begun(token)
    },
  }
}
