import { type Kysely, sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { ResourceCategory } from '../../../core/contract/resource.ts'
import type { Caller } from '../caller.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { namedOnce } from './resource-rows.ts'

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
export const categoryAnswers = (db: Db): Pick<Answers<Contract['resource'], Caller>, Calls> => ({
  async categories({ resource_type }, { tenant_id }) {
    const all = await db.tenant(tenant_id, categoriesOf)
    return all.filter((category) => resource_type === undefined || category.resource_type === resource_type)
  },

  async createCategory(given, { tenant_id }) {
    return namedOnce(
      db.tenant(tenant_id, async (q) => {
        const made = await q
          .insertInto('resource_category')
          .values({ tenant_id, ...given })
          .returningAll()
          .executeTakeFirstOrThrow()
        return { ...made, resource_count: 0 }
      }),
    )
  },

  async editCategory({ category_id, category_name }, { tenant_id }) {
    return namedOnce(
      db.tenant(tenant_id, async (q) => {
        await q.updateTable('resource_category').set({ category_name }).where('category_id', '=', category_id).execute()
        return categoryOf(q, category_id)
      }),
    )
  },

  async removeCategory({ category_id }, { tenant_id }) {
    return db.tenant(tenant_id, async (q) => {
      await categoryOf(q, category_id)
      await q.deleteFrom('resource_category').where('category_id', '=', category_id).execute()
      return {}
    })
  },
})
