import { type Kysely, sql } from 'kysely'
import { POINT_OVERRIDES } from '../../../core/contract/device-point.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { dropOffered } from '../fleet/offered.ts'
import type { Caller } from '../http/caller.ts'
import { createBatches } from '../limits/batches.ts'
import { requirePointRoom } from '../quotas/index.ts'
import { SHARED_COLUMNS } from './rows.ts'

/** Points that one transaction adds or changes: whoever asks the store meanwhile waits for it. */
export const POINTS_AT_ONCE = 2000

const isOverride = (column: string) => POINT_OVERRIDES.some((field) => field === column)
const UPDATED = SHARED_COLUMNS.filter((column) => column !== 'key' && column !== 'data_type')

interface Named {
  device_id: number
  sn_code: string
}

/** Gives devices the points of their template, of which there are so many. */
export type GivePoints = (caller: Caller, devices: readonly Named[], points: number) => Promise<void>

/**
 * Devices get the points of their templates as these are when their turn comes, some devices after the others: of many
 * who change a template at once the last one's are given to a device, once for all who wait.
 * A point that a device has is taken over by its key; one that has a history of another type stays as it is, and so does
 * every point that the template does not have, or has no more: what was recorded is the device's. What a device says of a
 * point itself stays, and a point that was removed stays away. The points of a virtual device are its own.
 */
export function openGivingPoints({ db, fleet }: { db: Db; fleet: Pick<Fleet, 'reload'> }): GivePoints {
  const waiting = new Map<number, { sn_code: string; tenant_id: number; points: number }>()
  const batches = createBatches<number>({
    ownerOf: (device_id) => waiting.get(device_id)?.tenant_id ?? null,
    sizeOf: (device_id) => waiting.get(device_id)?.points ?? 0,
    most: POINTS_AT_ONCE,
    async work(device_ids) {
      const some = device_ids.flatMap((device_id) => waiting.get(device_id) ?? [])
      for (const device_id of device_ids) waiting.delete(device_id)
      const { tenant_id } = some[0] as (typeof some)[number]
      await db.tenant(tenant_id, async (q) => {
        await upsertPoints(q, device_ids)
        await dropOffered(q, device_ids)
        await requirePointRoom(q, tenant_id)
      })
      await fleet.reload(...some.map(({ sn_code }) => sn_code))
    },
  })

  return async ({ tenant_id, spend }, devices, points) => {
    spend?.(Math.floor((devices.length * points) / POINTS_AT_ONCE))
    for (const { device_id, sn_code } of devices)
      waiting.set(device_id, { sn_code, tenant_id, points: Math.max(1, points) })
    await batches.add(devices.map(({ device_id }) => device_id))
  }
}

/** How many points each of these templates has. */
export async function pointCounts(q: Kysely<Schema>, template_ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await q
    .selectFrom('template_point')
    .select((on) => ['template_id', on.fn.countAll<number>().as('points')])
    .where(sql<boolean>`template_id = any(${numbers([...new Set(template_ids)])}::bigint[])`)
    .groupBy('template_id')
    .execute()
  return new Map(rows.map(({ template_id, points }) => [template_id, points]))
}

/** Gives devices the points of their templates, in a transaction that has room for them. */
export async function upsertPoints(q: Kysely<Schema>, device_ids: readonly number[]): Promise<void> {
  const columns = sql.join(SHARED_COLUMNS.map((column) => sql.ref(column)))
  const its = sql.join(SHARED_COLUMNS.map((column) => sql.ref(`p.${column}`)))
  const held = (column: string) =>
    isOverride(column)
      ? sql`case when ${column} = any(point.own_fields) then point.${sql.ref(column)} else excluded.${sql.ref(column)} end`
      : sql`excluded.${sql.ref(column)}`
  const updates = sql.join(UPDATED.map((column) => sql`${sql.ref(column)} = ${held(column)}`))
  const was = sql.join(UPDATED.map((column) => sql.ref(`point.${column}`)))
  const is = sql.join(UPDATED.map(held))
  await sql`
    insert into point (tenant_id, device_id, ${columns}, is_added)
      select d.tenant_id, d.device_id, ${its}, true
        from device d join template_point p on p.tenant_id = d.tenant_id and p.template_id = d.template_id
        where d.device_id = any(${[...device_ids]}::bigint[]) and not d.is_virtual
      on conflict (tenant_id, device_id, key) do update
        set data_type = excluded.data_type, is_added = not point.is_removed, ${updates}
        where not (point.is_added or point.is_removed)
          or (point.data_type = excluded.data_type and (${was}) is distinct from (${is}))`.execute(q)
}
