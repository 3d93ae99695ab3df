import { type Kysely, sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { TemplateGroup } from '../../../core/contract/template.ts'
import { changesOf, writeAudit, writeChange } from '../audit/index.ts'
import { DbError } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { requireRoom } from '../quotas/index.ts'
import type { TemplateParts } from './edit.ts'
import { isSeen } from './rows.ts'

type Groups = 'groups' | 'createGroup' | 'editGroup' | 'removeGroup'

const uniqueViolation = '23505'

async function namedOnce<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DbError) || error.code !== uniqueViolation) throw error
    throw new WrongField('group_name', { zh: '分组名称已存在', en: 'is the name of another group' }, '202301')
  }
}

/** Groups with how many templates of each the caller may see; one of them, or all by name. */
async function groupsAsRows(q: Kysely<Schema>, caller: Caller, group_id?: number): Promise<TemplateGroup[]> {
  const { rows } = await sql<TemplateGroup>`
    select g.group_id, g.group_name, g.remarks,
      (select count(*) from template t
        where t.tenant_id = g.tenant_id and t.group_id = g.group_id and ${isSeen(caller)}) as template_count
    from template_group g
    where ${group_id === undefined ? sql`true` : sql`g.group_id = ${group_id}`}
    order by g.group_name`.execute(q)
  return rows
}

async function groupAsRow(q: Kysely<Schema>, caller: Caller, group_id: number): Promise<TemplateGroup> {
  const [row] = await groupsAsRows(q, caller, group_id)
  if (!row) throw new ApiError('115005')
  return row
}

/** Answers of the template domain that are about groups, which are of the whole organisation. */
export const templateGroupAnswers = ({
  db,
  now = Date.now,
}: TemplateParts): Pick<Answers<Contract['template'], Caller>, Groups> => ({
  groups: (_input, caller) => db.tenant(caller.tenant_id, (q) => groupsAsRows(q, caller)),

  createGroup: ({ group_name, remarks }, caller) =>
    namedOnce(
      db.tenant(caller.tenant_id, async (q) => {
        const { tenant_id } = caller
        await requireRoom(q, 'template_groups')
        const { group_id } = await q
          .insertInto('template_group')
          .values({ tenant_id, group_name, remarks })
          .returning('group_id')
          .executeTakeFirstOrThrow()
        const detail = changesOf({}, { group_name, remarks })
        await writeAudit(q, caller, { action: 'template-group-create', target: group_name, detail }, now())
        return groupAsRow(q, caller, group_id)
      }),
    ),

  editGroup: ({ group_id, group_name, remarks }, caller) =>
    namedOnce(
      db.tenant(caller.tenant_id, async (q) => {
        const before = await groupAsRow(q, caller, group_id)
        await q
          .updateTable('template_group')
          .set({ group_name, ...(remarks !== undefined && { remarks }) })
          .where('group_id', '=', group_id)
          .execute()
        const after = await groupAsRow(q, caller, group_id)
        const detail = changesOf({ ...before }, { ...after })
        await writeChange(q, caller, { action: 'template-group-edit', target: before.group_name, detail }, now())
        return after
      }),
    ),

  removeGroup: ({ group_id }, caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      const gone = await q
        .deleteFrom('template_group')
        .where('group_id', '=', group_id)
        .returning(['group_name', 'remarks'])
        .executeTakeFirst()
      if (!gone) throw new ApiError('115005')
      const detail = changesOf({ ...gone }, { group_name: null, remarks: null })
      await writeAudit(q, caller, { action: 'template-group-delete', target: gone.group_name, detail }, now())
      return {}
    }),
})
