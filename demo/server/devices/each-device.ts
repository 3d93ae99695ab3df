import { type Kysely, sql } from 'kysely'
import type { Code } from '../../../core/catalogue/codes.ts'
import { snKey } from '../../../core/rules/sn.ts'
import type { Db } from '../db/db.ts'
import type { Row, Schema } from '../db/schema.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { type Caller, canSee, canWrite } from '../http/caller.ts'
import { reachingNow } from '../rights/index.ts'

/** What became of one of many devices: `id` is its SN, `code` null where it is done. */
export interface Outcome {
  id: string
  code: Code | null
}

/** Devices that are changed in one transaction: others have their turn between two. */
const DEVICES_AT_ONCE = 50

/** Changes devices some at a time, and answers for all of them; those that were changed stay so where a later piece fails. */
export async function inPieces(
  db: Db,
  { tenant_id }: Caller,
  sn_codes: readonly string[],
  change: (q: Kysely<Schema>, some: readonly string[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const wanted = [...new Map(sn_codes.map((sn_code) => [snKey(sn_code), sn_code])).values()]
  const outcomes: Outcome[] = []
  for (let at = 0; at < wanted.length; at += DEVICES_AT_ONCE) {
    const some = wanted.slice(at, at + DEVICES_AT_ONCE)
    outcomes.push(...(await db.tenant(tenant_id, (q) => change(q, some))))
  }
  return outcomes
}

const COLUMNS = ['device_id', 'sn_code', 'dev_alias', 'group_id', 'tags', 'report_interval_s', 'is_virtual'] as const
export type LockedDevice = Pick<Row<'device'>, (typeof COLUMNS)[number]>

/**
 * Does something with each of some devices, each named once, that the caller may change, which nobody else changes meanwhile, and answers for
 * all of them. `change` says which code stands against it; null where it is done.
 */
export async function eachDevice(
  q: Kysely<Schema>,
  fleet: Fleet,
  caller: Caller,
  sn_codes: readonly string[],
  change: (row: LockedDevice) => Code | null,
): Promise<Outcome[]> {
  const named = sn_codes.map((sn_code) => ({ sn_code, device: fleet.get(sn_code) }))
  const ids = named.flatMap(({ device }) => (device && canSee(caller, device) ? device.device_id : []))
  const rows = await q
    .selectFrom('device')
    .select(COLUMNS)
    .where(sql<boolean>`device_id = any(${ids}::bigint[])`)
    .orderBy('device_id')
    .forNoKeyUpdate()
    .execute()
  const holder = await reachingNow(q, caller)
  const present = new Map(rows.map((row) => [row.device_id, row]))
  return named.map(({ sn_code, device }) => {
    const row = device && present.get(device.device_id)
    const placed = row && { ...device, group_id: row.group_id }
    if (!row || !placed || !canSee(holder, placed)) return { id: sn_code, code: '110509' }
    return { id: row.sn_code, code: canWrite(holder, placed) ? change(row) : '110539' }
  })
}
