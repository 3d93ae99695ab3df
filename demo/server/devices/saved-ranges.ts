import { type Kysely, sql } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { history, type SavedRange } from '../../../core/contract/history.ts'
import type { Row, Schema } from '../db/schema.ts'

const SavedRanges = history.savedRanges.output

type Place = Pick<Row<'curve_range'>, 'tenant_id' | 'user_id' | 'device_id'>

/** What a user saved of a device's curves. */
export async function savedRanges(
  q: Kysely<Schema>,
  { user_id, device_id }: Omit<Place, 'tenant_id'>,
): Promise<SavedRange[]> {
  const row = await q
    .selectFrom('curve_range')
    .select('ranges')
    .where('user_id', '=', user_id)
    .where('device_id', '=', device_id)
    .executeTakeFirst()
  const kept = SavedRanges.safeParse(row?.ranges)
  return kept.success ? kept.data : []
}

/** Replaces it; where the user has more of all devices than are kept, those of the devices that were saved first go. */
export async function saveRanges(
  q: Kysely<Schema>,
  place: Place,
  saved: readonly SavedRange[],
  changed_time: number,
): Promise<void> {
  const ranges = JSON.stringify(saved)
  await q
    .insertInto('curve_range')
    .values({ ...place, ranges, changed_time })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'device_id']).doUpdateSet({ ranges, changed_time }),
    )
    .execute()
  const { user_id } = place
  await sql`delete from curve_range where user_id = ${user_id} and device_id = any(array(
    select device_id from (
      select device_id, sum(jsonb_array_length(ranges)) over (order by changed_time desc, range_id desc) as saved
        from curve_range where user_id = ${user_id}
    ) newest where saved > ${LIMITS.savedRanges}))`.execute(q)
}
