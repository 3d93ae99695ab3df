import { type Kysely, sql } from 'kysely'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Escalation, EscalationStep } from '../../../core/contract/push.ts'
import { writeAudit } from '../audit/index.ts'
import { countAlone } from '../db/count-alone.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import type { PushAnswerParts } from './parts.ts'

const MOST = 50
const USERS_MOST = 500

/** Throws at the field unless the group, where one is named, is the organisation's. */
export async function requireDeviceGroup(q: Kysely<Schema>, group_id: number | null): Promise<void> {
  if (group_id === null) return
  const group = await q
    .selectFrom('device_group')
    .select('group_id')
    .where('group_id', '=', group_id)
    .executeTakeFirst()
  if (!group) throw new WrongField('group_id', { zh: '设备分组不存在', en: 'is no device group' })
}

type RuleCalls = Pick<
  Answers<Contract['push'], Caller>,
  'audience' | 'escalations' | 'saveEscalation' | 'removeEscalation'
>

/** Who is notified when nobody confirms an alarm. */
export function escalationAnswers({ db, now }: PushAnswerParts): RuleCalls {
  const readAll = (q: Kysely<Schema>): Promise<Escalation[]> =>
    q
      .selectFrom('escalation as e')
      .leftJoin('device_group as g', (join) =>
        join.onRef('g.tenant_id', '=', 'e.tenant_id').onRef('g.group_id', '=', 'e.group_id'),
      )
      .select(['e.escalation_id', 'e.escalation_name', 'e.from_level', 'e.group_id', 'g.group_name', 'e.steps'])
      .select(['e.repeat_min', 'e.ends_on_recovery', 'e.is_enabled'])
      .orderBy('e.escalation_id')
      .execute()

  return {
    async audience(_input, caller) {
      return db.tenant(caller.tenant_id, async (q) => ({
        users: await q
          .selectFrom('app_user')
          .select(['user_id', 'user_name', 'name'])
          .where('is_active', '=', 1)
          .where('is_experience', '=', false)
          .orderBy('name')
          .orderBy('user_id')
          .limit(USERS_MOST)
          .execute(),
        roles: await q.selectFrom('role').select(['role_id', 'role_name']).orderBy('role_id').execute(),
        groups: await q
          .selectFrom('device_group')
          .select(['group_id', 'parent_id', 'group_name'])
          .orderBy('group_id')
          .execute(),
      }))
    },

    async escalations(_input, caller) {
      return db.tenant(caller.tenant_id, async (q) => ({ rows: await readAll(q) }))
    },

    async saveEscalation({ escalation_id, steps, ...fields }, caller) {
      requireOrder(steps)
      const { tenant_id } = caller
      return db.tenant(tenant_id, async (q) => {
        await requireDeviceGroup(q, fields.group_id)
        await requirePeople(q, steps)
        const columns = { ...fields, steps: JSON.stringify(steps) }
        const before = await countAlone(q, 'escalations', () => readAll(q))
        if (escalation_id === undefined && before.length >= MOST) throw new ApiError('100019')
        const saved = await (escalation_id === undefined
          ? q
              .insertInto('escalation')
              .values({ tenant_id, ...columns })
              .returning('escalation_id')
          : q
              .updateTable('escalation')
              .set(columns)
              .where('escalation_id', '=', escalation_id)
              .returning('escalation_id')
        ).executeTakeFirst()
        if (!saved) throw new ApiError('100002')
        await moveRuns(q, saved.escalation_id, steps, fields.repeat_min)
        const target = fields.escalation_name
        await writeAudit(q, caller, { action: 'escalation-edit', target, detail: { steps: steps.length } }, now())
        const row = (await readAll(q)).find((one) => one.escalation_id === saved.escalation_id)
        if (!row) throw new ApiError('100002')
        return row
      })
    },

    async removeEscalation({ escalation_id }, caller) {
      return db.tenant(caller.tenant_id, async (q) => {
        const removed = await q
          .deleteFrom('escalation')
          .where('escalation_id', '=', escalation_id)
          .returning('escalation_name')
          .executeTakeFirst()
        if (!removed) throw new ApiError('100002')
        await writeAudit(q, caller, { action: 'escalation-delete', target: removed.escalation_name }, now())
        return {}
      })
    },
  }
}

function requireOrder(steps: readonly EscalationStep[]): void {
  for (const [i, { after_min, user_ids, role_ids }] of steps.entries()) {
    const before = steps[i - 1]
    if (before && after_min <= before.after_min)
      throw new WrongField(`steps.${i}.after_min`, { zh: '应晚于上一级', en: 'must be later than the step before' })
    if (user_ids.length + role_ids.length === 0)
      throw new WrongField(`steps.${i}.user_ids`, { zh: '选择用户或角色', en: 'needs a user or a role' })
  }
}

/** Throws at the step whose users or roles are not all the organisation's. */
async function requirePeople(q: Kysely<Schema>, steps: readonly EscalationStep[]): Promise<void> {
  const users = await q.selectFrom('app_user').select('user_id').where('is_experience', '=', false).execute()
  const roles = await q.selectFrom('role').select('role_id').execute()
  const isUser = new Set(users.map(({ user_id }) => user_id))
  const isRole = new Set(roles.map(({ role_id }) => role_id))
  for (const [i, { user_ids, role_ids }] of steps.entries()) {
    if (!user_ids.every((id) => isUser.has(id)))
      throw new WrongField(`steps.${i}.user_ids`, { zh: '用户不存在', en: 'names a user who does not exist' })
    if (!role_ids.every((id) => isRole.has(id)))
      throw new WrongField(`steps.${i}.role_ids`, { zh: '角色不存在', en: 'names a role that does not exist' })
  }
}

/** Alarms that wait already go on by the new steps: each is notified at its new time, what lies before now at once. */
async function moveRuns(
  q: Kysely<Schema>,
  escalation_id: number,
  steps: readonly EscalationStep[],
  repeat_min: number | null,
): Promise<void> {
  await sql`update escalation_run r set due_time = r.start_time + s.after_min * ${MINUTE_MS}::bigint
    from unnest(${steps.map(({ after_min }) => after_min)}::bigint[]) with ordinality as s(after_min, place)
    where r.escalation_id = ${escalation_id} and r.step = s.place - 1`.execute(q)
  if (repeat_min !== null) return
  await q
    .deleteFrom('escalation_run')
    .where('escalation_id', '=', escalation_id)
    .where('step', '>=', steps.length)
    .execute()
}
