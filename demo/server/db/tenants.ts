import type { Kysely } from 'kysely'
import { PERMISSION_CODES } from '../../../core/catalogue/permissions.ts'
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
