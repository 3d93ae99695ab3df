import { type Kysely, sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { TAG_TYPES } from '../../../core/contract/user-group.ts'
import { changesOf, writeAudit } from '../audit/index.ts'
import { DbError } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { requireRoom } from '../quotas/index.ts'
import { changePeople, groupsUnder, overseenBy, oversees, requireGroup } from '../rights/index.ts'
import type { RoleParts } from './role.ts'

const uniqueViolation = '23505'

async function namedOnce<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DbError) || error.code !== uniqueViolation) throw error
    throw new WrongField('group_name', { zh: '用户组名称已存在', en: 'is the name of another group' }, '202002')
  }
}

export function userGroupAnswers({ db, sessions, now = Date.now }: RoleParts): Answers<Contract['userGroup'], Caller> {
  /** A group that the caller may change: below the own one for all but administrators. */
  async function ownGroup(q: Kysely<Schema>, caller: Caller, user_group_id: number) {
    const row = await q
      .selectFrom('user_group')
      .select(['user_group_id', 'parent_id', 'group_name', 'remarks'])
      .where('user_group_id', '=', user_group_id)
      .executeTakeFirst()
    if (!row || !oversees(await overseenBy(q, caller), user_group_id)) throw new ApiError('202001')
    if (caller.user_type !== 1 && user_group_id === caller.user_group_id) throw new ApiError('100015')
    return row
  }

  return {
    list: (_input, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const overseen = await overseenBy(q, caller)
        const { rows } = await sql<{
          user_group_id: number
          parent_id: number | null
          group_name: string
          remarks: string
          user_count: number
          administrator2: string | null
        }>`select g.user_group_id, g.parent_id, g.group_name, g.remarks,
            (select count(*) from app_user u where u.user_group_id = g.user_group_id) as user_count,
            (select min(u.name) from app_user u where u.user_group_id = g.user_group_id and u.user_type = 2)
              as administrator2
          from user_group g order by g.group_name, g.user_group_id`.execute(q)
        return rows
          .filter(({ user_group_id }) => oversees(overseen, user_group_id))
          .map(({ user_group_id, parent_id, ...row }) => ({
            object: {
              ...row,
              id: user_group_id,
              // The top of what an administrator2 sees is the own group.
              parent_id: oversees(overseen, parent_id) ? parent_id : null,
              tag_type: TAG_TYPES.organisation,
            },
          }))
      }),

    create: ({ group_name, remarks, parent_id }, asking) =>
      namedOnce(
        changePeople(db, asking, async (q, caller) => {
          await requireRoom(q, 'user_groups')
          await requireGroup(q, caller, parent_id)
          const made = await q
            .insertInto('user_group')
            .values({ tenant_id: caller.tenant_id, group_name, remarks, parent_id })
            .returning('user_group_id')
            .executeTakeFirstOrThrow()
          await writeAudit(
            q,
            caller,
            { action: 'group-create', target: group_name, detail: changesOf({}, { parent_id, remarks }) },
            now(),
          )
          return made
        }),
      ),

    async edit({ user_group_id, ...fields }, asking) {
      const { tenant_id } = asking
      const isMoved = await namedOnce(
        changePeople(db, asking, async (q, caller) => {
          const before = await ownGroup(q, caller, user_group_id)
          const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
          const detail = changesOf(before, set)
          if (detail.parent_id) {
            const parent_id = fields.parent_id ?? null
            await requireGroup(q, caller, parent_id)
            if (parent_id !== null && (await groupsUnder(q, user_group_id)).includes(parent_id))
              throw new WrongField('parent_id', {
                zh: '不能移动到自身或其下级',
                en: 'cannot be the group itself or one below it',
              })
          }
          if (Object.keys(detail).length === 0) return false
          await q.updateTable('user_group').set(set).where('user_group_id', '=', user_group_id).execute()
          await writeAudit(q, caller, { action: 'group-edit', target: before.group_name, detail }, now())
          return detail.parent_id !== undefined
        }),
      )
      if (isMoved) sessions.changed(tenant_id)
      return { user_group_id }
    },

    remove: ({ user_group_id }, asking) =>
      changePeople(db, asking, async (q, caller) => {
        const { group_name } = await ownGroup(q, caller, user_group_id)
        // Roles made in it go with it, unless somebody has them.
        await q.deleteFrom('user_group').where('user_group_id', '=', user_group_id).execute()
        await writeAudit(q, caller, { action: 'group-delete', target: group_name }, now())
        return {}
      }),
  }
}
