import { type Kysely, sql } from 'kysely'
import type { DevState } from '../../../core/contract/device.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { numbers, texts } from '../db/sql-array.ts'
import type { LiveDevice } from './fleet.ts'

/** Writes state, last report and node of devices; `state_time` moves only when the state did. */
export async function flushStates(q: Kysely<Schema>, devices: readonly LiveDevice[], now: number): Promise<void> {
  if (devices.length === 0) return
  await sql`
    update device set
      state_time = case when device.dev_state = next.dev_state then device.state_time else ${now} end,
      dev_state = next.dev_state,
      report_time = next.report_time,
      behind = next.behind
    from unnest(
      ${numbers(devices.map(({ device_id }) => device_id))}::bigint[],
      ${numbers(devices.map(({ dev_state }) => dev_state))}::smallint[],
      ${numbers(devices.map(({ report_time }) => report_time))}::bigint[],
      ${texts(devices.map(({ behind }) => behind))}::text[]
    ) as next (device_id, dev_state, report_time, behind)
    where device.device_id = next.device_id`.execute(q)
}

/** The state of a device that nobody looks after: it is deregistered. */
export const UNKNOWN = 0

/** A device came into a state. */
export interface StateChange {
  dev_state: DevState | typeof UNKNOWN
  time: number
}

/**
 * Keeps from when on devices are in a state: of several changes between two writes the last one. Where the clock was set
 * back, the newer of two changes at one time counts.
 */
export async function keepChanges(
  q: Kysely<Schema>,
  changes: readonly (readonly [device: LiveDevice, change: StateChange])[],
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into device_state (tenant_id, device_id, since_time, dev_state)
    select d.tenant_id, d.device_id, next.since_time, next.dev_state
    from unnest(
      ${numbers(changes.map(([{ device_id }]) => device_id))}::bigint[],
      ${numbers(changes.map(([, { time }]) => time))}::bigint[],
      ${numbers(changes.map(([, { dev_state }]) => dev_state))}::smallint[]
    ) as next (device_id, since_time, dev_state) join device d on d.device_id = next.device_id
    on conflict (tenant_id, device_id, since_time) do update set dev_state = excluded.dev_state`.execute(q)
}

/** What devices are in whose states were not kept before is known from now on. */
export async function keepFirstStates(q: Kysely<Schema>, now: number): Promise<void> {
  await sql`
    insert into device_state (tenant_id, device_id, since_time, dev_state)
    select tenant_id, device_id, ${now}, dev_state from device d
    where not exists (select from device_state s where s.tenant_id = d.tenant_id and s.device_id = d.device_id)
    on conflict do nothing`.execute(q)
}

/** Says that this run of the server, which began at `start_time`, goes on. */
export async function keepRun(q: Kysely<Schema>, start_time: number, seen_time: number): Promise<void> {
  await q
    .insertInto('server_run')
    .values({ start_time, seen_time })
    .onConflict((conflict) => conflict.column('start_time').doUpdateSet({ seen_time }))
    .execute()
}

/** A device keeps so many of its newest changes: one that goes and comes all day would have millions within their time. */
export const STATES_KEPT = 2_500

type Stated = Pick<LiveDevice, 'tenant_id' | 'device_id'>

/** Deletes changes beyond those of each device after a tenth as many of it were written. */
export function createStateThinning(db: Db): (devices: readonly Stated[]) => Promise<void> {
  const written = new Map<number, number>()
  return async (devices) => {
    for (const { tenant_id, device_id } of devices) {
      const count = (written.get(device_id) ?? 0) + 1
      written.set(device_id, count % (STATES_KEPT / 10))
      if (count < STATES_KEPT / 10) continue
      await db.system(
        (q) =>
          sql`delete from device_state where tenant_id = ${tenant_id} and device_id = ${device_id} and since_time <= (
            select since_time from device_state where tenant_id = ${tenant_id} and device_id = ${device_id}
            order by since_time desc offset ${STATES_KEPT} limit 1)`.execute(q),
        'reports',
      )
    }
  }
}

/** Rows that are deleted at a time: others have their turn in between. */
const DROPPED_AT_ONCE = 5000

/** Forgets changes of long ago, all but what each device was in then. For a job. */
export async function dropOldChanges(db: Db, oldest: number, closing?: AbortSignal): Promise<void> {
  for (let count = DROPPED_AT_ONCE; count === DROPPED_AT_ONCE && !closing?.aborted; ) {
    const { numAffectedRows } = await db.system(
      (q) =>
        sql`delete from device_state where ctid = any(array(
          select s.ctid from device_state s where s.since_time < ${oldest} and exists (
            select from device_state n where n.tenant_id = s.tenant_id and n.device_id = s.device_id
              and n.since_time > s.since_time and n.since_time <= ${oldest})
          order by s.since_time limit ${DROPPED_AT_ONCE}))`.execute(q),
      'reports',
    )
    count = Number(numAffectedRows)
  }
  await db.system((q) => q.deleteFrom('server_run').where('seen_time', '<', oldest).execute(), 'reports')
}
