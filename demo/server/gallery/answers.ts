import { type Kysely, sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudit, writeChange } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { isNamedBy, isShownBy, usersOf } from '../documents/index.ts'
import { tagOf } from '../files/checked-files.ts'
import { checkUpload } from '../files/uploads.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { templatesOfDevices } from '../fleet/seen-devices.ts'
import type { Caller } from '../http/caller.ts'
import { openCallerTurns, turnHolderOf } from '../http/caller-turns.ts'
import { WrongField } from '../http/field-errors.ts'
import { countGuestBytes } from '../http/guest-bytes.ts'
import { sortOf } from '../http/sort.ts'
import type { Budgets } from '../limits/rates.ts'
import { quotasOf } from '../quotas/index.ts'
import { categoryAnswers } from './categories.ts'
import {
  asFiles,
  asResource,
  filesOf,
  foundResource,
  insertResource,
  namedResourceOnce,
  ownResource,
  replaceFiles,
  requireCategory,
} from './rows.ts'

export interface ResourceParts {
  db: Db
  fleet: Fleet
  budgets: Budgets
  now?: () => number
}

/** Files that are read at once: each is in memory whole, as bytes and as text. */
const turns = openCallerTurns({ atOnce: 4, ofOrganisation: 3, ofOne: 2, waitingOfOne: 100, waiting: 500 })

/** A guest or visitor is somebody else's customer: the gallery is not for looking around in. */
async function mayRead(q: Kysely<Schema>, fleet: Fleet, caller: Caller, resource_id: number): Promise<boolean> {
  const { visitor, guest } = caller
  if (visitor) return isNamedBy(q, visitor, resource_id)
  if (guest === null || (await isShownBy(q, [...templatesOfDevices(fleet, caller)], resource_id))) return true
  for (const version_id of guest.dashboards?.versions.values() ?? [])
    if (await isNamedBy(q, { kind: 'dashboard', version_id }, resource_id)) return true
  return false
}

const SORTS = ['resource_name', 'created_time', 'bytes'] as const

export function resourceAnswers({
  db,
  fleet,
  budgets,
  now = Date.now,
}: ResourceParts): Answers<Contract['resource'], Caller> {
  return {
    ...categoryAnswers({ db, now }),

    async list({ page, page_size, sort = '-created_time', resource_type, category_id, search }, caller) {
      const { field, direction } = sortOf(sort, SORTS)
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
          .orderBy(field, direction)
          .orderBy('resource_id')
          .limit(page_size)
          .offset((page - 1) * page_size)
          .execute()
        return { rows: rows.map((row) => asResource(row, caller)), total }
      })
    },

    async use(_input, { tenant_id, user_id }) {
      const quotas = await db.tenant(tenant_id, (q) => quotasOf(q, tenant_id, user_id, ['gallery_bytes']))
      const [{ used, limit } = { used: 0, limit: null }] = quotas
      return { used, limit }
    },

    content: ({ resource_id }, caller) =>
      turns.run(
        turnHolderOf(caller),
        async () => {
          const { row, files } = await db.tenant(caller.tenant_id, async (q) => {
            const row = await foundResource(q, resource_id)
            if (!(await mayRead(q, fleet, caller, resource_id))) throw new ApiError('100002')
            countGuestBytes(budgets, caller, row.bytes)
            return { row, files: await filesOf(q, resource_id) }
          })
          return { resource: asResource(row, caller), files: asFiles(files) }
        },
        caller.gone,
      ),

    async upload({ resource_type, resource_name, category_id = null, files }, caller) {
      const checked = await checkUpload(resource_type, files, caller)
      const resource = { resource_type, resource_name, category_id, checked, tag: tagOf(checked) }
      const row = await namedResourceOnce(
        db.tenant(caller.tenant_id, async (q) => {
          await requireCategory(q, resource_type, category_id)
          return insertResource(q, caller, resource, now())
        }),
      )
      return asResource(row, caller)
    },

    async edit({ resource_id, files, ...changes }, caller) {
      const { tenant_id } = caller
      const known = await db.tenant(tenant_id, (q) => ownResource(q, caller, resource_id))
      if (files && known.resource_type !== 'group')
        throw new WrongField('files', { zh: '仅控件组可替换内容', en: 'can be replaced of groups only' }, '100002')
      const checked = files && (await checkUpload('group', files, caller))
      const row = await namedResourceOnce(
        db.tenant(tenant_id, async (q) => {
          const before = await ownResource(q, caller, resource_id)
          await requireCategory(q, before.resource_type, changes.category_id)
          if (checked) await replaceFiles(q, caller, before, checked)
          if (Object.values(changes).some((value) => value !== undefined))
            await q.updateTable('resource').set(changes).where('resource_id', '=', resource_id).execute()
          const after = await foundResource(q, resource_id)
          const kept = ({ resource_name, category_id, bytes, tag }: typeof after) => ({
            resource_name,
            category_id,
            bytes,
            tag,
          })
          const detail = changesOf(kept(before), kept(after))
          await writeChange(q, caller, { action: 'resource-edit', target: before.resource_name, detail }, now())
          return after
        }),
      )
      return asResource(row, caller)
    },

    async remove({ resource_id }, caller) {
      return db.tenant(caller.tenant_id, async (q) => {
        const { resource_name, resource_type } = await ownResource(q, caller, resource_id)
        const users = await usersOf(q, resource_id)
        if (users.length > 0)
          throw new ApiError('114007', { fields: users.map((message) => ({ field: 'screens', message })) })
        await q.deleteFrom('resource').where('resource_id', '=', resource_id).execute()
        const detail = changesOf({ resource_name, resource_type }, { resource_name: null, resource_type: null })
        await writeAudit(q, caller, { action: 'resource-delete', target: resource_name, detail }, now())
        return {}
      })
    },
  }
}
