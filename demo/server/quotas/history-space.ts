import { type Kysely, sql } from 'kysely'
import { QUOTAS } from '../../../core/catalogue/quotas.ts'
import type { Schema } from '../db/schema.ts'
import { dayOf, type HistoryQuota } from '../history/sizes.ts'
import { WrongField } from '../http/field-errors.ts'
import { MOST_WAITING } from './history-kept.ts'
import { keptBy } from './kept-by.ts'

const mb = (bytes: number) => (Math.max(0, bytes) / 1024 ** 2).toFixed(1)

/**
 * Throws 100019 at `series` for history of a tenant that would be dropped at once: what is not older and the load itself are
 * more than its limit. Any other pushes the oldest out, as readings do, and is refused only while too much of that waits to
 * be dropped. `from`: when the oldest of the load is. Runs in a transaction of the tenant.
 */
export async function requireHistorySpace(
  q: Kysely<Schema>,
  tenant_id: number,
  { from, adds }: { from: number; adds: Readonly<Record<HistoryQuota, number>> },
): Promise<void> {
  for (const quota of ['history_bytes', 'rollup_bytes'] as const) {
    // Nothing of it is kept: it lies before the history, or is empty.
    if (adds[quota] === 0) continue
    const { rows } = await sql<{ kept: number | null; all: number; newer: number }>`
      select k.kept, coalesce(sum(s.bytes), 0)::bigint as all,
        coalesce(sum(s.bytes) filter (where s.day >= ${dayOf(from)}), 0)::bigint as newer
      from (${keptBy(quota)}) k left join history_size s on s.tenant_id = k.tenant_id and s.quota = ${quota}
      where k.tenant_id = ${tenant_id} group by k.kept`.execute(q)
    const { kept = null, all = 0, newer = 0 } = rows[0] ?? {}
    if (kept === null) continue
    const left = Math.min(kept - newer, kept * MOST_WAITING - all)
    if (adds[quota] <= left) continue
    const [more, space] = [mb(adds[quota]), mb(left)]
    const { zh, en } = QUOTAS[quota]
    throw new WrongField(
      'series',
      {
        zh: `将增加 ${more} MB；从最早的值起，“${zh}”只剩 ${space} MB`,
        en: `adds ${more} MB; from its oldest value on, “${en}” has ${space} MB left`,
      },
      '100019',
    )
  }
}
