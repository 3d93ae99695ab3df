import { sql } from 'kysely'
import { DAY_MS } from '../../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import type { Db } from '../../db/db.ts'

/** So many go at a time: the store serves others between. */
const AT_ONCE = 5000

/** Deletes entries that are older than the history, and of each organisation the oldest beyond `most`. For a job. */
export async function deleteOldShiftEntries(
  db: Db,
  now: number,
  { most, atOnce }: { most: number; atOnce: number } = { most: LIMITS.shiftEntries, atOnce: AT_ONCE },
): Promise<void> {
  while ((await deleteSome(db, now, most, atOnce)) > 0);
}

const deleteSome = (db: Db, now: number, most: number, atOnce: number): Promise<number> =>
  db.system(async (q) => {
    const oldest = now - LIMITS.historyDays * DAY_MS
    const { numAffectedRows: old = 0n } = await sql`delete from shift_entry where ctid = any(array(
      select ctid from shift_entry where entry_time < ${oldest} limit ${atOnce}))`.execute(q)
    const { numAffectedRows: surplus = 0n } = await sql`delete from shift_entry gone using (
      select tenant_id, entry_id from (
        select tenant_id, entry_id, row_number() over (partition by tenant_id order by entry_time desc, entry_id desc) as place
          from shift_entry where tenant_id in (select tenant_id from shift_entry group by tenant_id having count(*) > ${most})
      ) placed where place > ${most} limit ${atOnce}
    ) old where gone.tenant_id = old.tenant_id and gone.entry_id = old.entry_id`.execute(q)
    return Number(old + surplus)
  }, 'reports')
