import { type Kysely, sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { ResourceCategory } from '../../../core/contract/resource.ts'
import { changesOf, writeAudit, writeChange } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { requireRoom } from '../quotas/index.ts'
import { namedResourceOnce } from './rows.ts'

type Calls = 'categories' | 'createCategory' | 'editCategory' | 'removeCategory'

async function categoriesOf(q: Kysely<Schema>): Promise<ResourceCategory[]> {
  const { rows } = await sql<ResourceCategory>`
    select c.category_id, c.resource_type, c.category_name,
      (select count(*) from resource r where r.category_id = c.category_id) as resource_count
    from resource_category c order by c.resource_type, c.category_name`.execute(q)
  return rows
}

async function categoryOf(q: Kysely<Schema>, category_id: number): Promise<ResourceCategory> {
  const found = (await categoriesOf(q)).find((category) => category.category_id === category_id)
  if (!found) throw new ApiError('100002')
  return found
}

/** Categories are the tenant's: whoever may use the gallery keeps them. */
export const categoryAnswers = ({
  db,
  now,
}: {
  db: Db
  now: () => number
}): Pick<Answers<Contract['resource'], Caller>, Calls> => ({
  async categories({ resource_type }, { tenant_id }) {
    const all = await db.tenant(tenant_id, categoriesOf)
    return all.filter((category) => resource_type === undefined || category.resource_type === resource_type)
  },

  async createCategory(input, caller) {
    const { tenant_id } = caller
    return namedResourceOnce(
      db.tenant(tenant_id, async (q) => {
        await requireRoom(q, 'resource_categories')
        const made = await q
          .insertInto('resource_category')
          .values({ tenant_id, ...input })
          .returningAll()
          .executeTakeFirstOrThrow()
        const detail = changesOf({}, input)
        await writeAudit(q, caller, { action: 'category-create', target: input.category_name, detail }, now())
        return { ...made, resource_count: 0 }
      }),
    )
  },

  async editCategory({ category_id, category_name }, caller) {
    return namedResourceOnce(
      db.tenant(caller.tenant_id, async (q) => {
        const before = await categoryOf(q, category_id)
        await q.updateTable('resource_category').set({ category_name }).where('category_id', '=', category_id).execute()
        const detail = changesOf({ ...before }, { category_name })
        await writeChange(q, caller, { action: 'category-edit', target: before.category_name, detail }, now())
        return categoryOf(q, category_id)
      }),
    )
  },

  async removeCategory({ category_id }, caller) {
    return db.tenant(caller.tenant_id, async (q) => {
      const { category_name, resource_type } = await categoryOf(q, category_id)
      await q.deleteFrom('resource_category').where('category_id', '=', category_id).execute()
      const detail = changesOf({ category_name, resource_type }, { category_name: null, resource_type: null })
      await writeAudit(q, caller, { action: 'category-delete', target: category_name, detail }, now())
      return {}
    })
  },
})
