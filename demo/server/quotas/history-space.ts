import { type Kysely, sql } from 'kysely'
import { QUOTAS } from '../../../core/catalogue/quotas.ts'
import type { Schema } from '../db/schema.ts'
import { dayOf, HISTORY_QUOTAS, type HistoryQuota } from '../history/sizes.ts'
import { WrongField } from '../http/field-errors.ts'
import { MOST_WAITING } from './history-kept.ts'
import { keptBy } from './kept-by.ts'

const mb = (bytes: number) => (Math.max(0, bytes) / 1024 ** 2).toFixed(1)

interface Space {
  kept: number | null
  all: number
  newer: number
}

/** What of a tenant's history is kept of how much, and of that what is not older than `from`. */
async function spaceOf(q: Kysely<Schema>, tenant_id: number, quota: HistoryQuota, from: number): Promise<Space> {
  const { rows } = await sql<Space>`
    select k.kept, coalesce(sum(s.bytes), 0)::bigint as all,
      coalesce(sum(s.bytes) filter (where s.day >= ${dayOf(from)}), 0)::bigint as newer
    from (${keptBy(quota)}) k left join history_size s on s.tenant_id = k.tenant_id and s.quota = ${quota}
    where k.tenant_id = ${tenant_id} group by k.kept`.execute(q)
  return rows[0] ?? { kept: null, all: 0, newer: 0 }
}

/**
 * Throws 100019 at `offer_id` for history that comes with a device of another tenant where more would be kept then than may
 * be: what the tenant has recorded itself is not dropped for it. Runs as the owner.
 */
export async function requireSpaceForMoved(
  q: Kysely<Schema>,
  tenant_id: number,
  adds: Readonly<Record<HistoryQuota, number>>,
): Promise<void> {
  for (const quota of HISTORY_QUOTAS) {
    const { kept, all } = await spaceOf(q, tenant_id, quota, 0)
    if (adds[quota] === 0 || kept === null || all + adds[quota] <= kept) continue
    const [more, space] = [mb(adds[quota]), mb(kept - all)]
    const { zh, en } = QUOTAS[quota]
    throw new WrongField(
      'offer_id',
      {
        zh: `将带来 ${more} MB，“${zh}”只剩 ${space} MB：接受后本组织最早的数据会被清除`,
        en: `brings ${more} MB, and “${en}” has ${space} MB left: your organization’s oldest data would be dropped for it`,
      },
      '100019',
    )
  }
}

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
  for (const quota of HISTORY_QUOTAS) {
    // Nothing of it is kept: it lies before the history, or is empty.
    if (adds[quota] === 0) continue
    const { kept, all, newer } = await spaceOf(q, tenant_id, quota, from)
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
