import { sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Caller } from '../caller.ts'
import type { Db } from '../db/db.ts'
import { WrongField } from '../field-errors.ts'
import type { Fleet } from '../fleet.ts'
import { judgeUpload } from '../gallery/uploads.ts'
import { quotasOf } from './quotas.ts'
import { categoryAnswers } from './resource-category.ts'
import {
  asFiles,
  asResource,
  filesOf,
  foundResource,
  insertResource,
  namedOnce,
  ownResource,
  replaceFiles,
  requireCategory,
} from './resource-rows.ts'
import { isShownBy, usersOf } from './resource-use.ts'
import { templatesOfDevices } from './template-rows.ts'

export interface ResourceParts {
  db: Db
  fleet: Fleet
  now?: () => number
}

const SORTS = ['resource_name', 'created_time', 'bytes'] as const

export function resourceAnswers({ db, fleet, now = Date.now }: ResourceParts): Answers<Contract['resource'], Caller> {
  return {
    ...categoryAnswers(db),

    async list({ page, page_size, sort = '-created_time', resource_type, category_id, search }, caller) {
      const field = SORTS.find((name) => name === sort.replace('-', ''))
      if (!field) throw new WrongField('sort', { zh: `应为 ${SORTS.join(', ')}`, en: `must be ${SORTS.join(' or ')}` })
      return db.tenant(caller.tenant_id, async (q) => {
        const found = q
          .selectFrom('resource')
          .$if(resource_type !== undefined, (some) => some.where('resource_type', '=', resource_type as 'picture'))
          .$if(category_id !== undefined, (some) => some.where('category_id', '=', category_id as number))
          .$if(search !== undefined, (some) =>
            some.where(sql`position(lower(${search}) in lower(resource_name))`, '>', 0),
          )
        const { total } = await found.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
        const rows = await found
          .selectAll()
          .orderBy(field, sort.startsWith('-') ? 'desc' : 'asc')
          .orderBy('resource_id')
          .limit(page_size)
          .offset((page - 1) * page_size)
          .execute()
        return { rows: rows.map((row) => asResource(row, caller)), total }
      })
    },

    async use(_input, { tenant_id, user_id }) {
      const quotas = await db.tenant(tenant_id, (q) => quotasOf(q, tenant_id, user_id))
      const { used, limit } = quotas.find(({ quota }) => quota === 'gallery_bytes') ?? { used: 0, limit: null }
      return { used, limit }
    },

    async content({ resource_id }, caller) {
      return db.tenant(caller.tenant_id, async (q) => {
        const row = await foundResource(q, resource_id)
        // A guest is somebody else's customer: the gallery is not for looking around in.
        if (caller.guest && !(await isShownBy(q, [...templatesOfDevices(fleet, caller)], resource_id)))
          throw new ApiError('100002')
        return { resource: asResource(row, caller), files: asFiles(await filesOf(q, resource_id)) }
      })
    },

    async upload({ resource_type, resource_name, category_id = null, files }, caller) {
      const judged = await judgeUpload(resource_type, files, caller.tenant_id)
      const row = await namedOnce(
        db.tenant(caller.tenant_id, async (q) => {
          await requireCategory(q, resource_type, category_id)
          return insertResource(q, caller, { resource_type, resource_name, category_id, judged }, now())
        }),
      )
      return asResource(row, caller)
    },

    async edit({ resource_id, files, ...changes }, caller) {
      const { tenant_id } = caller
      const known = await db.tenant(tenant_id, (q) => ownResource(q, caller, resource_id))
      if (files && known.resource_type !== 'group')
        throw new WrongField('files', { zh: '仅控件组可替换内容', en: 'can be replaced of groups only' }, '100002')
      const judged = files && (await judgeUpload('group', files, tenant_id))
      const row = await namedOnce(
        db.tenant(tenant_id, async (q) => {
          const before = await ownResource(q, caller, resource_id)
          await requireCategory(q, before.resource_type, changes.category_id)
          if (judged) await replaceFiles(q, caller, before, judged)
          if (Object.values(changes).some((value) => value !== undefined))
            await q.updateTable('resource').set(changes).where('resource_id', '=', resource_id).execute()
          return foundResource(q, resource_id)
        }),
      )
      return asResource(row, caller)
    },

    async remove({ resource_id }, caller) {
      return db.tenant(caller.tenant_id, async (q) => {
        await ownResource(q, caller, resource_id)
        const users = await usersOf(q, resource_id)
        if (users.length > 0)
          throw new ApiError('114007', { fields: users.map((message) => ({ field: 'screens', message })) })
        await q.deleteFrom('resource').where('resource_id', '=', resource_id).execute()
        return {}
      })
    },
  }
}
