import { type Kysely, sql } from 'kysely'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import type { Schema } from '../db/schema.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'

/** Whether a device has a screen to show, and the caller may watch it: guests watch what they read. */
export async function hasScreen(
  q: Kysely<Schema>,
  { guest, roles }: Caller,
  { template_id }: Pick<LiveDevice, 'template_id'>,
): Promise<boolean> {
  if (template_id === null || (guest === null && !hasRight(roles, 'P24000'))) return false
  const published = await q
    .selectFrom('template as t')
    .innerJoin('screen as s', (join) =>
      join.onRef('s.tenant_id', '=', 't.tenant_id').onRef('s.template_id', '=', 't.template_id'),
    )
    .select(sql`1`.as('one'))
    .where('t.template_id', '=', template_id)
    .where('t.published_time', 'is not', null)
    .where('s.published_version_id', 'is not', null)
    .limit(1)
    .execute()
  return published.length > 0
}
