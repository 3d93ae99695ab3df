import { type Insertable, type Kysely, sql } from 'kysely'
import type { Code } from '../../../core/catalogue/codes.ts'
import { SUCCESS } from '../../../core/catalogue/codes.ts'
import type { SessionEnd } from '../../../core/catalogue/session-ends.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { AuditAction } from '../../../core/contract/audit.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudit, writeAudits, writeChange } from '../audit/index.ts'
import { type Db, DbError } from '../db/db.ts'
import { hashPassword } from '../db/passwords.ts'
import type { Row, Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { type ChangeBudgets, countChanges } from '../http/many-changes.ts'
import { turnOfPerson } from '../limits/password-turns.ts'
import { notifySharesEnded } from '../messages/index.ts'
import { quotasOf, requireRoom, setQuotas } from '../quotas/index.ts'
import {
  changePeople,
  endSharesOf,
  overseenBy,
  requireGivableRoles,
  requireGroup,
  type Target,
  targetOf,
  targetsOf,
} from '../rights/index.ts'
import { forgetAddresses } from './familiar-addresses.ts'
import { passwordRuleOf, requireRule } from './password-rule.ts'
import type { Sessions } from './sessions.ts'
import { requireNoMore } from './user-rights.ts'
import { emailColumn, foundUsers, phoneColumn, sortColumn, usersAsRows } from './user-rows.ts'

export interface UserParts {
  db: Db
  sessions: Sessions
  budgets: ChangeBudgets
  now?: () => number
}

/** What a unique column refuses, at its field. Names and addresses are one space for all organisations: people sign in by them. */
const TAKEN: Readonly<Record<string, readonly [field: string, code: Code]>> = {
  app_user_name: ['user_name', '110313'],
  app_user_tel: ['user_tel', '110316'],
  app_user_email: ['email', '110323'],
}

async function refusingTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const [field, code] = (error instanceof DbError && TAKEN[error.constraint ?? '']) || []
    if (!field || !code) throw error
    throw new WrongField(field, { zh: '已被使用，请更换', en: 'is in use already: choose another' }, code)
  }
}

async function setRoles(q: Kysely<Schema>, { tenant_id }: Caller, user_id: number, role_ids: readonly number[]) {
  await q.deleteFrom('user_role').where('user_id', '=', user_id).execute()
  const rows = [...new Set(role_ids)].map((role_id) => ({ tenant_id, user_id, role_id }))
  if (rows.length > 0) await q.insertInto('user_role').values(rows).execute()
}

const rolesOf = (q: Kysely<Schema>, user_id: number) =>
  q.selectFrom('user_role').select('role_id').where('user_id', '=', user_id).orderBy('role_id').execute()

async function asRow(q: Kysely<Schema>, user_id: number) {
  const [row] = await usersAsRows(q, [user_id])
  if (!row) throw new ApiError('110310')
  return row
}

/** What is done to each of many users. */
interface Step {
  action: AuditAction
  refuses?: (target: Target) => Code | null
  /** Of one of them, for the audit. */
  detail?: (target: Target) => Record<string, unknown>
  run(q: Kysely<Schema>, ids: number[]): Promise<unknown>
  ends?: SessionEnd
}

/** Does something to each of many users; answers for each, and ends the sessions of those it was done to. */
async function toMany(
  { db, sessions, budgets, now = Date.now }: UserParts,
  caller: Caller,
  user_ids: readonly number[],
  step: Step,
) {
  const { tenant_id } = caller
  const ids = [...new Set(user_ids)]
  countChanges(budgets, caller, ids.length)
  const choose = async (q: Kysely<Schema>, caller: Caller) => {
    const targets = await targetsOf(q, caller, ids)
    const codes = ids.map((user_id) => {
      const target = targets.get(user_id)
      return { user_id, code: target ? (step.refuses?.(target) ?? SUCCESS) : ('110310' as const) }
    })
    const done = codes.filter(({ code }) => code === SUCCESS).flatMap(({ user_id }) => targets.get(user_id) ?? [])
    return { codes, done }
  }
  const run = async (q: Kysely<Schema>, done: readonly Target[]) => {
    const audited = done.map((target) => {
      const { user_id: target_user_id, user_name } = target
      return { action: step.action, target: user_name, target_user_id, detail: step.detail?.(target) ?? {} }
    })
    await writeAudits(q, caller, audited, now())
    const doneIds = done.map(({ user_id }) => user_id)
    if (doneIds.length > 0) await step.run(q, doneIds)
  }
  const { codes, announceEnded, unshared } = await changePeople(db, caller, async (q, acting) => {
    const { codes, done } = await choose(q, acting)
    const ended = { tenant_id, user_ids: done.map(({ user_id }) => user_id) }
    // First: sessions go with their users, and their pages could not be notified.
    const announceEnded = step.ends && (await sessions.endWithin(q, ended, step.ends))
    const isOver = step.ends === 'disabled'
    const shares = isOver ? await endSharesOf(q, tenant_id, ended.user_ids) : []
    await notifySharesEnded(q, shares, { by: acting.user_name, time: now() })
    await run(q, done)
    return { codes, announceEnded, unshared: shares.map(({ user_id }) => user_id) }
  })
  announceEnded?.()
  if (unshared.length > 0) sessions.regrouped(tenant_id, unshared)
  return codes
}

const groupNeeded = () =>
  new WrongField('user_group_id', { zh: '二级管理员须绑定一个用户组', en: 'is needed for an administrator2' })

type NewUser = Omit<Insertable<Schema['app_user']>, 'tenant_id' | 'created_time'>

async function createUser(q: Kysely<Schema>, caller: Caller, user: NewUser, role_ids: readonly number[], now: number) {
  const { password_hash: _, must_change_password: __, ...shown } = user
  await requireRoom(q, 'users')
  await requireGroup(q, caller, user.user_group_id ?? null)
  await requireGivableRoles(q, caller, role_ids)
  const { user_id } = await q
    .insertInto('app_user')
    .values({ ...user, tenant_id: caller.tenant_id, created_time: now })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  await setRoles(q, caller, user_id, role_ids)
  const detail = changesOf({}, { ...shown, role_ids })
  const audited = { action: 'user-create', target: user.user_name, target_user_id: user_id, detail } as const
  await writeAudit(q, caller, audited, now)
  return asRow(q, user_id)
}

interface Change {
  user_id: number
  role_ids?: readonly number[] | undefined
  set: Partial<Pick<Row<'app_user'>, 'name' | 'full_name' | 'user_group_id' | 'user_tel' | 'email'>>
}

/** The user afterwards; ends the sessions where what they may do is another thing now. */
async function changeUser(
  q: Kysely<Schema>,
  caller: Caller,
  { user_id, role_ids, set }: Change,
  { sessions, now }: { sessions: Sessions; now: number },
) {
  const target = await targetOf(q, caller, user_id)
  const before = { ...target, role_ids: (await rolesOf(q, user_id)).map(({ role_id }) => role_id) }
  const after = { ...set, ...(role_ids && { role_ids: [...role_ids].sort((a, b) => a - b) }) }
  const detail = changesOf(before, after)
  if (detail.user_group_id) {
    if (target.user_type === 2 && set.user_group_id === null) throw groupNeeded()
    await requireGroup(q, caller, set.user_group_id ?? null)
  }
  // A password is recovered by them.
  if (detail.user_tel || detail.email) {
    if (target.user_type === 1 && user_id !== caller.user_id) throw new ApiError('100015')
    await requireNoMore(q, caller, target)
  }
  if (detail.role_ids) {
    if (user_id === caller.user_id && caller.user_type !== 1) throw new ApiError('100015')
    // What the user has already may stay, also what this caller could not give.
    await requireGivableRoles(
      q,
      caller,
      (role_ids ?? []).filter((id) => !before.role_ids.includes(id)),
    )
    await setRoles(q, caller, user_id, role_ids ?? [])
  }
  // Phone and e-mail give access to the account: somebody at a session left open must not change them.
  if (user_id === caller.user_id && (detail.user_tel || detail.email))
    throw new WrongField(detail.user_tel ? 'user_tel' : 'email', {
      zh: '请在账号页修改自己的手机号和邮箱',
      en: 'is changed on the account page, when it is your own',
    })
  // A number or address that its owner did not prove is not verified.
  const columns = {
    ...set,
    ...(detail.user_tel && { is_tel_verified: false }),
    ...(detail.email && { is_email_verified: false }),
  }
  if (Object.keys(columns).length > 0)
    await q.updateTable('app_user').set(columns).where('user_id', '=', user_id).execute()
  await writeChange(q, caller, { action: 'user-edit', target: target.user_name, target_user_id: user_id, detail }, now)
  const endsSessions = Boolean(detail.role_ids || (detail.user_group_id && target.user_type !== 1))
  const ended = { tenant_id: caller.tenant_id, user_ids: endsSessions ? [user_id] : [] }
  const announceEnded = await sessions.endWithin(q, ended, 'role')
  return { row: await asRow(q, user_id), announceEnded }
}

export function userAnswers(parts: UserParts): Answers<Contract['user'], Caller> {
  const { db, sessions, now = Date.now } = parts
  return {
    list: ({ page, page_size, sort = '-create_time', ...filter }, caller) => {
      const { column, direction } = sortColumn(sort)
      return db.tenant(caller.tenant_id, async (q) => {
        const found = await foundUsers(q, await overseenBy(q, caller), filter)
        const { total } = await found.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
        const ids = await found
          .select('u.user_id')
          .orderBy(column, (order) => (direction === 'desc' ? order.desc().nullsLast() : order.asc().nullsFirst()))
          .orderBy('u.user_id', direction)
          .limit(page_size)
          .offset((page - 1) * page_size)
          .execute()
        return {
          rows: await usersAsRows(
            q,
            ids.map(({ user_id }) => user_id),
          ),
          total,
        }
      })
    },

    async create(
      { password, must_change_password, role_ids, user_tel, email, user_type, full_name = '', ...named },
      asking,
    ) {
      const fields = { ...named, full_name }
      const { tenant_id } = asking
      if (user_type === 2) {
        if (asking.user_type !== 1) throw new ApiError('100015')
        if (fields.user_group_id === null) throw groupNeeded()
      }
      requireRule(password, await db.tenant(tenant_id, (q) => passwordRuleOf(q, tenant_id)))
      const reached = { user_tel: phoneColumn(user_tel), email: emailColumn(email) }
      const password_hash = await hashPassword(password, turnOfPerson(asking))
      return refusingTaken(
        changePeople(db, asking, (q, caller) =>
          createUser(
            q,
            caller,
            { ...fields, ...reached, user_type, password_hash, must_change_password },
            role_ids,
            now(),
          ),
        ),
      )
    },

    async edit({ user_id, role_ids, ...fields }, asking) {
      const set = {
        ...(fields.name !== undefined && { name: fields.name }),
        ...(fields.full_name !== undefined && { full_name: fields.full_name }),
        ...(fields.user_group_id !== undefined && { user_group_id: fields.user_group_id }),
        ...(fields.user_tel !== undefined && { user_tel: phoneColumn(fields.user_tel) }),
        ...(fields.email !== undefined && { email: emailColumn(fields.email) }),
      }
      const { row, announceEnded } = await refusingTaken(
        changePeople(db, asking, (q, caller) =>
          changeUser(q, caller, { user_id, role_ids, set }, { sessions, now: now() }),
        ),
      )
      announceEnded()
      return row
    },

    async move({ user_ids, user_group_id }, caller) {
      await db.tenant(caller.tenant_id, (q) => requireGroup(q, caller, user_group_id))
      return toMany(parts, caller, user_ids, {
        action: 'user-move',
        detail: (target) => changesOf({ user_group_id: target.user_group_id }, { user_group_id }),
        refuses: ({ user_type }) => (user_type === 2 && user_group_id === null ? '202001' : null),
        run: (q, ids) =>
          q
            .updateTable('app_user')
            .set({ user_group_id })
            .where(sql<boolean>`user_id = any(${ids}::bigint[])`)
            .execute(),
        ends: 'role',
      })
    },

    setActive: ({ user_ids, isActive }, caller) =>
      toMany(parts, caller, user_ids, {
        action: isActive === 1 ? 'user-activate' : 'user-lock',
        refuses: ({ user_id, user_type }) =>
          isActive === 1 ? null : user_id === caller.user_id ? '110429' : user_type === 1 ? '110321' : null,
        run: (q, ids) =>
          q
            .updateTable('app_user')
            .set({ is_active: isActive })
            .where(sql<boolean>`user_id = any(${ids}::bigint[])`)
            .execute(),
        ...(isActive === 0 && { ends: 'disabled' as const }),
      }),

    async setPassword({ user_id, password, must_change_password }, asking) {
      const { tenant_id } = asking
      requireRule(password, await db.tenant(tenant_id, (q) => passwordRuleOf(q, tenant_id)))
      const password_hash = await hashPassword(password, turnOfPerson(asking))
      const announceEnded = await changePeople(db, asking, async (q, caller) => {
        const target = await targetOf(q, caller, user_id)
        const { user_name, user_type } = target
        // Another administrator's password is the way into another administrator's account; the own asks for the one now.
        if (user_type === 1 || user_id === caller.user_id) throw new ApiError('100015')
        await requireNoMore(q, caller, target)
        await q
          .updateTable('app_user')
          .set({ password_hash, must_change_password })
          .where('user_id', '=', user_id)
          .execute()
        await forgetAddresses(q, { tenant_id, user_id }, null)
        await writeAudit(q, caller, { action: 'password-reset', target: user_name, target_user_id: user_id }, now())
        return sessions.endWithin(q, { tenant_id, user_ids: [user_id] }, 'password')
      })
      announceEnded()
      return {}
    },

    remove: ({ user_ids }, caller) =>
      toMany(parts, caller, user_ids, {
        action: 'user-delete',
        refuses: ({ user_id, user_type }) =>
          user_id === caller.user_id ? '110429' : user_type === 1 ? '110321' : null,
        run: (q, ids) => q.deleteFrom('app_user').where(sql<boolean>`user_id = any(${ids}::bigint[])`).execute(),
        ends: 'disabled',
      }),

    quotas: ({ user_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        await targetOf(q, caller, user_id)
        return quotasOf(q, caller.tenant_id, user_id)
      }),

    setQuotas: ({ user_id, quotas }, asking) =>
      changePeople(db, asking, async (q, caller) => {
        const { user_name } = await targetOf(q, caller, user_id)
        const before = await quotasOf(q, caller.tenant_id, user_id)
        await setQuotas(q, caller, user_id, quotas)
        const limits = (rows: readonly { quota: string; limit: number | null }[]) =>
          Object.fromEntries(rows.map(({ quota, limit }) => [quota, limit]))
        const detail = changesOf(limits(before), limits(quotas))
        await writeAudit(q, caller, { action: 'quota', target: user_name, target_user_id: user_id, detail }, now())
        return quotasOf(q, caller.tenant_id, user_id)
      }),
  }
}
