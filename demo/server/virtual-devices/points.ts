import { type Kysely, sql } from 'kysely'
import type { VirtualPoint } from '../../../core/contract/virtual-device.ts'
import type { Schema } from '../db/schema.ts'
import { requirePointRoom } from '../quotas/index.ts'
import { pointColumns } from '../templates/index.ts'

interface Named {
  tenant_id: number
  device_id: number
}

export async function insertVirtualPoints(
  q: Kysely<Schema>,
  named: Named,
  points: readonly VirtualPoint[],
  sortOf: (point: VirtualPoint) => number = (point) => points.indexOf(point),
): Promise<void> {
  const rows = points.map((point) => ({ ...named, ...pointColumns(point), sort: sortOf(point) }))
  if (rows.length === 0) return
  await q.insertInto('point').values(rows).execute()
  await requirePointRoom(q, named.tenant_id)
}

/** One that keeps its key and its type stays the same one, with its history; all others go, and come. */
export async function replaceVirtualPoints(
  q: Kysely<Schema>,
  named: Named,
  points: readonly VirtualPoint[],
): Promise<void> {
  const { device_id } = named
  const known = await q
    .selectFrom('point')
    .select(['point_id', 'key', 'data_type'])
    .where('device_id', '=', device_id)
    .execute()
  const same = ({ key, data_type }: VirtualPoint) =>
    known.find((point) => point.key === key && point.data_type === data_type)
  const stays = points.flatMap((point) => same(point)?.point_id ?? [])
  await q
    .deleteFrom('point')
    .where('device_id', '=', device_id)
    .where(sql<boolean>`not (point_id = any(${stays}::bigint[]))`)
    .execute()
  for (const [sort, point] of points.entries()) {
    const point_id = same(point)?.point_id
    if (point_id === undefined) continue
    await q
      .updateTable('point')
      .set({ ...pointColumns(point), sort })
      .where('point_id', '=', point_id)
      .execute()
  }
  const fresh = points.filter((point) => !same(point))
  await insertVirtualPoints(q, named, fresh, (point) => points.indexOf(point))
  await requirePointRoom(q, named.tenant_id)
}
