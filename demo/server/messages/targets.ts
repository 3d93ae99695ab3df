import { type Kysely, sql } from 'kysely'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { OwnNotice, Targets } from '../../../core/contract/message.ts'
import type { Row, Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { areOverseen, groupsUnder, type Overseen, overseenBy, oversees, seenRoles } from '../rights/index.ts'

/** Whose names a notice may go to: those overseen by who may see users, and whoever wrote to the caller. */
const mayNameUsers = ({ user_type, roles }: Caller) => user_type <= 2 || hasRight(roles, 'P53000')

const namedBy = async (q: Kysely<Schema>, caller: Caller): Promise<Overseen> =>
  mayNameUsers(caller) ? overseenBy(q, caller) : []

const wroteTo = ({ user_id }: Caller) => sql<boolean>`exists (
  select from notice_receipt r join notice n on n.tenant_id = r.tenant_id and n.notice_id = r.notice_id
    where r.tenant_id = u.tenant_id and r.user_id = ${user_id} and n.user_id = u.user_id)`

const PERSON = ['u.user_id', 'u.user_name', 'u.name'] as const

/** Everybody else of the organisation; those who only try it out receive nothing. */
const others = (q: Kysely<Schema>, { user_id }: Caller) =>
  q.selectFrom('app_user as u').where('u.user_id', '<>', user_id).where('u.is_experience', '=', false)

/** Users whom the caller may choose by name. */
const choosable = (q: Kysely<Schema>, caller: Caller, overseen: Overseen) =>
  others(q, caller).where((on) => on.or([areOverseen(overseen)(on), wroteTo(caller)]))

/** The administrators, and those who run the caller's group or one above it. */
async function administratorsOf(q: Kysely<Schema>, caller: Caller) {
  const { rows } = await sql<{ user_group_id: number }>`
    with recursive above as (
      select tenant_id, user_group_id, parent_id from user_group where user_group_id = ${caller.user_group_id}
      union
      select g.tenant_id, g.user_group_id, g.parent_id from user_group g
        join above a on a.tenant_id = g.tenant_id and a.parent_id = g.user_group_id
    )
    select user_group_id from above`.execute(q)
  const groups = rows.map(({ user_group_id }) => user_group_id)
  return others(q, caller).where((on) =>
    on.or([
      on('u.user_type', '=', 1),
      on.and([on('u.user_type', '=', 2), sql<boolean>`u.user_group_id = any(${groups}::bigint[])`]),
    ]),
  )
}

/** Groups that the caller may write to: those overseen. */
async function groupsOf(q: Kysely<Schema>, overseen: Overseen) {
  const groups = await q
    .selectFrom('user_group')
    .select(['user_group_id', 'group_name', 'parent_id'])
    .orderBy('group_name')
    .execute()
  return groups.filter(({ user_group_id }) => oversees(overseen, user_group_id))
}

const rolesOf = async (q: Kysely<Schema>, caller: Caller) =>
  mayNameUsers(caller)
    ? (await seenRoles(q, caller)).select(['r.role_id', 'r.role_name']).orderBy('r.role_name').execute()
    : []

const SHOWN = 50

/** Whom the caller may choose from. */
export async function reachable(q: Kysely<Schema>, caller: Caller, search: string) {
  const overseen = await namedBy(q, caller)
  const text = search.trim().toLowerCase()
  const users = await choosable(q, caller, overseen)
    .select(PERSON)
    .$if(text !== '', (some) =>
      some.where(sql<boolean>`position(${text} in lower(concat_ws(chr(10), u.user_name, u.name))) > 0`),
    )
    .orderBy('u.name')
    .orderBy('u.user_id')
    .limit(SHOWN)
    .execute()
  const count = { n: sql<number>`count(*)` }
  const everybody = await others(q, caller).where(areOverseen(overseen)).select(count.n.as('n')).executeTakeFirst()
  const administrators = await (await administratorsOf(q, caller)).select(count.n.as('n')).executeTakeFirst()
  return {
    everybody: mayNameUsers(caller) ? (everybody?.n ?? 0) : null,
    administrators: administrators?.n ?? 0,
    users,
    user_groups: await groupsOf(q, overseen),
    roles: await rolesOf(q, caller),
  }
}

const areAmong = (ids: readonly number[], known: readonly number[]) => ids.every((id) => known.includes(id))

/** Refuses whom the caller may not write to; whether anybody is there is checked when it is sent. */
export async function requireTargets(q: Kysely<Schema>, caller: Caller, targets: Targets): Promise<void> {
  const { everybody, user_ids, user_group_ids, role_ids } = targets
  if (everybody && !mayNameUsers(caller)) throw new ApiError('100015')
  const overseen = await namedBy(q, caller)
  const people =
    user_ids.length === 0
      ? []
      : await choosable(q, caller, overseen).select('u.user_id').where('u.user_id', 'in', user_ids).execute()
  const isKnown = areAmong(
    user_ids,
    people.map(({ user_id }) => user_id),
  )
  if (!isKnown) throw new WrongField('targets.user_ids', { zh: '用户不存在', en: 'names no user of yours' }, '100014')
  const groups = (await groupsOf(q, overseen)).map(({ user_group_id }) => user_group_id)
  if (!areAmong(user_group_ids, groups))
    throw new WrongField('targets.user_group_ids', { zh: '用户组不存在', en: 'names no group of yours' }, '202001')
  const roles = (await rolesOf(q, caller)).map(({ role_id }) => role_id)
  if (!areAmong(role_ids, roles))
    throw new WrongField('targets.role_ids', { zh: '角色不存在', en: 'names no role of yours' })
}

export type Receiver = Pick<Row<'notice_receipt'>, 'user_id' | 'user_name' | 'is_named' | 'is_direct'>

/** Who is meant now, each once: what of the targets is gone, or not the caller's to write to any more, is passed over. */
export async function receiversOf(q: Kysely<Schema>, caller: Caller, targets: Targets): Promise<Receiver[]> {
  const overseen = await namedBy(q, caller)
  const groups = (await groupsOf(q, overseen)).map(({ user_group_id }) => user_group_id)
  const under = new Set<number>()
  for (const user_group_id of targets.user_group_ids.filter((id) => groups.includes(id)))
    for (const id of await groupsUnder(q, user_group_id)) under.add(id)
  const roles = (await rolesOf(q, caller)).map(({ role_id }) => role_id)
  const role_ids = targets.role_ids.filter((id) => roles.includes(id))
  const found = new Map<number, Receiver>()
  const add = (
    people: readonly { user_id: number; user_name: string }[],
    how: Omit<Receiver, 'user_id' | 'user_name'>,
  ) => {
    for (const { user_id, user_name } of people)
      if (!found.has(user_id)) found.set(user_id, { user_id, user_name, ...how })
  }

  if (targets.user_ids.length > 0) {
    const chosen = choosable(q, caller, overseen).select(PERSON).where('u.user_id', 'in', targets.user_ids)
    add(await chosen.execute(), { is_named: true, is_direct: true })
  }
  const many = others(q, caller)
    .select(PERSON)
    .where(areOverseen(overseen))
    .where((on) =>
      on.or([
        on.val(targets.everybody),
        sql<boolean>`u.user_group_id = any(${[...under]}::bigint[])`,
        sql<boolean>`exists (select from user_role ur where ur.tenant_id = u.tenant_id and ur.user_id = u.user_id
          and ur.role_id = any(${role_ids}::bigint[]))`,
        // The organisation's own role is every administrator's, without a row for each.
        sql<boolean>`u.user_type = 1 and exists (select from role r where r.tenant_id = u.tenant_id
          and r.role_type = 0 and r.role_id = any(${role_ids}::bigint[]))`,
      ]),
    )
  add(await many.execute(), { is_named: true, is_direct: false })
  if (targets.administrators) {
    const run = await (await administratorsOf(q, caller)).select(PERSON).execute()
    const known = await choosable(q, caller, overseen).select('u.user_id').execute()
    const names = new Set(known.map(({ user_id }) => user_id))
    for (const is_named of [true, false])
      add(
        run.filter(({ user_id }) => names.has(user_id) === is_named),
        { is_named, is_direct: false },
      )
  }
  return [...found.values()]
}

/** What of the targets is still there, by name; for several notices at once. */
export async function namedTargets(q: Kysely<Schema>, many: readonly Targets[]): Promise<OwnNotice['targets'][]> {
  const idsOf = (key: 'user_ids' | 'user_group_ids' | 'role_ids') => [...new Set(many.flatMap((one) => one[key]))]
  const any = (ids: readonly number[]) => sql`any(${[...ids]}::bigint[])`
  const users = await q
    .selectFrom('app_user as u')
    .select(PERSON)
    .where(sql<boolean>`u.user_id = ${any(idsOf('user_ids'))}`)
    .execute()
  const groups = await q
    .selectFrom('user_group')
    .select(['user_group_id', 'group_name'])
    .where(sql<boolean>`user_group_id = ${any(idsOf('user_group_ids'))}`)
    .execute()
  const roles = await q
    .selectFrom('role')
    .select(['role_id', 'role_name'])
    .where(sql<boolean>`role_id = ${any(idsOf('role_ids'))}`)
    .execute()
  return many.map(({ everybody, administrators, user_ids, user_group_ids, role_ids }) => ({
    everybody,
    administrators,
    users: users.filter(({ user_id }) => user_ids.includes(user_id)),
    user_groups: groups.filter(({ user_group_id }) => user_group_ids.includes(user_group_id)),
    roles: roles.filter(({ role_id }) => role_ids.includes(role_id)),
  }))
}
