import type { Kysely } from 'kysely'
import { PERMISSION_CODES } from '../../../core/catalogue/permissions.ts'
import type { Db } from './db.ts'
import type { Schema } from './schema.ts'

/** Organisations that are not closed. */
export const openTenants = (q: Kysely<Schema>) =>
  q.selectFrom('tenant').select('tenant_id').where('closed_time', 'is', null)

/** A new organisation with what each has from the start: a device group and the administrators' role. Runs as the owner. */
export async function addTenant(
  q: Kysely<Schema>,
  name: string,
  time: number,
  timezone?: string,
): Promise<{ tenant_id: number; group_id: number }> {
  const { tenant_id } = await q
    .insertInto('tenant')
    .values({ name, created_time: time, ...(timezone !== undefined && { timezone }) })
    .returning('tenant_id')
    .executeTakeFirstOrThrow()
  const { group_id } = await q
    .insertInto('device_group')
    .values({ tenant_id, group_name: '默认分组', is_default: true })
    .returning('group_id')
    .executeTakeFirstOrThrow()
  await q
    .insertInto('role')
    .values({ tenant_id, role_name: '管理员', role_type: 0, permissions: [...PERMISSION_CODES], created_time: time })
    .execute()
  return { tenant_id, group_id }
}

/** Organisations whose jobs share a statement. */
const AT_ONCE = 100

/** All organisations, some at a time: no statement of a job is the longer the more of them there are. */
export async function* tenantsInPieces(db: Db, closing?: AbortSignal): AsyncGenerator<number[]> {
  for (let last: number | undefined = 0; last !== undefined && !closing?.aborted; ) {
    const after: number = last
    const some = await db.system(
      (q) =>
        q
          .selectFrom('tenant')
          .select('tenant_id')
          .where('tenant_id', '>', after)
          .orderBy('tenant_id')
          .limit(AT_ONCE)
          .execute(),
      'reports',
    )
    if (some.length > 0) yield some.map(({ tenant_id }) => tenant_id)
    last = some.at(-1)?.tenant_id
  }
}
